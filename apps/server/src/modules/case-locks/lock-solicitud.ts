import { allowedSolicitudActions, type SolicitudAction } from '@foja/contracts/actions'
import type { Actor, PolicyName } from '@foja/contracts/policies'
import type { SolicitudTable } from '@foja/db/case-tables'
import type { Database } from '@foja/db/schema'
import type { Selectable, Transaction } from 'kysely'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { lockPeople } from '../identity/public.ts'

export type CaseRow = { id_solicitud_main: string; titulo: string; id_company: string; created_by: string }

/** A request with its case file, both held until the transaction ends. */
export type LockedSolicitud = { main: CaseRow; row: Selectable<SolicitudTable> }

/**
 * Holds a case file until the transaction ends: first of the locks of casework, whose order is case file, request,
 * document, chain of events. People, where they are held, come before all of them. The lock lets foreign keys to the row go on, so that whoever only adds a message or a
 * notice about it waits for nobody.
 */
export async function lockCase(trx: Transaction<Database>, idMain: string): Promise<CaseRow> {
  return await trx
    .selectFrom('solicitud_main')
    .where('id_solicitud_main', '=', idMain)
    .select(['id_solicitud_main', 'titulo', 'id_company', 'created_by'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * A request that the actor may do `policy` to, as it is now and stays until the transaction ends, and with it whoever is
 * to have it, as `assigneeOf` says of who has it now: before the case file, as whoever removes somebody holds them before
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
  // Whoever may not see it holds nobody up either.
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
 * Goes on when the table of states lets the actor do `action` to the request as it is now.
 * @throws ProblemError solicitud_concluded when `concluded` says so of one that is, else transition_not_allowed
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

/** The case file changed with something in it: it comes first in the list again. */
export async function touchCase(trx: Transaction<Database>, idMain: string, at: Date): Promise<void> {
  await trx.updateTable('solicitud_main').set({ updated_at: at }).where('id_solicitud_main', '=', idMain).execute()
}
