import { sqlState } from '@foja/db/errors'
import type { ObjectStore } from '@foja/storage/object-store'
import { ProblemError } from '../../http/problem.ts'
import type { DocumentRow } from '../documents/documents.public.ts'
import { checkSigned } from './check-signed.ts'
import { commitVersion, type VersionFacts } from './commit-version.ts'
import { findRepetition, type Idempotency } from './find-repetition.ts'
import type { Call, SignedDocument, SigningDeps, StoredVersion } from './signing-context.ts'

type Deps = Omit<SigningDeps, 'turns'>

/** What the engine made: the bytes to append, and those to append them to when they are not the document's own. */
export type Appended = { tail: Uint8Array; fieldName: string | null; repaired: Uint8Array | null }

export type NewVersion = {
  document: DocumentRow
  call: Call
  appended: Appended
  facts: VersionFacts
  idempotency: Idempotency | undefined
}

async function* joined(store: ObjectStore, key: string, { tail, repaired }: Appended): AsyncIterable<Uint8Array> {
  if (repaired === null) yield* await store.get(key)
  else yield repaired
  yield tail
}

/** Bytes that an engine repaired, durable for as long as they are judged; null when there are none. */
async function keepRepaired({ store }: Deps, bytes: Uint8Array | null): Promise<string | null> {
  if (bytes === null) return null
  const whole = (async function* () {
    yield bytes
  })()
  return (await store.put(whole, { maxBytes: bytes.length })).key
}

/** Writes the new bytes beside the old ones and has them judged; nothing is left when they do not pass. */
async function writeChecked(deps: Deps, { document, appended }: NewVersion) {
  const { tail, repaired, fieldName } = appended
  const base = await keepRepaired(deps, repaired)
  try {
    const size = (repaired?.length ?? document.size) + tail.length
    const signed = await deps.store.put(joined(deps.store, document.blob_key, appended), { maxBytes: size })
    try {
      const summary = await checkSigned(deps, { document, base: base ?? document.blob_key, signed, fieldName })
      return { signed, summary }
    } catch (error) {
      await deps.store.delete(signed.key)
      throw error
    }
  } finally {
    if (base !== null) await deps.store.delete(base)
  }
}

/** The bytes go again whenever it is certain that no row names them. */
async function undo(deps: Deps, signed: StoredVersion, error: unknown): Promise<void> {
  // Classes 22 and 23 of SQLSTATE refuse the data. After any other failure the commit may have gone through: the
  // sweeper knows whether a row names the bytes.
  const undone = error instanceof ProblemError || /^2[23]/.test(sqlState(error) ?? '')
  if (!undone) throw error
  await deps.store.delete(signed.key)
}

/**
 * Keeps what the engine made as the document's next version: bytes durable, judged, then one transaction. Of several
 * calls at once one goes through; those under its idempotency key answer what it answered.
 * @throws ProblemError stale_document, pdf_forbids_signing
 */
export async function keepVersion(deps: Deps, input: NewVersion): Promise<SignedDocument> {
  const { document, call, facts, idempotency } = input
  const { signed, summary } = await writeChecked(deps, input)
  const repaired = input.appended.repaired !== null
  try {
    return await commitVersion(deps, { document, call, signed, summary, facts, repaired, idempotency })
  } catch (error) {
    await undo(deps, signed, error)
    const first = await findRepetition(deps, call.actor.id, document, idempotency)
    if (first === undefined) throw error
    return first
  }
}
