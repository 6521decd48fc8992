import type { EventAction } from '@foja/contracts/events'
import { createId } from '@foja/contracts/create-id'
import type { NewEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { createHash } from 'node:crypto'
import { insertDocument, type ReceivedDocument } from '../../documents/public.ts'
import { countUse } from '../../templates/public.ts'
import type { Person, SampleOffice } from '../insert-office.ts'
import type { SampleCase } from './sample-cases.ts'
import type { SampleDates } from './sample-dates.ts'
import type { SampleKey } from './sample-people.ts'

export type Act = NewEvent & { action: EventAction; at: Date }

/** A case to insert: its files, dates and office, the template of its acts, and the admin who sets up Foja. */
export type Filing = {
  id: string
  office: SampleOffice
  admin: Person
  sample: SampleCase
  files: ReceivedDocument[]
  dates: SampleDates
  act: { id: string; name: string }
  now: Date
}

const personOf = ({ office }: Filing, key: SampleKey | undefined): Person | null =>
  key === undefined ? null : office.people[key]

/** The current mediator: the original one, or the admin if it was handed over. */
const mediatorOf = (filing: Filing) =>
  filing.sample.handed === true ? filing.admin : personOf(filing, filing.sample.mediator)

const handedAt = ({ sample, now }: Filing) => (sample.handed === true ? now : null)

async function insertRequest(trx: Transaction<Database>, filing: Filing, position: number): Promise<string> {
  const { id: id_solicitud_main, office, sample, dates } = filing
  const document = sample.documents[position]!
  // One code for a case file and its first request.
  const id_solicitud = position === 0 ? id_solicitud_main : createId()
  const { created, sent, hearing, concluded, last } = dates
  const handed = handedAt(filing)
  await trx
    .insertInto('solicitud')
    .values({
      id_solicitud,
      id_solicitud_main,
      id_company: office.id,
      position,
      titulo: document.nombre.replace(/\.pdf$/, ''),
      tipo: document.tipo,
      notas: position === 0 ? sample.notas : null,
      status: sample.status,
      fecha_agendada: hearing,
      // No reminders for appointments that are made up.
      reminded_for: hearing,
      lugar: sample.lugar ?? null,
      partes: JSON.stringify(sample.partes),
      asignado_a: mediatorOf(filing)?.id ?? null,
      version: [created, sent, handed, concluded].filter((step) => step !== null).length,
      created_at: created,
      updated_at: handed ?? last,
      sent_at: sent,
      concluded_at: concluded,
    })
    .execute()
  return id_solicitud
}

/** The events of one request, as its steps would have recorded them. */
function actsOf(filing: Filing, position: number, ids: Record<'request' | 'file', string>): Act[] {
  const { id, office, sample, dates, files, act, admin } = filing
  const { nombre, sha256 } = files[position]!
  const { mediacion, file } = sample.documents[position]!
  const { created, sent, begun, hearing, settled, concluded } = dates
  const mediator = personOf(filing, sample.mediator)
  const request = { id_solicitud: ids.request, titulo: nombre.replace(/\.pdf$/, '') }
  const acts: Act[] = []
  const add = (at: Date | null, by: Person | null, action: EventAction, data: Act['data'], id_documento?: string) => {
    if (at === null || by === null) return
    const trail = { id_solicitud_main: id, id_company: office.id, actor: by.id, actor_label: by.nombre }
    acts.push({ ...trail, at, action, data, id_documento })
  }
  const mediate = (at: Date | null, from: string, status: string) =>
    add(at, mediator, 'mediation.changed', { nombre, from, status, motivo: null }, ids.file)
  const author = office.people[sample.author]
  if (file !== undefined) add(created, author, 'document.uploaded', { nombre, sha256 }, ids.file)
  else add(created, author, 'document.filled', { nombre, sha256, plantilla: act.name, version: 1 }, ids.file)
  const fecha = hearing?.toISOString() ?? null
  const sending = { ...request, fecha, asignado_a: mediator?.nombre ?? null, mensaje: null }
  add(sent, personOf(filing, sample.sender), 'solicitud.sent', sending)
  if (mediacion !== undefined) {
    mediate(begun, 'sin_iniciar', 'en_proceso')
    if (mediacion !== 'en_proceso') mediate(settled, 'en_proceso', mediacion)
  }
  add(concluded, personOf(filing, sample.concluder), 'solicitud.concluded', request)
  const given = { fields: 'asignado_a', from_asignado_a: mediator?.nombre ?? null, to_asignado_a: admin.nombre }
  add(handedAt(filing), office.people.rocio, 'solicitud.updated', { ...request, ...given })
  return acts
}

/** Inserts one case file; returns its events. */
export async function insertCase(trx: Transaction<Database>, filing: Filing): Promise<Act[]> {
  const { id, office, sample, files, dates, act } = filing
  const { id: created_by, nombre: actor_label } = office.people[sample.author]
  const { titulo } = sample
  const { created: at } = dates
  const updated_at = handedAt(filing) ?? dates.last
  const payload_sha256 = createHash('sha256').update(id).digest('hex')
  const place = { id_solicitud_main: id, id_company: office.id }
  await trx
    .insertInto('solicitud_main')
    .values({ ...place, titulo, created_by, payload_sha256, created_at: at, updated_at })
    .execute()
  const acts: Act[] = [
    { ...place, actor: created_by, actor_label, at, action: 'solicitud_main.created', data: { titulo } },
  ]
  for (const [position, { mediacion, file: stored }] of sample.documents.entries()) {
    const request = await insertRequest(trx, filing, position)
    const home = { idSolicitud: request, idCompany: office.id, position: 0, createdBy: created_by, at }
    const from = stored === undefined ? { template: { id: act.id, version: 1 } } : {}
    const file = await insertDocument(trx, { received: files[position]!, ...home, ...from })
    if (stored === undefined) await countUse(trx, act.id, at)
    if (mediacion !== undefined) {
      await trx.updateTable('document').set({ status_mediacion: mediacion }).where('id_documento', '=', file).execute()
    }
    acts.push(...actsOf(filing, position, { request, file }))
  }
  return acts
}
