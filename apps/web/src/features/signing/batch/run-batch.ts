import type { Problem } from '@foja/contracts/problem'
import type { StampPosition } from '@foja/contracts/signing'
import { problemOf } from '../../../lib/call.ts'
import { fetchPages, fetchSignable, type Signable } from '../api/signable.ts'
import { completeSignature, prepareSignature, sendSigning } from '../api/signing.ts'
import { needsPlace, type KeySource, type Look } from '../sign-draft.ts'
import { keyFilesOf } from '../sign-with.ts'
import { keyCodeOf, newKey } from '../use-signing.ts'
import { placeIn, type BatchPlace } from './batch-place.ts'

export type BatchInput = {
  documents: readonly Signable[]
  source: KeySource
  files: readonly File[]
  password: string
  look: Omit<Look, 'position' | 'field'>
  place: BatchPlace
}

export type Outcome =
  | { state: 'signing' }
  | { state: 'signed'; level: string; repaired: boolean }
  | { state: 'failed'; problem: Problem | null; keyCode: string | null }

/** Tells what becomes of each document, and whether to go on. */
export type BatchListener = { tell: (id: string, outcome: Outcome) => void; stopped: () => boolean }

/**
 * Few at a time: each request answers with what became of its documents, so that the person sees how far it is, and a
 * connection that breaks leaves few in doubt. The key is opened once a request.
 */
const perRequest = 5

/** What is the matter with the key is the matter with every document: no need to ask about the rest. */
const stopsAll = (problem: Problem | null, keyCode: string | null): boolean =>
  keyCode !== null || /^(p12_|certificate_|passphrase_|no_signer|too_many_attempts)/.test(problem?.code ?? '')

type Job = { document: Signable; position: StampPosition | null }

/** The newest version of each, with its place; one that cannot be read fails by itself. */
async function readJobs({ documents, look, place }: BatchInput, { tell, stopped }: BatchListener): Promise<Job[]> {
  const jobs: Job[] = []
  for (const { id_documento } of documents) {
    if (stopped()) break
    try {
      const document = await fetchSignable(id_documento)
      const position = needsPlace(look.appearance, null) ? placeIn(place, await fetchPages(document.pdf_path)) : null
      jobs.push({ document, position })
    } catch (error) {
      tell(id_documento, failed(error))
    }
  }
  return jobs
}

const failed = (error: unknown): Outcome => ({ state: 'failed', problem: problemOf(error), keyCode: keyCodeOf(error) })

/** Documents whose stamp has the same place go together. */
function groupJobs(jobs: readonly Job[]): Job[][] {
  const groups = Map.groupBy(jobs, ({ position }) => JSON.stringify(position))
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / perRequest) }, (_, at) =>
      group.slice(at * perRequest, (at + 1) * perRequest),
    ),
  )
}

const positionOf = ({ position }: Job) => (position === null ? {} : { position })

async function signAtServer(jobs: readonly Job[], input: BatchInput, { tell, stopped }: BatchListener): Promise<void> {
  const key = input.source === 'once' ? { key: await keyFilesOf(input.files) } : {}
  for (const group of groupJobs(jobs)) {
    if (stopped()) return
    const [first] = group
    if (first === undefined) continue
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
      for (const { id_documento, level, repaired } of documents)
        tell(id_documento, { state: 'signed', level, repaired })
      for (const { id_documento, problem } of failures) tell(id_documento, { state: 'failed', problem, keyCode: null })
    } catch (error) {
      for (const { document } of group) tell(document.id_documento, failed(error))
      if (stopsAll(problemOf(error), null)) throw error
    }
  }
}

async function signInBrowser(jobs: readonly Job[], input: BatchInput, { tell, stopped }: BatchListener): Promise<void> {
  const { openBrowserKey } = await import('../../../lib/browser-key.ts')
  const key = await openBrowserKey(input.files, input.password)
  const { certificate, chain } = key
  try {
    for (const job of jobs) {
      if (stopped()) return
      const { id_documento, sha256 } = job.document
      tell(id_documento, { state: 'signing' })
      try {
        const target = { id_documento, sha256, certificate, chain, ...input.look, ...positionOf(job) }
        const { id_preparacion, signed_attributes, hash } = await prepareSignature(target, newKey())
        const signature = await key.sign(signed_attributes, hash)
        const { document } = await completeSignature({ id_preparacion, signature })
        tell(id_documento, { state: 'signed', level: document.level, repaired: document.repaired })
      } catch (error) {
        tell(id_documento, failed(error))
        if (stopsAll(problemOf(error), keyCodeOf(error))) throw error
      }
    }
  } finally {
    key.forget()
  }
}

/**
 * Signs many documents, one outcome each. Rejects when the key itself is refused; what had been signed by then is
 * signed.
 */
export async function runBatch(input: BatchInput, listener: BatchListener): Promise<void> {
  const jobs = await readJobs(input, listener)
  if (input.source === 'browser') await signInBrowser(jobs, input, listener)
  else await signAtServer(jobs, input, listener)
}
