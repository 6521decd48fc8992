import { FojaError } from '@foja/client'
import { createKeyServer } from '@foja/pades/browser/key-server'
import type { KeyReply, OpenedKeyFacts, PadesErrorCode } from '@foja/pades/browser/key-messages'
import { verify } from '@foja/pades/verify'
import { basename, dirname, extname, join } from 'node:path'
import { read, readPdf, requireFree, writeNew } from './files.ts'
import { openClientWithKey, type Environment } from './settings.ts'
import { CommandError, type Terminal } from './terminal.ts'

/** What is wrong with a certificate file. */
const keyProblems: Partial<Record<PadesErrorCode, string>> = {
  p12_wrong_passphrase: 'La contraseña no abre ese certificado.',
  p12_no_private_key: 'El archivo no tiene la clave privada: hace falta el .p12 o .pfx, o el .cer con su .key.',
  p12_no_matching_certificate: 'La clave y el certificado no son pareja.',
  p12_damaged: 'El archivo del certificado está dañado o no es un .p12.',
  p12_too_large: 'El archivo del certificado es demasiado grande.',
  p12_unsupported_algorithm: 'El certificado usa un algoritmo que Foja no admite.',
  certificate_expired: 'El certificado ya venció.',
  certificate_not_yet_valid: 'El certificado todavía no vale.',
  certificate_not_for_signing: 'El certificado no es para firmar documentos.',
  certificate_weak_key: 'La clave del certificado es demasiado corta.',
  signature_mismatch: 'El servidor pidió firmar otra cosa que un PDF. No se firmó nada.',
}

/** What the holder of the key answers. Throws CommandError for its problem. */
function valueOf(reply: KeyReply): OpenedKeyFacts | string {
  if ('value' in reply) return reply.value
  const { code } = reply.problem
  throw new CommandError(keyProblems[code] ?? `No se pudo usar el certificado (${code}).`)
}

/** Opens a certificate on this machine; what it signs is checked to be a signature of a PDF, as in a page (ADR 15). */
async function openKey(paths: readonly string[], passphrase: string) {
  const ask = createKeyServer()
  const files = await Promise.all(paths.map(async (path) => new Blob([await read(path)])))
  const facts = valueOf(await ask({ id: 0, kind: 'open', files, passphrase })) as OpenedKeyFacts
  const [problem] = facts.problems
  if (problem !== undefined)
    throw new CommandError(keyProblems[problem] ?? `El certificado no puede firmar (${problem}).`)
  return {
    ...facts,
    sign: async (attributes: string, hash: 'sha256' | 'sha384' | 'sha512') =>
      valueOf(await ask({ id: 1, kind: 'sign', attributes, hash })) as string,
  }
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Requires that `signed` is `original` with an intact signature by `certificate` (DER, base64). */
function checkResult(signed: Uint8Array, original: Uint8Array, certificate: string, repaired: boolean): void {
  const begins = Buffer.from(signed.buffer, signed.byteOffset, original.length).equals(original)
  const { signatures } = verify(signed, { anchors: [], now: new Date() })
  const own = signatures.find(
    (one) => one.integrity === 'intact' && toBase64(one.certificate?.der ?? new Uint8Array()) === certificate,
  )
  if (own === undefined || !(begins || repaired))
    throw new CommandError('Lo que devolvió el servidor no es tu PDF con tu firma: no se guardó.')
}

export type SignOptions = {
  file: string
  certificate: string[]
  out: string | undefined
  reason: string | undefined
  solicitud: string | undefined
}

const defaultOut = (file: string) => join(dirname(file), `${basename(file, extname(file))}-firmado.pdf`)

/**
 * Signs a PDF with a certificate of this machine. The private key and its passphrase stay here: the server gets the
 * document, the certificate and the signature.
 */
export async function sign(terminal: Terminal, environment: Environment, options: SignOptions): Promise<number> {
  const client = await openClientWithKey(environment)
  const file = await readPdf(options.file)
  const out = options.out ?? defaultOut(options.file)
  await requireFree(out)
  const passphrase = environment.passphrase ?? (await terminal.askSecret('Contraseña del certificado:'))
  const key = await openKey(options.certificate, passphrase)
  const { documents } = await client.upload('/api/v1/upload_document/', {
    files: [file],
    data: { id_solicitud: options.solicitud },
  })
  const id_documento = documents[0]!.id_documento
  try {
    const prepared = await client.call('POST', '/api/v1/prepare_signing/', {
      body: {
        id_documento,
        sha256: documents[0]!.sha256,
        certificate: key.certificate,
        chain: key.chain,
        reason: options.reason,
        utc_offset: -new Date().getTimezoneOffset(),
        language: 'es',
      },
    })
    const signature = await key.sign(prepared.signed_attributes, prepared.hash)
    const body = { id_preparacion: prepared.id_preparacion, signature }
    const { document } = await client.call('POST', '/api/v1/complete_signing/', { body })
    const reply = await client.call('GET', '/api/v1/download_document/{id}/', { params: { id: id_documento } })
    const signed = await reply.bytes()
    checkResult(signed, file.content, key.certificate, document.repaired)
    await writeNew(out, signed)
    terminal.say(`${out}: firmado por ${key.subject.commonName ?? key.subject.text}, nivel ${document.level}`)
    return 0
  } catch (error) {
    if (error instanceof FojaError) terminal.say(`El documento quedó sin firmar en Foja: ${id_documento}`)
    throw error
  }
}
