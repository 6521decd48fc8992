import { sqlState } from '@foja/db/errors'
import type { ObjectStore } from '@foja/storage/object-store'
import { ProblemError } from '../../http/problem.ts'
import type { DocumentRow } from '../documents/documents.public.ts'
import { verifyOutput } from './verify-output.ts'
import { commitVersion, type VersionFacts } from './commit-version.ts'
import { findEarlierSigning, type Idempotency } from './idempotency.ts'
import type { Call, SignedDocument, SigningDeps, StoredVersion } from './signing-context.ts'

type Deps = Omit<SigningDeps, 'mutex'>

/**
 * What the engine made: the bytes to append, and the stored file to append them to when the document's own was broken
 * and had to be repaired; the caller deletes that one.
 */
export type Appended = { tail: Uint8Array; fieldName: string | null; repaired: StoredVersion | null }

export type NewVersion = {
  document: DocumentRow
  call: Call
  appended: Appended
  facts: VersionFacts
  idempotency: Idempotency | undefined
}

async function* joined(store: ObjectStore, key: string, tail: Uint8Array): AsyncIterable<Uint8Array> {
  yield* await store.get(key)
  yield tail
}

/** Stores a repaired file, for as long as it takes to sign it; null when there is none. */
export async function storeRepaired({ store }: Pick<Deps, 'store'>, bytes: Uint8Array | null) {
  if (bytes === null) return null
  const whole = (async function* () {
    yield bytes
  })()
  return await store.put(whole, { maxBytes: bytes.length })
}

/** Writes the new bytes beside the old ones and has them judged; nothing is left when they do not pass. */
async function writeChecked(deps: Deps, { document, appended: { tail, repaired, fieldName } }: NewVersion) {
  const base = repaired?.key ?? document.blob_key
  const maxBytes = (repaired?.size ?? document.size) + tail.length
  const signed = await deps.store.put(joined(deps.store, base, tail), { maxBytes })
  try {
    return { signed, summary: await verifyOutput(deps, { document, base, signed, fieldName }) }
  } catch (error) {
    await deps.store.delete(signed.key)
    throw error
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
    const first = await findEarlierSigning(deps, call.actor.id, document, idempotency)
    if (first === undefined) throw error
    return first
  }
}
