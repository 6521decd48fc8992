import type { Document } from '@foja/contracts/documents'
import type { SolicitudMain, SolicitudDetails, SolicitudMainPage } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { generatedId } from '@foja/contracts/ids'
import { allowedSolicitudActions } from '@foja/contracts/actions'
import { documentsOfSolicitudes, documentDetailsOf, historyOf } from '../../documents/public.ts'
import { progressOfCases, selectAnswers } from '../../requests/public.ts'
import { presentMain, presentSolicitud } from './solicitudes.presenter.ts'
import { findMains, findSolicitudes, findMainOfSolicitud, isSigned } from './solicitudes.queries.ts'
import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import { ProblemError } from '../../../http/problem.ts'
import { countStatuses, findPage } from './find-page.ts'
import type { ListQuery } from './list-filter.ts'

/** Case files with their requests and documents, in the order of `ids`: four queries for any number. */
export async function loadMains(db: Kysely<Database>, ids: string[]): Promise<SolicitudMain[]> {
  const mains = new Map((await findMains(db, ids)).map((row) => [row.id_solicitud_main, row]))
  const solicitudes = await findSolicitudes(db, ids)
  const documents: Map<string, Document[]> = await documentsOfSolicitudes(
    db,
    solicitudes.map((row) => row.id_solicitud),
  )
  return ids.flatMap((id) => {
    const main = mains.get(id)
    if (main === undefined) return []
    const own = solicitudes.filter((row) => row.id_solicitud_main === id)
    return [
      presentMain(
        main,
        own.map((row) => presentSolicitud(row, documents.get(row.id_solicitud) ?? [])),
      ),
    ]
  })
}

/**
 * A request with its documents, case file and history.
 * @throws ProblemError not_found, also when the caller may not read it
 */
export async function detailsSolicitud({ db, actor }: Ctx, id: string): Promise<SolicitudDetails> {
  const owner = await findMainOfSolicitud(db, id)
  authorize('solicitud.read', actor, owner)
  const [main] = await loadMains(db, [owner.id_solicitud_main])
  const solicitud = main?.solicitudes.find((one) => one.id_solicitud === id)
  if (main === undefined || solicitud === undefined) throw new ProblemError('not_found')
  const { history, intact } = await historyOf(db, main.id_solicitud_main)
  return {
    ...solicitud,
    actions: allowedSolicitudActions(actor, owner, solicitud.status, {
      pending: main.solicitudes.every(({ status }) => status === 'pendiente'),
      signed: await isSigned(db, main.id_solicitud_main),
    }),
    description: await documentDetailsOf(db, id, actor),
    solicitud_main: main,
    history,
    history_intact: intact,
  }
}

/**
 * The request that a body names, in each form in which calls return it; null if it names none.
 * @throws ProblemError not_found, also when the caller may not read it; stale_version
 */
export async function readReturned({ ctx, sent }: { ctx: Ctx; sent: Record<string, unknown> }) {
  const id = z.safeParse(generatedId, sent['id_solicitud'])
  if (!id.success) return null
  const whole = await detailsSolicitud(ctx, id.data)
  const listed = whole.solicitud_main.solicitudes.find(({ id_solicitud }) => id_solicitud === id.data)!
  if (typeof sent['version'] === 'number' && sent['version'] !== whole.version) {
    throw new ProblemError('stale_version', { current: listed })
  }
  const { description, solicitud_main } = whole
  const { answers } = await ctx.db
    .selectFrom('solicitud')
    .where('id_solicitud', '=', id.data)
    .select(selectAnswers)
    .executeTakeFirstOrThrow()
  return [whole, listed, { main_titulo: solicitud_main.titulo, documents: description.length, answers }]
}

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
  const progress = await progressOfCases(db, ids)
  const results = (await loadMains(db, ids)).map((main) => ({ ...main, pedidos: progress(main.id_solicitud_main) }))
  if (query.pagination === undefined) return results
  const { page, page_size } = query
  const { exact: counts_exact, ...counts } = await countStatuses(db, actor, query, at)
  // Where they are not exact, the page may know more.
  const known = query.status ?? 'all'
  counts[known] = Math.max(counts[known], count)
  counts.all = Math.max(counts.all, counts[known])
  return {
    count,
    count_exact: exact,
    counts,
    counts_exact,
    page,
    page_size,
    next: more ? page + 1 : null,
    previous: page > 1 ? page - 1 : null,
    results,
  }
}
