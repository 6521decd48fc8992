import type { Solicitud } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction, Updateable } from 'kysely'
import type { SolicitudTable } from '@foja/db/case-tables'
import { documentsOfSolicitudes } from '../../documents/public.ts'
import { endConvocations } from '../../requests/public.ts'
import { touchCase, type CaseRow, type LockedSolicitud } from '../../case-locks/public.ts'
import { presentSolicitud } from './solicitudes.presenter.ts'

/** One request with its documents, as the API presents it. */
export async function readSolicitud(db: Kysely<Database>, id: string): Promise<Solicitud> {
  const row = await db
    .selectFrom('solicitud')
    .leftJoin('app_user', 'app_user.id', 'solicitud.asignado_a')
    .where('id_solicitud', '=', id)
    .selectAll('solicitud')
    .select('app_user.nombre as assignee_nombre')
    .executeTakeFirstOrThrow()
  return presentSolicitud(row, (await documentsOfSolicitudes(db, [id])).get(id) ?? [])
}

export type SolicitudValues = Omit<Updateable<SolicitudTable>, 'version' | 'updated_at'>

/**
 * Saves one step of a locked request: the changes, the next version, and the case file's update time. Ends a convocation
 * to another appointment.
 */
export async function saveSolicitud(
  trx: Transaction<Database>,
  { main, row }: LockedSolicitud,
  values: SolicitudValues,
  at: Date,
): Promise<LockedSolicitud> {
  const saved = await trx
    .updateTable('solicitud')
    .set({ ...values, version: row.version + 1, updated_at: at })
    .where('id_solicitud', '=', row.id_solicitud)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (values.fecha_agendada !== undefined || values.status !== undefined) await endConvocations(trx, saved, at)
  await touchCase(trx, main.id_solicitud_main, at)
  return { main, row: saved }
}

/**
 * Finds an active user who may be assigned a request of the company: its staff, or an admin. Locks them until the
 * transaction ends; callers that lock a case file have locked them before it.
 */
export async function findAssignee(trx: Transaction<Database>, company: string, id: string) {
  return await trx
    .selectFrom('app_user')
    .where('id', '=', id)
    .where('activo', '=', true)
    .where('service', '=', false)
    .where((eb) =>
      eb.or([
        eb('role', '=', 'admin'),
        eb.and([eb('role', 'in', ['gestor', 'mediador']), eb('id_company', '=', company)]),
      ]),
    )
    .select(['id', 'nombre'])
    .forShare()
    .executeTakeFirst()
}

/** The user's name for the history; null for none. */
export async function nameOf(trx: Transaction<Database>, id: string | null): Promise<string | null> {
  if (id === null) return null
  const user = await trx.selectFrom('app_user').where('id', '=', id).select('nombre').executeTakeFirst()
  return user?.nombre ?? null
}

/** The active users of a company who see all its requests: its staff, and admins who belong to it. */
export async function findStaff(trx: Transaction<Database>, { id_company }: CaseRow) {
  return await trx
    .selectFrom('app_user')
    .where('id_company', '=', id_company)
    .where('role', 'in', ['admin', 'gestor', 'mediador'])
    .where('activo', '=', true)
    .where('service', '=', false)
    .select(['id', 'role'])
    .orderBy('id')
    .execute()
}
