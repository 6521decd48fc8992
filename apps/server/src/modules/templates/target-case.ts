import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'

const otherCompany = {
  es: 'La solicitud es de otra empresa que la plantilla. Elige una de la misma.',
  en: 'The request belongs to another company than the template. Choose one of the same.',
}

/**
 * Throws if a document of the template may not be added to the request: the actor may not read or change it, or it
 * belongs to another company than the template, so that admins move no data between companies.
 * @throws ProblemError not_found, forbidden, validation_failed
 */
export async function requireTargetCase(
  db: Kysely<Database>,
  actor: Actor,
  template: { id_company: string },
  idSolicitud: string | undefined,
): Promise<void> {
  if (idSolicitud === undefined) return
  const owner = await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('id_solicitud', '=', idSolicitud)
    .select(['main.id_company', 'main.created_by'])
    .executeTakeFirst()
  authorize('solicitud.update', actor, owner)
  if (owner.id_company === template.id_company) return
  const errors = [{ field: 'id_solicitud', code: 'other_company', message: otherCompany }]
  throw new ProblemError('validation_failed', { errors })
}
