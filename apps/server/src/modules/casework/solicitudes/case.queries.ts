import type { Solicitud } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction, Updateable } from 'kysely'
import type { SolicitudTable } from '@foja/db/case-tables'
import { documentsOfSolicitudes } from '../../documents/public.ts'
import { touchCase, type CaseRow, type LockedSolicitud } from '../../case-locks/public.ts'
import { presentSolicitud } from './solicitudes.presenter.ts'

/** One request as the wire has it, with its documents. */
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

/** One step of a request that is held: what changes, the next version, and its case file first in the list. */
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
  await touchCase(trx, main.id_solicitud_main, at)
  return { main, row: saved }
}

/**
 * Somebody active who may take a request of that company: its staff, or an administrator. They stay it until the
 * transaction ends; whoever holds a case file has held them before it.
 */
export async function findAssignee(trx: Transaction<Database>, company: string, id: string) {
  return await trx
    .selectFrom('app_user')
    .where('id', '=', id)
    .where('activo', '=', true)
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

/** How a user is called in the history; null for nobody. */
export async function nameOf(trx: Transaction<Database>, id: string | null): Promise<string | null> {
  if (id === null) return null
  const user = await trx.selectFrom('app_user').where('id', '=', id).select('nombre').executeTakeFirst()
  return user?.nombre ?? null
}

/** The active people of a company who see its requests: its staff, and administrators who belong to it. */
export async function findStaff(trx: Transaction<Database>, { id_company }: CaseRow) {
  return await trx
    .selectFrom('app_user')
    .where('id_company', '=', id_company)
    .where('role', 'in', ['admin', 'gestor', 'mediador'])
    .where('activo', '=', true)
    .select(['id', 'role'])
    .orderBy('id')
    .execute()
}
