import type { Actor } from '@foja/contracts/policies'
import type { SolicitudMain, SolicitudMainPage } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { loadMains } from './load-mains.ts'
import { pageOfIds, type ListQuery } from './solicitudes.queries.ts'

/** One page of the case files that the actor may see: an envelope with `pagination` in the query, else the bare array. */
export async function listSolicitudMain(
  db: Kysely<Database>,
  actor: Actor,
  query: ListQuery,
): Promise<SolicitudMainPage | SolicitudMain[]> {
  const { ids, count } = await pageOfIds(db, actor, query)
  const results = await loadMains(db, ids)
  if (query.pagination === undefined) return results
  const { page, page_size } = query
  return {
    count,
    page,
    page_size,
    next: page * page_size < count ? page + 1 : null,
    previous: page > 1 ? page - 1 : null,
    results,
  }
}
