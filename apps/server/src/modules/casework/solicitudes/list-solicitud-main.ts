import type { SolicitudMain, SolicitudMainPage } from '@foja/contracts/solicitudes'
import type { Ctx } from '../../../context.ts'
import { findPage } from './find-page.ts'
import type { ListQuery } from './list-filter.ts'
import { loadMains } from './load-mains.ts'

/**
 * One page of the case files that the caller may read: an envelope with `pagination` in the query, else a bare array.
 * Days are in the time zone of their browser.
 */
export async function listSolicitudMain(
  { db, actor, clock, browserZone }: Ctx,
  query: ListQuery,
): Promise<SolicitudMainPage | SolicitudMain[]> {
  const at = { timeZone: browserZone ?? 'UTC', now: clock() }
  const { ids, count, exact, more } = await findPage(db, actor, query, at)
  const results = await loadMains(db, ids)
  if (query.pagination === undefined) return results
  const { page, page_size } = query
  return {
    count,
    count_exact: exact,
    page,
    page_size,
    next: more ? page + 1 : null,
    previous: page > 1 ? page - 1 : null,
    results,
  }
}
