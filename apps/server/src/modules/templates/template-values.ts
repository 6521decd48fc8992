import type { TemplateData } from '@foja/contracts/template-fields'
import { boundParties, type Binding } from '@foja/contracts/template-field-types'
import { bindValues, type BindingSource } from '@foja/forms/bind-values'
import type { Parte } from '@foja/db/case-tables'
import type { Ctx } from '../../context.ts'
import { readerOf } from '../../texts/locale.ts'
import { requireTargetCase } from './insert-filled.ts'
import { requireTemplate } from './read-template.ts'

/** The date of a time in the reader's zone, such as `2026-11-20`. */
function dayIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
}

function partiesOf(partes: readonly Parte[]): BindingSource {
  const entries = partes
    .slice(0, boundParties)
    .flatMap((parte, index) =>
      (['nombre', 'rol', 'identificacion', 'email'] as const).map((part): [Binding, string | null] => [
        `parte.${index + 1}.${part}` as Binding,
        parte[part] ?? null,
      ]),
    )
  return Object.fromEntries(entries)
}

async function caseSource({ db }: Ctx, idSolicitud: string, timeZone: string): Promise<BindingSource> {
  const row = await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .leftJoin('app_user as assignee', 'assignee.id', 'solicitud.asignado_a')
    .where('solicitud.id_solicitud', '=', idSolicitud)
    .select(['solicitud.titulo', 'tipo', 'notas', 'fecha_agendada', 'lugar', 'partes'])
    .select(['main.id_solicitud_main', 'main.titulo as main_titulo', 'assignee.nombre as assignee_nombre'])
    .executeTakeFirstOrThrow()
  return {
    'expediente.id': row.id_solicitud_main,
    'expediente.titulo': row.main_titulo,
    'solicitud.id': idSolicitud,
    'solicitud.titulo': row.titulo,
    'solicitud.tipo': row.tipo,
    'solicitud.notas': row.notas,
    'solicitud.fecha_agendada': row.fecha_agendada && dayIn(row.fecha_agendada, timeZone),
    'solicitud.lugar': row.lugar,
    'solicitud.asignado_a': row.assignee_nombre,
    ...partiesOf(row.partes),
  }
}

async function officeSource({ db, actor }: Ctx, company: string): Promise<BindingSource> {
  const { nombre, identificacion, direccion, telefono, email } = await db
    .selectFrom('company')
    .where('id', '=', company)
    .select(['nombre', 'identificacion', 'direccion', 'telefono', 'email'])
    .executeTakeFirstOrThrow()
  const { cargo } = await db.selectFrom('app_user').where('id', '=', actor.id).select('cargo').executeTakeFirstOrThrow()
  return {
    'empresa.nombre': nombre,
    'empresa.identificacion': identificacion,
    'empresa.direccion': direccion,
    'empresa.telefono': telefono,
    'empresa.email': email,
    'usuario.nombre': actor.nombre,
    'usuario.cargo': cargo,
    'usuario.email': actor.email,
  }
}

/**
 * The initial values of a template: of bound fields from the request, the company, the caller and today's date in the
 * caller's zone; of others their defaults.
 * @throws ProblemError not_found, forbidden, validation_failed
 */
export async function templateValues(
  ctx: Ctx,
  { id, idSolicitud }: { id: string; idSolicitud: string | undefined },
): Promise<TemplateData> {
  const { db, actor } = ctx
  const { timeZone } = readerOf(ctx)
  const template = await requireTemplate(db, actor, 'template.read', id)
  await requireTargetCase(db, actor, template, idSolicitud)
  const ofCase = idSolicitud === undefined ? {} : await caseSource(ctx, idSolicitud, timeZone)
  const source = {
    hoy: dayIn(ctx.clock(), timeZone),
    ...(await officeSource(ctx, template.id_company)),
    ...ofCase,
  }
  return bindValues(template.fields, source, template.locale)
}
