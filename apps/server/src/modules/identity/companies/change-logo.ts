import { encodeLogo } from '@foja/pdf/logo'
import { inTransaction } from '@foja/db/transaction'
import type { SmallFile } from '../../../http/memory-sink.ts'
import { ProblemError } from '../../../http/problem.ts'
import { lockCompany, type CompanyRow } from './companies.queries.ts'
import type { Call, CompanyDeps } from './company-context.ts'
import { recordCompany } from './record-company.ts'
import { readCompany, requireCompany } from './require-company.ts'

/** More than the largest PNG of the allowed size in pixels. */
const mostBytes = 8 * 1024 * 1024

/** Sets or clears the logo of a company, and deletes the former file. */
async function setLogo(deps: CompanyDeps, call: Call, id: string, logo_key: string | null): Promise<CompanyRow> {
  const { row, before } = await inTransaction(deps.db, async (trx) => {
    const company = await lockCompany(trx, id)
    if (company === undefined) throw new ProblemError('not_found')
    if (company.logo_key !== logo_key) {
      await trx.updateTable('company').set({ logo_key }).where('id', '=', id).execute()
      await recordCompany(trx, call, company, 'company.changed', deps.clock(), ['logo'])
    }
    return { row: await readCompany(trx, id), before: company.logo_key }
  })
  if (before !== null) await deps.store.delete(before)
  return row
}

/**
 * Sets a company's logo, encoded again as PNG so that nothing else of the file is kept.
 * @throws ProblemError not_found, forbidden, image_unsupported
 */
export async function uploadLogo(deps: CompanyDeps, call: Call, id: string, file: SmallFile): Promise<CompanyRow> {
  await requireCompany(deps.db, call.actor, 'company.update', id)
  const png = await encodeLogo(file.bytes)
  if (png === null) throw new ProblemError('image_unsupported', { subject: file.name, field: 'files.0' })
  const { key } = await deps.store.put(pieces(png), { maxBytes: mostBytes })
  try {
    return await setLogo(deps, call, id, key)
  } catch (error) {
    await deps.store.delete(key)
    throw error
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * Removes a company's logo, if it has one.
 * @throws ProblemError not_found, forbidden
 */
export async function removeLogo(deps: CompanyDeps, call: Call, id: string): Promise<CompanyRow> {
  await requireCompany(deps.db, call.actor, 'company.update', id)
  return await setLogo(deps, call, id, null)
}
