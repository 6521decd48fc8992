import type { extendSignatures as endpoint } from '@foja/contracts/signing'
import type * as z from 'zod/mini'
import { pdfSource } from '../../lib/pdf-source.ts'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { requireDocument, type DocumentRow } from '../documents/public.ts'
import { trustOf } from '../verification-core/public.ts'
import { findEarlierSigning, signingKey } from './idempotency.ts'
import { keepVersion } from './keep-version.ts'
import { requireCurrent, type SignOne } from './sign-document.ts'
import { userSignatory } from './signatory.ts'
import type { SignedDocument, SigningCtx } from './signing-context.ts'
import { signingProblem } from './signing-problems.ts'
import { rulesOf } from './signing-settings.ts'

export type ExtendRequest = z.output<typeof endpoint.body>

async function extendWithEngine(ctx: Ctx, document: DocumentRow, level: 'B-LT' | 'B-LTA') {
  const { db, clock, store, engine } = ctx
  const { tsa } = await rulesOf(ctx)
  if (tsa === null) throw new ProblemError('timestamp_not_configured', { field: 'level' })
  const services = { tsa, ...(await trustOf(db, document.id_company)), now: clock().getTime() }
  try {
    return await engine.extend({ source: await pdfSource(store, document.blob_key), level, services })
  } catch (error) {
    throw signingProblem(error, document)
  }
}

/** The unchanged document, when nothing was missing. */
const unchanged = (document: DocumentRow, level: string): SignedDocument => ({
  id_documento: document.id_documento,
  pdf_path: document.pdf_path,
  sha256: document.sha256,
  version: document.version,
  level,
  signatures: document.signature_count,
  code: null,
  repaired: false,
})

/**
 * Adds long-term validation data and, for B-LTA, an archive timestamp to a signed document, as a new version. Repeating
 * it renews the timestamp; when nothing is missing for B-LT the document stays unchanged.
 * @throws ProblemError not_found, forbidden, document_not_pdf, document_not_signed, stale_document, id_in_use,
 * timestamp_not_configured, and the engine's codes
 */
export async function extendSignatures(
  ctx: SigningCtx,
  { request, idempotencyKey }: { request: ExtendRequest; idempotencyKey: string | undefined },
): Promise<SignedDocument> {
  const { db, clock, actor, mutex } = ctx
  const { id_documento: id, level } = request
  const requested = await requireDocument(db, actor, 'document.sign', id)
  const requestKey = signingKey(ctx, id, idempotencyKey, { extend: request })
  const one: SignOne = { document: requested, hash: request.sha256, requestKey }
  return await mutex(actor.id, async () => {
    const document = await requireDocument(db, actor, 'document.sign', id)
    const repeated = await findEarlierSigning(ctx, document, requestKey)
    if (repeated !== undefined) return repeated
    requireCurrent(document, one)
    const { tail } = await extendWithEngine(ctx, document, level)
    if (tail.length === 0) return unchanged(document, level)
    const appended = { tail, fieldName: null, repaired: null }
    const facts = {
      at: clock(),
      origin: 'extend',
      action: 'document.extended',
      level,
      code: null,
      data: {},
    } as const
    return await keepVersion({ ...ctx, by: userSignatory(ctx) }, { document, appended, facts, requestKey })
  })
}
