import type { SolicitudStatus, MediationStatus } from '@foja/contracts/states'
import type { Solicitud } from '@foja/contracts/solicitudes'
import { bodyOf, createCase, pdfFile, type Caller, type Office, type TestFile } from './office.ts'

/** Requests that change the state of a request. */
export const update = (caller: Caller, body: object) => caller.post('/api/v1/update_solicitud_type/', body)
export const send = (caller: Caller, body: object) => caller.post('/api/v1/send_solicitud/', body)
export const giveBack = (caller: Caller, body: object) => caller.post('/api/v1/return_pendient/', body)
export const bulk = (caller: Caller, body: object) => caller.post('/api/v1/bulk_solicitudes/', body)
export const mediate = (caller: Caller, document: string, body: object) =>
  caller.post(`/api/v1/change_status_mediation/${document}/`, body)
export const attach = (caller: Caller, data: object | undefined, files: TestFile[] = [pdfFile('anexo.pdf')]) =>
  caller.upload('/api/v1/upload_document/', files, data)

const dayMs = 86_400_000
export const hourMs = 3_600_000

/** An instant `days` from now, in wire format. */
export const inDays = ({ server }: Office, days: number) =>
  new Date(server.deps.clock().getTime() + days * dayMs).toISOString()

/** Creates a case of `author` and sets the states of its request and document directly in the database. */
export async function caseIn(
  office: Office,
  status: SolicitudStatus,
  more: { author?: Caller; fecha?: string | null; assignee?: string; mediacion?: MediationStatus } = {},
) {
  const created = await createCase(more.author ?? office.usuario)
  const id = created.solicitud.id_solicitud
  await putIn(office, id, status, more)
  return { ...created, id, document: created.document.id_documento, main: created.main.id_solicitud_main }
}

export async function putIn(
  { server }: Office,
  id: string,
  status: SolicitudStatus,
  more: { fecha?: string | null; assignee?: string; mediacion?: MediationStatus } = {},
): Promise<void> {
  const { db, clock } = server.deps
  const sent_at = status === 'pendiente' ? null : clock()
  const concluded_at = status === 'concluido' ? clock() : null
  await db
    .updateTable('solicitud')
    .set({ status, sent_at, concluded_at, fecha_agendada: more.fecha ?? null, asignado_a: more.assignee ?? null })
    .where('id_solicitud', '=', id)
    .execute()
  const status_mediacion = more.mediacion ?? 'sin_iniciar'
  await db.updateTable('document').set({ status_mediacion }).where('id_solicitud', '=', id).execute()
}

/** Everything that a step has written. */
export async function effectsOn({ server }: Office, main: string, id: string) {
  const { db } = server.deps
  const row = await db.selectFrom('solicitud').where('id_solicitud', '=', id).selectAll().executeTakeFirstOrThrow()
  const events = await db
    .selectFrom('event')
    .where('chain', '=', main)
    .where('action', 'not in', ['solicitud_main.created', 'document.uploaded'])
    .select(['action', 'data', 'actor_label'])
    .orderBy('seq')
    .execute()
  const notices = await db
    .selectFrom('notification')
    .innerJoin('app_user', 'app_user.id', 'notification.id_user')
    .where('id_solicitud', '=', id)
    .select(['kind', 'app_user.nombre', 'data'])
    .orderBy('notification.id')
    .execute()
  const emails = await db
    .selectFrom('email')
    .where('id_solicitud', '=', id)
    .select(['kind', 'recipients', 'calendar_method', 'calendar', 'text'])
    .orderBy('created_at')
    .execute()
  const mail = emails.map(({ recipients, kind }) => `${kind} ${recipients.to.join()}`).toSorted()
  return {
    row,
    events,
    notices,
    emails,
    mail,
    notified: notices.map(({ kind, nombre }) => `${kind} ${nombre}`).toSorted(),
  }
}

/** Returns the request of a response. */
export const solicitudOf = async (response: Response) => await bodyOf<Solicitud>(response, 200)
