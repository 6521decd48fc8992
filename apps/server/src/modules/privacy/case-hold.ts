import type { CaseHold } from '@foja/contracts/privacy'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { announceChange } from '../notify/public.ts'

/** The case file of a request, if the caller may hold it. @throws ProblemError not_found, forbidden */
async function requireCase({ db, actor }: Ctx, id: string) {
  const main = await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('id_solicitud', '=', id)
    .select(['main.id_solicitud_main', 'main.id_company', 'main.created_by', 'main.titulo'])
    .executeTakeFirst()
  authorize('solicitud.read', actor, main)
  authorize('privacy.manage', actor, main)
  return main
}

/** @throws ProblemError not_found, forbidden */
export async function readHold(ctx: Ctx, id: string): Promise<CaseHold> {
  const { id_solicitud_main } = await requireCase(ctx, id)
  const row = await ctx.db
    .selectFrom('case_hold')
    .innerJoin('app_user', 'app_user.id', 'case_hold.created_by')
    .where('id_solicitud_main', '=', id_solicitud_main)
    .select(['motivo', 'app_user.nombre', 'case_hold.created_at'])
    .executeTakeFirst()
  const hold = row === undefined ? null : { motivo: row.motivo, by: row.nombre, at: row.created_at.toISOString() }
  return { id_solicitud_main, hold }
}

/**
 * Holds a case file, with a reason, or releases it; repeating it changes nothing.
 * @throws ProblemError not_found, forbidden, validation_failed without a reason
 */
export async function holdCase(
  ctx: Ctx,
  { id_solicitud, retener, motivo }: { id_solicitud: string; retener: boolean; motivo?: string | undefined },
): Promise<CaseHold> {
  const { db, actor, ip, clock } = ctx
  const { id_solicitud_main: id, titulo, id_company, created_by } = await requireCase(ctx, id_solicitud)
  if (retener && (motivo ?? '') === '') {
    const message = { es: 'Escribe el motivo: queda en la historia.', en: 'Write the reason: the history keeps it.' }
    throw new ProblemError('validation_failed', { errors: [{ field: 'motivo', code: 'required', message }] })
  }
  await inTransaction(db, async (trx) => {
    // Locked, so that it is not deleted meanwhile.
    const main = await trx
      .selectFrom('solicitud_main')
      .where('id_solicitud_main', '=', id)
      .select('id_solicitud_main')
      .forUpdate()
      .executeTakeFirst()
    if (main === undefined) throw new ProblemError('not_found')
    const at = clock()
    const row = { id_solicitud_main: id, id_company, motivo: motivo ?? '', created_by: actor.id, created_at: at }
    const changed = retener
      ? await trx
          .insertInto('case_hold')
          .values(row)
          .onConflict((conflict) => conflict.column('id_solicitud_main').doNothing())
          .returning('id_solicitud_main')
          .executeTakeFirst()
      : await trx
          .deleteFrom('case_hold')
          .where('id_solicitud_main', '=', id)
          .returning('id_solicitud_main')
          .executeTakeFirst()
    if (changed === undefined) return
    const who = { actor: actor.id, actor_label: actor.nombre, ip, at }
    const action = retener ? 'case.held' : 'case.released'
    await announceChange(trx, ctx, { id_company, created_by, id_solicitud_main: id, id_documento: null })
    await appendEvent(trx, {
      ...who,
      action,
      id_solicitud_main: id,
      id_company,
      data: { titulo, motivo: motivo ?? null },
    })
  })
  return await readHold(ctx, id_solicitud)
}
