import type { extendSignatures as endpoint } from '@foja/contracts/signing'
import type * as z from 'zod/mini'
import { pdfSource } from '../../lib/pdf-source.ts'
import { ProblemError } from '../../http/problem.ts'
import { requireDocument, type DocumentRow } from '../documents/public.ts'
import { trustOf } from '../verification-core/public.ts'
import { findEarlierSigning, signingKey } from './idempotency.ts'
import { keepVersion } from './keep-version.ts'
import { requireCurrent, type SignOne } from './sign-document.ts'
import type { Call, SignedDocument, SigningDeps } from './signing-context.ts'
import { signingProblem } from './signing-problems.ts'
import { rulesOf } from './signing-settings.ts'

export type ExtendRequest = z.output<typeof endpoint.body>

async function extendWithEngine(deps: SigningDeps, { actor }: Call, document: DocumentRow, level: 'B-LT' | 'B-LTA') {
  const { tsa } = await rulesOf(deps, actor.id_company)
  if (tsa === null) throw new ProblemError('timestamp_not_configured', { field: 'level' })
  const services = { tsa, ...(await trustOf(deps.db, document.id_company)), now: deps.clock().getTime() }
  try {
    return await deps.engine.extend({ source: await pdfSource(deps.store, document.blob_key), level, services })
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
  deps: SigningDeps,
  call: Call,
  request: ExtendRequest,
  idempotencyKey: string | undefined,
): Promise<SignedDocument> {
  const { actor } = call
  const { id_documento: id, level } = request
  const requested = await requireDocument(deps.db, actor, 'document.sign', id)
  const requestKey = signingKey(actor.id, id, idempotencyKey, { extend: request })
  const one: SignOne = { document: requested, hash: request.sha256, requestKey }
  return await deps.mutex(actor.id, async () => {
    const document = await requireDocument(deps.db, actor, 'document.sign', id)
    const repeated = await findEarlierSigning(deps, document, requestKey)
    if (repeated !== undefined) return repeated
    requireCurrent(document, one)
    const { tail } = await extendWithEngine(deps, call, document, level)
    if (tail.length === 0) return unchanged(document, level)
    const appended = { tail, fieldName: null, repaired: null }
    const facts = {
      at: deps.clock(),
      origin: 'extend',
      action: 'document.extended',
      level,
      code: null,
      data: {},
    } as const
    return await keepVersion(deps, { document, call, appended, facts, requestKey })
  })
}
