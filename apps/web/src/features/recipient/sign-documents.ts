import { isSameIdentification } from '@foja/contracts/identification'
import type { PadesErrorCode } from '@foja/pades/browser/key-messages'
import { problemOf } from '../../lib/api/call.ts'
import { BrowserKeyError, openBrowserKey, type BrowserKeyHandle } from '../../lib/files/browser-key.ts'
import type { Language } from '../../lib/texts/language.ts'
import { complete, prepare, type Completed, type RecipientDocument, type View } from './api/recipient.ts'

/** The key does not sign: by a code of the key, or because its certificate belongs to someone else. */
export class KeyRefusedError extends Error {
  readonly code: string
  /** Whose certificate it is. */
  readonly owner: { name: string; identification: string | null } | null
  constructor(code: string, owner: KeyRefusedError['owner'] = null) {
    super(code)
    this.name = 'KeyRefusedError'
    this.code = code
    this.owner = owner
  }
}

/** Opens the file in this browser. Nothing is sent. Rejects with KeyRefusedError. */
export async function openKey(file: File, passphrase: string, wanted: string | null): Promise<BrowserKeyHandle> {
  let key: BrowserKeyHandle
  try {
    key = await openBrowserKey([file], passphrase)
  } catch (error) {
    throw error instanceof BrowserKeyError ? new KeyRefusedError(error.code) : error
  }
  const [problem]: (PadesErrorCode | undefined)[] = key.problems
  const { subject } = key
  const differs = wanted !== null && !isSameIdentification(subject.serialNumber, wanted)
  if (problem === undefined && !differs) return key
  key.forget()
  if (problem !== undefined) throw new KeyRefusedError(problem)
  const name = subject.commonName ?? subject.text
  throw new KeyRefusedError('identification_differs', { name, identification: subject.serialNumber ?? null })
}

/** How often a document is prepared again, because someone else signed it or the preparation expired. */
const mostRepeats = 5
const repeats = new Set(['stale_document', 'preparation_expired'])

type Sitting = {
  token: string
  key: BrowserKeyHandle
  language: Language
  /** What the page shows; after a failure it must be up to date. */
  view: View
  /** Documents that failed before are signed last. */
  last: ReadonlySet<string>
}

type Listener = {
  onStart: (document: RecipientDocument, at: number, of: number) => void
  onSigned: (document: RecipientDocument, reply: Completed) => void
  /** The current state of the request. */
  readLatest: () => Promise<View>
}

/** Null if an earlier attempt, whose answer was lost, has signed it. */
async function signOne(sitting: Sitting, id: string, readLatest: Listener['readLatest']): Promise<Completed | null> {
  const { token, key, language } = sitting
  let { view } = sitting
  for (let repeated = 0; ; repeated += 1) {
    const document = view.documents.find(({ id_documento }) => id_documento === id)
    if (document === undefined || document.signed) return null
    try {
      const { id_preparacion, signed_attributes, hash } = await prepare(token, {
        id_documento: id,
        sha256: document.sha256,
        certificate: key.certificate,
        chain: key.chain,
        // The stamp shows the time and words of the signer.
        utc_offset: -new Date().getTimezoneOffset(),
        language,
      })
      const signature = await key.sign(signed_attributes, hash)
      return await complete(token, { id_preparacion, signature })
    } catch (error) {
      if (repeated === mostRepeats || !repeats.has(problemOf(error)?.code ?? '')) throw error
      view = await readLatest()
    }
  }
}

export type Failed = { document: RecipientDocument; error: unknown }

/** Signs what this recipient has not signed, one document after the other. Stops at the first failure and returns it. */
export async function signDocuments(sitting: Sitting, listener: Listener): Promise<Failed | null> {
  const waiting = sitting.view.documents.filter(({ signed }) => !signed)
  const inOrder = [
    ...waiting.filter(({ id_documento }) => !sitting.last.has(id_documento)),
    ...waiting.filter(({ id_documento }) => sitting.last.has(id_documento)),
  ]
  const done = sitting.view.documents.length - waiting.length
  for (const [index, document] of inOrder.entries()) {
    listener.onStart(document, done + index + 1, sitting.view.documents.length)
    try {
      const reply = await signOne(sitting, document.id_documento, listener.readLatest)
      if (reply !== null) listener.onSigned(document, reply)
    } catch (error) {
      return { document, error: error instanceof BrowserKeyError ? new KeyRefusedError(error.code) : error }
    }
  }
  return null
}
