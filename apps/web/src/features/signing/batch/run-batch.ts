import type { Problem } from '@foja/contracts/problem'
import type { KeyFiles, StampPosition } from '@foja/contracts/signing'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { fetchPages, type Signable } from '../api/signable.ts'
import { completeSignature, prepareSignature, sendSigning } from '../api/signing.ts'
import { needsPlace, type KeySource, type Look } from '../sign-draft.ts'
import { keyFilesOf } from '../sign-with-file.ts'
import { keyCodeOf, newKey } from '../attempt.ts'

export type BatchInput = {
  documents: readonly Signable[]
  source: KeySource
  files: readonly File[]
  password: string
  /** Without `repeat` the setting of each document's company applies. */
  look: Omit<Look, 'position' | 'field' | 'repeat'> & Partial<Pick<Look, 'repeat'>>
  /** Where the stamp goes in a document with these pages. */
  positionIn: (document: Signable, pages: Awaited<ReturnType<typeof fetchPages>>) => StampPosition | null
}

export type Outcome =
  | { state: 'signing' }
  /** `key`: the public part of a key that was opened in this browser. */
  | { state: 'signed'; level: string; repaired: boolean; key?: { certificate: string; chain: string[] } }
  | { state: 'failed'; problem: Problem | null; keyCode: string | null }

/** `tell` receives the outcome of each document; `stopped` is checked before each request. */
export type BatchListener = { tell: (id: string, outcome: Outcome) => void; stopped: () => boolean }

/**
 * Small, because each response shows progress and a broken connection leaves few documents in an unknown state. The key
 * is opened once per request.
 */
const perRequest = 5

/** The server refused the request itself, which the page reports: nothing of it was signed. */
const isRefused = (error: unknown): boolean => !isUnreported(error)

/** An error of the key would repeat for every document, so the batch stops. */
const isOfKey = (error: unknown): boolean =>
  keyCodeOf(error) !== null ||
  /^(p12_|certificate_|passphrase_|no_signer|paused|too_many_attempts)/.test(problemOf(error)?.code ?? '')

type Job = { document: Signable; position: StampPosition | null }

/**
 * The stamp position in a document; null if its pages cannot be read (reported). The selected version is signed: if it
 * has changed since, the server rejects it, also on a retry.
 */
async function readJob(
  document: Signable,
  { look, positionIn }: BatchInput,
  { tell }: BatchListener,
): Promise<Job | null> {
  try {
    const position = needsPlace(look.appearance, null)
      ? positionIn(document, await fetchPages(document.pdf_path))
      : null
    return { document, position }
  } catch (error) {
    tell(document.id_documento, failed(error))
    return null
  }
}

const failed = (error: unknown): Outcome => ({ state: 'failed', problem: problemOf(error), keyCode: keyCodeOf(error) })

/** Groups documents with the same stamp position. */
const groupJobs = (jobs: readonly Job[]): Job[][] => [
  ...Map.groupBy(jobs, ({ position }) => JSON.stringify(position)).values(),
]

async function readJobs(documents: readonly Signable[], input: BatchInput, listener: BatchListener): Promise<Job[]> {
  const jobs: Job[] = []
  for (const document of documents) {
    const job = await readJob(document, input, listener)
    if (job !== null) jobs.push(job)
  }
  return jobs
}

const positionOf = ({ position }: Job) => (position === null ? {} : { position })

async function signGroup(
  group: readonly Job[],
  input: BatchInput,
  key: { key?: KeyFiles },
  tell: BatchListener['tell'],
) {
  const [first] = group
  if (first === undefined) return
  for (const { document } of group) tell(document.id_documento, { state: 'signing' })
  try {
    const { documents, failures } = await sendSigning(
      {
        ids_documento: group.map(({ document }) => document.id_documento),
        hashes: Object.fromEntries(group.map(({ document }) => [document.id_documento, document.sha256])),
        password: input.password,
        ...input.look,
        ...positionOf(first),
        ...key,
      },
      newKey(),
    )
    for (const { id_documento, level, repaired } of documents) tell(id_documento, { state: 'signed', level, repaired })
    for (const { id_documento, problem } of failures) tell(id_documento, { state: 'failed', problem, keyCode: null })
  } catch (error) {
    if (isRefused(error)) throw error
    for (const { document } of group) tell(document.id_documento, failed(error))
    if (isOfKey(error)) throw error
  }
}

async function signAtServer(input: BatchInput, listener: BatchListener): Promise<void> {
  const key = input.source === 'once' ? { key: await keyFilesOf(input.files) } : {}
  const { documents } = input
  for (let at = 0; at < documents.length && !listener.stopped(); at += perRequest) {
    const jobs = await readJobs(documents.slice(at, at + perRequest), input, listener)
    for (const group of groupJobs(jobs)) {
      if (listener.stopped()) return
      await signGroup(group, input, key, listener.tell)
    }
  }
}

async function signInBrowser(input: BatchInput, listener: BatchListener): Promise<void> {
  const { tell, stopped } = listener
  const { openBrowserKey } = await import('../../../lib/files/browser-key.ts')
  const key = await openBrowserKey(input.files, input.password)
  const { certificate, chain } = key
  try {
    for (const document of input.documents) {
      if (stopped()) return
      const job = await readJob(document, input, listener)
      if (job === null) continue
      const { id_documento, sha256 } = document
      tell(id_documento, { state: 'signing' })
      try {
        const target = { id_documento, sha256, certificate, chain, ...input.look, ...positionOf(job) }
        const { id_preparacion, signed_attributes, hash } = await prepareSignature(target, newKey())
        const signature = await key.sign(signed_attributes, hash)
        const { document: signed } = await completeSignature({ id_preparacion, signature })
        tell(id_documento, {
          state: 'signed',
          level: signed.level,
          repaired: signed.repaired,
          key: { certificate, chain },
        })
      } catch (error) {
        if (isRefused(error)) throw error
        tell(id_documento, failed(error))
        if (isOfKey(error)) throw error
      }
    }
  } finally {
    key.forget()
  }
}

/**
 * Signs many documents and reports each outcome. Rejects if the key or a whole request is refused; documents signed
 * before that stay signed.
 */
export async function runBatch(input: BatchInput, listener: BatchListener): Promise<void> {
  if (input.source === 'browser') await signInBrowser(input, listener)
  else await signAtServer(input, listener)
}
