import { fromBase64, toBase64 } from '../cms/bytes.ts'
import { PadesError } from '../errors.ts'
import { limitsOf } from '../pkcs12/work-budget.ts'
import { openKeyFiles } from './key-files.ts'
import type { KeyReply, KeyRequest, OpenedKeyFacts } from './key-messages.ts'
import type { BrowserKey } from './open-p12.ts'

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
