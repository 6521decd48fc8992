import { allowedSolicitudActions, type SolicitudAction } from '@foja/contracts/actions'
import type { Actor, PolicyName } from '@foja/contracts/policies'
import type { SolicitudTable } from '@foja/db/case-tables'
import type { Database } from '@foja/db/schema'
import type { Selectable, Transaction } from 'kysely'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { lockPeople } from '../identity/public.ts'

export type CaseRow = { id_solicitud_main: string; titulo: string; id_company: string; created_by: string }

/** A request with its case file, both locked until the transaction ends. */
export type LockedSolicitud = { main: CaseRow; row: Selectable<SolicitudTable> }

/**
 * Locks a case file until the transaction ends. It is the first lock of casework, whose order is case file, request,
 * document, event chain; users, where they are locked, come before all of them. FOR NO KEY UPDATE permits foreign keys
 * to the row, so that adding a message or a notice about it does not wait.
 * @throws ProblemError not_found when the case file was deleted meanwhile
 */
export async function lockCase(trx: Transaction<Database>, idMain: string): Promise<CaseRow> {
  const row = await trx
    .selectFrom('solicitud_main')
    .where('id_solicitud_main', '=', idMain)
    .select(['id_solicitud_main', 'titulo', 'id_company', 'created_by'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Deleted while this waited for the lock.
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/**
 * Locks a request for which the actor has the permission `policy`, until the transaction ends. Also locks its future
 * assignee, computed by `assigneeOf` from the current one, before the case file: removing a user locks the user before
 * their case files.
 * @throws ProblemError not_found, forbidden
 */
export async function lockSolicitud(
  trx: Transaction<Database>,
  actor: Actor,
  policy: PolicyName,
  id: string,
  assigneeOf: (current: string | null) => string | null | undefined = () => undefined,
): Promise<LockedSolicitud> {
  const owner = await trx
    .selectFrom('solicitud')
    .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('id_solicitud', '=', id)
    .select(['main.id_solicitud_main', 'main.id_company', 'main.created_by', 'solicitud.asignado_a'])
    .executeTakeFirst()
  // Without the permission, nothing is locked.
  authorize(policy, actor, owner)
  const assignee = assigneeOf(owner.asignado_a)
  if (typeof assignee === 'string') await lockPeople(trx, [assignee])
  const main = await lockCase(trx, owner.id_solicitud_main)
  const row = await trx
    .selectFrom('solicitud')
    .where('id_solicitud', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { main, row }
}

/**
 * Requires that the table of states allows the actor's action on the request.
 * @throws ProblemError `concluded` for a concluded request, else transition_not_allowed
 */
export function requireAllowed(
  { main, row }: LockedSolicitud,
  actor: Actor,
  action: SolicitudAction,
  concluded: 'solicitud_concluded' | 'transition_not_allowed' = 'solicitud_concluded',
): void {
  if (allowedSolicitudActions(actor, main, row.status).includes(action)) return
  throw new ProblemError(row.status === 'concluido' ? concluded : 'transition_not_allowed')
}

/** Updates the case file's change time, which moves it to the top of the list. */
export async function touchCase(trx: Transaction<Database>, idMain: string, at: Date): Promise<void> {
  await trx.updateTable('solicitud_main').set({ updated_at: at }).where('id_solicitud_main', '=', idMain).execute()
}
