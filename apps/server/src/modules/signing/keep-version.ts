import { sqlState } from '@foja/db/errors'
import type { ObjectStore } from '@foja/storage/object-store'
import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import type { RequestKey } from '../../lib/idempotency.ts'
import type { DocumentRow } from '../documents/public.ts'
import { commitVersion, type VersionFacts } from './commit-version.ts'
import { findEarlierSigning } from './idempotency.ts'
import type { SignatoryCtx } from './signatory.ts'
import type { SignedDocument, StoredVersion } from './signing-context.ts'
import { summarize, verifyBlob, type SignatureSummary } from '../verification-core/public.ts'

type Checked = {
  document: DocumentRow
  /** Storage key of the file before signing. */
  base: string
  signed: StoredVersion
  /** The signed field; null when only validation data was added. */
  fieldName: string | null
}

type Verified = { summary: SignatureSummary; signatureId: string | null }

/**
 * Verifies a newly written version with the engine. A version whose new signature is not intact, or that broke an
 * earlier one, is not stored.
 * @throws ProblemError pdf_forbids_signing when an earlier signature does not allow the new one
 */
async function verifyOutput(ctx: AppDeps, checked: Checked): Promise<Verified> {
  const { document, base, signed, fieldName } = checked
  const before = await verifyBlob(ctx, document, base)
  const after = await verifyBlob(ctx, document, signed.key)
  const broken = (report: typeof before) => report.signatures.filter((one) => one.indication === 'TOTAL_FAILED').length
  const fields = new Set(before.signatures.map((one) => one.field))
  const added = after.signatures.find((one) => {
    const isNew = one.field === fieldName && !fields.has(one.field)
    return isNew && one.integrity && !one.modified_after && one.indication !== 'TOTAL_FAILED'
  })
  const wanted = fieldName === null ? after.signatures.length >= before.signatures.length : added !== undefined
  if (!wanted) throw new Error(`signing document ${document.id_documento} gave a file that does not verify`)
  // The new signature holds, so it broke an earlier one.
  if (broken(after) > broken(before)) throw new ProblemError('pdf_forbids_signing', { subject: document.nombre })
  return { summary: summarize(after), signatureId: added?.signature_id ?? null }
}

/**
 * The engine's result: the bytes to append, and the repaired file to append them to when the stored one was damaged;
 * the caller deletes that file.
 */
export type Appended = { tail: Uint8Array; fieldName: string | null; repaired: StoredVersion | null }

export type NewVersion = {
  document: DocumentRow
  appended: Appended
  facts: VersionFacts
  requestKey: RequestKey | null
}

async function* concatenate(store: ObjectStore, key: string, tail: Uint8Array): AsyncIterable<Uint8Array> {
  yield* await store.get(key)
  yield tail
}

/** Stores a repaired file while it is being signed; null without one. */
export async function storeRepaired({ store }: AppDeps, bytes: Uint8Array | null) {
  if (bytes === null) return null
  const whole = (async function* () {
    yield bytes
  })()
  return await store.put(whole, { maxBytes: bytes.length })
}

/** Writes the new version and verifies it; deletes it when it fails. */
async function writeChecked(ctx: AppDeps, { document, appended: { tail, repaired, fieldName } }: NewVersion) {
  const { store } = ctx
  const base = repaired?.key ?? document.blob_key
  const maxBytes = (repaired?.size ?? document.size) + tail.length
  const signed = await store.put(concatenate(store, base, tail), { maxBytes })
  try {
    return { signed, ...(await verifyOutput(ctx, { document, base, signed, fieldName })) }
  } catch (error) {
    await store.delete(signed.key)
    throw error
  }
}

/** Deletes the new file if no row can reference it. */
async function undo({ store }: AppDeps, signed: StoredVersion, error: unknown): Promise<void> {
  // SQLSTATE classes 22 and 23 refuse the data. After any other error the commit may have succeeded: the sweep decides
  // whether a row references the file.
  const undone = error instanceof ProblemError || /^2[23]/.test(sqlState(error) ?? '')
  if (!undone) throw error
  await store.delete(signed.key)
}

/**
 * Stores the engine's result as the document's next version: durable bytes, verification, then one transaction. One of
 * several parallel calls succeeds; calls with its idempotency key return its result.
 * @throws ProblemError stale_document, pdf_forbids_signing
 */
export async function keepVersion(ctx: SignatoryCtx, input: NewVersion): Promise<SignedDocument> {
  const { document, facts, requestKey } = input
  const { signed, summary, signatureId } = await writeChecked(ctx, input)
  const repaired = input.appended.repaired !== null
  try {
    return await commitVersion(ctx, { document, signed, summary, signatureId, facts, repaired, requestKey })
  } catch (error) {
    await undo(ctx, signed, error)
    const first = await findEarlierSigning(ctx, document, requestKey)
    if (first === undefined) throw error
    return first
  }
}
