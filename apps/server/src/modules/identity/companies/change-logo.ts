import { encodeLogo } from '@foja/pdf/logo'
import { inTransaction } from '@foja/db/transaction'
import type { SmallFile } from '../../../http/memory-sink.ts'
import { ProblemError } from '../../../http/problem.ts'
import { lockCompany, type CompanyRow } from './companies.queries.ts'
import type { Call, CompanyDeps } from './company-context.ts'
import { recordCompany } from './record-company.ts'
import { readCompany, requireCompany } from './require-company.ts'

/** Above the largest PNG of its pixels. */
const mostBytes = 8 * 1024 * 1024

/** Names another logo, or none; the file of the one before goes once nothing names it. */
async function nameLogo(deps: CompanyDeps, call: Call, id: string, logo_key: string | null): Promise<CompanyRow> {
  const { row, before } = await inTransaction(deps.db, async (trx) => {
    const held = await lockCompany(trx, id)
    if (held === undefined) throw new ProblemError('not_found')
    if (held.logo_key !== logo_key) {
      await trx.updateTable('company').set({ logo_key }).where('id', '=', id).execute()
      await recordCompany(trx, call, held, 'company.changed', deps.clock(), ['logo'])
    }
    return { row: await readCompany(trx, id), before: held.logo_key }
  })
  if (before !== null) await deps.store.delete(before)
  return row
}

/**
 * Puts a company's logo, drawn anew as a PNG so that nothing else of the file is kept.
 * @throws ProblemError not_found, forbidden, image_unsupported
 */
export async function uploadLogo(deps: CompanyDeps, call: Call, id: string, file: SmallFile): Promise<CompanyRow> {
  await requireCompany(deps.db, call.actor, 'company.update', id)
  const png = await encodeLogo(file.bytes)
  if (png === null) throw new ProblemError('image_unsupported', { subject: file.name, field: 'files.0' })
  const { key } = await deps.store.put(pieces(png), { maxBytes: mostBytes })
  try {
    return await nameLogo(deps, call, id, key)
  } catch (error) {
    await deps.store.delete(key)
    throw error
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * Takes a company's logo away; without one it changes nothing.
 * @throws ProblemError not_found, forbidden
 */
export async function removeLogo(deps: CompanyDeps, call: Call, id: string): Promise<CompanyRow> {
  await requireCompany(deps.db, call.actor, 'company.update', id)
  return await nameLogo(deps, call, id, null)
}
