import { ProblemError } from '../../http/problem.ts'
import type { DocumentRow } from '../documents/documents.public.ts'
import { summarize, verifyBlob, type SignatureSummary } from '../verification-core/verification-core.public.ts'
import type { SigningDeps, StoredVersion } from './signing-context.ts'

type Checked = {
  document: DocumentRow
  /** Key of what was signed. */
  base: string
  signed: StoredVersion
  /** The field that was signed; null when nothing but validation data was added. */
  fieldName: string | null
}

/**
 * The engine's other half judges what was just written: a signature that is not intact, or one more that broke, is not
 * kept.
 * @throws ProblemError pdf_forbids_signing when an earlier signature does not bear the new one
 */
export async function verifyOutput(deps: Omit<SigningDeps, 'mutex'>, checked: Checked): Promise<SignatureSummary> {
  const { document, base, signed, fieldName } = checked
  const before = await verifyBlob(deps, document, base)
  const after = await verifyBlob(deps, document, signed.key)
  const broken = (report: typeof before) => report.signatures.filter((one) => one.indication === 'TOTAL_FAILED').length
  const fields = new Set(before.signatures.map((one) => one.field))
  const holds = after.signatures.some((one) => {
    const isNew = one.field === fieldName && !fields.has(one.field)
    return isNew && one.integrity && !one.modified_after && one.indication !== 'TOTAL_FAILED'
  })
  const wanted = fieldName === null ? after.signatures.length >= before.signatures.length : holds
  if (!wanted) throw new Error(`signing document ${document.id_documento} gave a file that does not verify`)
  // ours holds, so it is an earlier signature that does not bear another one
  if (broken(after) > broken(before)) throw new ProblemError('pdf_forbids_signing', { subject: document.nombre })
  return summarize(after)
}
