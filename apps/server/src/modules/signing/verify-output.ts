import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import type { DocumentRow } from '../documents/public.ts'
import { summarize, verifyBlob, type SignatureSummary } from '../verification-core/public.ts'
import type { StoredVersion } from './signing-context.ts'

type Checked = {
  document: DocumentRow
  /** Storage key of the file before signing. */
  base: string
  signed: StoredVersion
  /** The signed field; null when only validation data was added. */
  fieldName: string | null
}

/**
 * Verifies a newly written version with the engine. A version whose new signature is not intact, or that broke an
 * earlier one, is not stored.
 * @throws ProblemError pdf_forbids_signing when an earlier signature does not allow the new one
 */
export async function verifyOutput(ctx: Ctx, checked: Checked): Promise<SignatureSummary> {
  const { document, base, signed, fieldName } = checked
  const before = await verifyBlob(ctx, document, base)
  const after = await verifyBlob(ctx, document, signed.key)
  const broken = (report: typeof before) => report.signatures.filter((one) => one.indication === 'TOTAL_FAILED').length
  const fields = new Set(before.signatures.map((one) => one.field))
  const holds = after.signatures.some((one) => {
    const isNew = one.field === fieldName && !fields.has(one.field)
    return isNew && one.integrity && !one.modified_after && one.indication !== 'TOTAL_FAILED'
  })
  const wanted = fieldName === null ? after.signatures.length >= before.signatures.length : holds
  if (!wanted) throw new Error(`signing document ${document.id_documento} gave a file that does not verify`)
  // The new signature holds, so it broke an earlier one.
  if (broken(after) > broken(before)) throw new ProblemError('pdf_forbids_signing', { subject: document.nombre })
  return summarize(after)
}
