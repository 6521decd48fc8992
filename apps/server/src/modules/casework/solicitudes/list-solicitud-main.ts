import type { Actor } from '@foja/contracts/policies'
import type { SolicitudMain, SolicitudMainPage } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { findPage } from './find-page.ts'
import type { ListQuery } from './list-filter.ts'
import { loadMains } from './load-mains.ts'

/**
 * One page of the case files that the actor may read: an envelope with `pagination` in the query, else a bare array.
 * Days are in `timeZone`.
 */
export async function listSolicitudMain(
  db: Kysely<Database>,
  actor: Actor,
  query: ListQuery,
  at: { timeZone: string; now: Date },
): Promise<SolicitudMainPage | SolicitudMain[]> {
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
