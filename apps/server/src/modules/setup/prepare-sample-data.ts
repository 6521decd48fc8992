import { appendEvent, type NewEvent } from '@foja/db/events'
import type { EventAction } from '@foja/contracts/events'
import type { Database } from '@foja/db/schema'
import { createId } from '@foja/contracts/ids'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { documentSink, insertDocument, type ReceivedDocument } from '../documents/documents.public.ts'
import { countUse } from '../templates/templates.public.ts'
import { fillAct, insertPrepared, madeAt, prepareTemplates, type PreparedTemplate } from './prepare-templates.ts'
import { insertOffice, unknownPassword } from './insert-office.ts'
import { sampleCompany } from './sample-people.ts'
import { sampleCases, type SampleCase, type SampleDocument } from './sample-cases.ts'
import { sampleDates, type SampleDates } from './sample-dates.ts'
import type { PrepareSampleData } from './sample-data.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'store' | 'renderer' | 'filler' | 'engine' | 'keys'>
type Office = { id: string; admin: { id: string; nombre: string } }
type Act = NewEvent & { action: EventAction; at: Date }

const mostLogoBytes = 1024 * 1024

/** Fills the template of acts under a name. */
type Fill = (nombre: string) => Promise<ReceivedDocument>

/** A case with its files, its dates, where it goes, and the template that its acts are filled from. */
type Filing = {
  id: string
  office: Office
  sample: SampleCase
  files: ReceivedDocument[]
  dates: SampleDates
  act: { id: string; name: string }
}

const sampleFile = (name: string) => fileURLToPath(new URL(`../../../assets/samples/${name}`, import.meta.url))

async function storeFile(deps: Deps, { file, nombre: name }: SampleDocument, fill: Fill): Promise<ReceivedDocument> {
  if (file === undefined) return await fill(name)
  return await documentSink(deps, null).receive({ index: 0, name, stream: createReadStream(sampleFile(file)) })
}

async function insertRequest(trx: Transaction<Database>, filing: Filing, position: number): Promise<string> {
  const { id: id_solicitud_main, office, sample, dates } = filing
  const document = sample.documents[position]!
  const id_solicitud = createId()
  const { created, sent, hearing, concluded, last } = dates
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
      // Nobody is written to about an appointment that never was.
      reminded_for: hearing,
      lugar: sample.lugar ?? null,
      partes: JSON.stringify(sample.partes),
      asignado_a: sent === null ? null : office.admin.id,
      version: [created, sent, concluded].filter((step) => step !== null).length,
      created_at: created,
      updated_at: last,
      sent_at: sent,
      concluded_at: concluded,
    })
    .execute()
  return id_solicitud
}

/** What the history tells of one request, as its steps would have told it. */
function actsOf(
  { id, office, sample, dates, files, act }: Filing,
  position: number,
  ids: Record<'request' | 'file', string>,
) {
  const { nombre, sha256 } = files[position]!
  const { mediacion, file } = sample.documents[position]!
  const { created, sent, begun, hearing, settled, concluded } = dates
  const { id: actor, nombre: actor_label } = office.admin
  const trail = { id_solicitud_main: id, id_company: office.id, actor, actor_label }
  const request = { id_solicitud: ids.request, titulo: nombre.replace(/\.pdf$/, '') }
  const acts: Act[] = []
  const add = (at: Date | null, action: EventAction, data: Act['data'], id_documento?: string) => {
    if (at !== null) acts.push({ ...trail, at, action, data, id_documento })
  }
  const mediate = (at: Date | null, from: string, status: string) =>
    add(at, 'mediation.changed', { nombre, from, status, motivo: null }, ids.file)
  if (file !== undefined) add(created, 'document.uploaded', { nombre, sha256 }, ids.file)
  else add(created, 'document.filled', { nombre, sha256, plantilla: act.name, version: 1 }, ids.file)
  const fecha = hearing?.toISOString() ?? null
  add(sent, 'solicitud.sent', { ...request, fecha, asignado_a: actor_label, mensaje: null })
  if (mediacion !== undefined) {
    mediate(begun, 'sin_iniciar', 'en_proceso')
    if (mediacion !== 'en_proceso') mediate(settled, 'en_proceso', mediacion)
  }
  add(concluded, 'solicitud.concluded', request)
  return acts
}

/** Adds one case file and answers what its history has to tell. */
async function insertCase(trx: Transaction<Database>, filing: Filing): Promise<Act[]> {
  const { id, office, sample, files, dates, act } = filing
  const { id: created_by, nombre: actor_label } = office.admin
  const { titulo } = sample
  const { created: at, last: updated_at } = dates
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

/** Adds the templates. Answers the one of acts, and what the history has to tell. */
async function insertTemplates(
  trx: Transaction<Database>,
  templates: readonly PreparedTemplate[],
  office: Office,
  now: Date,
): Promise<{ act: Filing['act']; acts: Act[] }> {
  const who = { id_company: office.id, actor: office.admin.id, actor_label: office.admin.nombre }
  const acts: Act[] = []
  let act = { id: '', name: '' }
  for (const template of templates) {
    const { name, key } = template.sample
    const at = madeAt(template, now)
    const id = await insertPrepared(trx, template, office, at)
    acts.push({ ...who, at, action: 'template.created', data: { id_template: id, nombre: name } })
    if (key === 'acta') act = { id, name }
  }
  return { act, acts }
}

/**
 * The papers of a mediation centre for a new company. Files are stored first, outside the transaction; should that
 * fail later, the sweeper removes them. What happened in them is told in the order in which it happened.
 */
export function sampleDataPreparer(deps: Deps): PrepareSampleData {
  return async () => {
    const now = deps.clock()
    const templates = await prepareTemplates(deps)
    const ofActs = templates.find(({ sample }) => sample.key === 'acta')!
    const stored: ReceivedDocument[][] = []
    for (const [index, sample] of sampleCases.entries()) {
      const { created } = sampleDates(sample, now, index)
      const files: ReceivedDocument[] = []
      for (const document of sample.documents) {
        files.push(await storeFile(deps, document, async (nombre) => fillAct(deps, ofActs, nombre, created)))
      }
      stored.push(files)
    }
    const logo = createReadStream(sampleFile(sampleCompany.logo))
    const { key: logo_key } = await deps.store.put(logo, { maxBytes: mostLogoBytes })
    const prepared = { logo_key, password_hash: await unknownPassword() }
    return async (trx, company, admin) => {
      await insertOffice(trx, deps, prepared, company, admin, now)
      const office = { id: company.id, admin }
      const { act, acts } = await insertTemplates(trx, templates, office, now)
      for (const [index, sample] of sampleCases.entries()) {
        const dates = sampleDates(sample, now, index)
        const filing = { id: createId(), office, sample, files: stored[index]!, dates, act }
        acts.push(...(await insertCase(trx, filing)))
      }
      for (const one of acts.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await appendEvent(trx, one)
    }
  }
}
