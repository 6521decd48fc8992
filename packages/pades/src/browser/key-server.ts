import { fromBase64, toBase64, toLatin1 } from '../cms/bytes.ts'
import { PadesError } from '../errors.ts'
import { limitsOf } from '../pkcs12/work-budget.ts'
import type { KeyReply, KeyRequest, OpenedKeyFacts } from './key-messages.ts'
import { type BrowserKey, openCertificateAndKeyInBrowser, openP12InBrowser } from './open-p12.ts'
import { certificateEncodings } from '../certificate-fields.ts'
import { Tag } from '../cms/der.ts'
import { children, readNode } from '../cms/read-der.ts'
import { readable } from './select-key.ts'

function holdsCertificates(file: Uint8Array): boolean {
  try {
    return readable(certificateEncodings(file)).length > 0
  } catch {
    return false
  }
}

/** Detects a PKCS#8 key (RFC 5958): PEM; algorithm and octets when encrypted; or version, algorithm, octets. */
function isKeyAlone(file: Uint8Array): boolean {
  if (/-----BEGIN (?:ENCRYPTED )?PRIVATE KEY-----/.test(toLatin1(file))) return true
  try {
    const fields = children(readNode(file))
    return fields[fields[0]?.tag === Tag.integer ? 2 : 1]?.tag === Tag.octetString
  } catch {
    return false
  }
}

/**
 * Opens the chosen files, identified by content and not by name: one .p12 or .pfx, or a certificate with its key in any
 * order. Rejects like `openP12InBrowser` and `openCertificateAndKeyInBrowser`; half a pair is 'p12_no_private_key' or
 * 'p12_no_matching_certificate', any other number of files is 'p12_damaged'.
 */
async function openKeyFiles(files: readonly Uint8Array[], passphrase: string): Promise<BrowserKey> {
  const [first, second] = files
  if (!first || files.length > 2) throw new PadesError('p12_damaged', { files: files.length })
  if (second) {
    const [certificate, key] = holdsCertificates(first) ? [first, second] : [second, first]
    return openCertificateAndKeyInBrowser(certificate, key, passphrase)
  }
  if (holdsCertificates(first)) throw new PadesError('p12_no_private_key', { certificates: 1 })
  if (isKeyAlone(first)) throw new PadesError('p12_no_matching_certificate', { certificates: 0 })
  return openP12InBrowser(first, passphrase)
}

const { maxBytes } = limitsOf({})

/** Reads the files; too large ones are refused before reading. Throws 'p12_too_large', 'p12_damaged'. */
async function readFiles(files: readonly Blob[]): Promise<Uint8Array[]> {
  for (const { size } of files) if (size > maxBytes) throw new PadesError('p12_too_large', { bytes: size, maxBytes })
  try {
    return await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())))
  } catch {
    // moved, deleted or on a removed drive
    throw new PadesError('p12_damaged', { reason: 'the file cannot be read' })
  }
}

const factsOf = (key: BrowserKey): OpenedKeyFacts => ({
  certificate: toBase64(key.certificate),
  chain: key.chain.map(toBase64),
  subject: key.subject,
  issuer: key.issuer,
  serialNumber: key.serialNumber,
  notBefore: key.notBefore,
  notAfter: key.notAfter,
  keyType: key.keyType,
  problems: key.problems(new Date()),
})

/** The worker's side: holds one key and answers each request; never rejects. */
export function createKeyServer(): (request: KeyRequest) => Promise<KeyReply> {
  let held: BrowserKey | null = null

  const open = async (files: readonly Blob[], passphrase: string): Promise<OpenedKeyFacts> => {
    const contents = await readFiles(files)
    try {
      held = await openKeyFiles(contents, passphrase)
      return factsOf(held)
    } finally {
      for (const bytes of contents) bytes.fill(0)
    }
  }

  const answer = async (request: KeyRequest): Promise<OpenedKeyFacts | string> => {
    if (request.kind === 'open') return open(request.files, request.passphrase)
    if (!held) throw new PadesError('p12_no_private_key', { reason: 'no key is open' })
    return toBase64(await held.sign(fromBase64(request.attributes), request.hash))
  }

  return async (request) => {
    try {
      return { id: request.id, value: await answer(request) }
    } catch (error) {
      const known = error instanceof PadesError ? error : new PadesError('p12_damaged', { reason: 'unreadable' })
      return { id: request.id, problem: { code: known.code, detail: known.detail } }
    }
  }
}
