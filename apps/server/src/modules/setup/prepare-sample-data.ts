import { appendEvent } from '@foja/db/events'
import { foldSearch } from '@foja/db/search'
import type { Database } from '@foja/db/schema'
import { createId } from '@foja/contracts/ids'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { documentSink, insertDocument, type ReceivedDocument } from '../documents/documents.public.ts'
import { sampleCases, type SampleCase, type SampleDocument } from './sample-cases.ts'
import type { PrepareSampleData } from './sample-data.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'store' | 'renderer' | 'engine'>
type Office = { id: string; admin: { id: string; nombre: string } }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const sampleFile = (name: string) => fileURLToPath(new URL(`../../../assets/samples/${name}`, import.meta.url))

/** Hours of hearings in UTC: half past nine, eleven and three in Quito. */
const hearingHours = [14.5, 16, 20]

/** Nobody works on weekends: a hearing that would fall on one moves to Monday. The same day takes several hours. */
function hearingDay(now: Date, daysAhead: number, index: number): Date {
  const day = new Date(now.getTime() + daysAhead * dayMs)
  const shift = [1, 0, 0, 0, 0, 0, 2][day.getUTCDay()] ?? 0
  day.setUTCDate(day.getUTCDate() + shift)
  const hour = hearingHours[index % hearingHours.length]!
  day.setUTCHours(Math.floor(hour), (hour % 1) * 60, 0, 0)
  return day
}

async function storeFile(deps: Deps, document: SampleDocument, index: number): Promise<ReceivedDocument> {
  const stream = createReadStream(sampleFile(document.file))
  return await documentSink(deps, null).receive({ index, name: document.nombre, stream })
}

async function insertCase(
  trx: Transaction<Database>,
  office: Office,
  now: Date,
  sample: SampleCase,
  files: ReceivedDocument[],
) {
  const id = createId()
  const at = new Date(now.getTime() - sample.daysAgo * dayMs - 2 * hourMs)
  const date = sample.daysAhead === undefined ? null : hearingDay(now, sample.daysAhead, sampleCases.indexOf(sample))
  const payload = createHash('sha256').update(id).digest('hex')
  const search = foldSearch(
    sample.titulo,
    id,
    ...sample.partes.map((party) => party.nombre),
    ...files.map((file) => file.nombre),
  )
  const common = { id_company: office.id, created_at: at, updated_at: at }
  await trx
    .insertInto('solicitud_main')
    .values({
      id_solicitud_main: id,
      titulo: sample.titulo,
      created_by: office.admin.id,
      payload_sha256: payload,
      search,
      ...common,
    })
    .execute()
  const trail = {
    id_solicitud_main: id,
    id_company: office.id,
    actor: office.admin.id,
    actor_label: office.admin.nombre,
    at,
  }
  await appendEvent(trx, { ...trail, action: 'solicitud_main.created', data: { titulo: sample.titulo } })
  for (const [position, document] of sample.documents.entries()) {
    const received = files[position]!
    const idSolicitud = createId()
    await trx
      .insertInto('solicitud')
      .values({
        id_solicitud: idSolicitud,
        id_solicitud_main: id,
        position,
        titulo: document.nombre.replace(/\.pdf$/, ''),
        tipo: document.tipo,
        notas: position === 0 ? sample.notas : null,
        status: sample.status,
        fecha_agendada: date,
        lugar: sample.lugar ?? null,
        partes: JSON.stringify(sample.partes),
        asignado_a: sample.status === 'pendiente' ? null : office.admin.id,
        ...common,
      })
      .execute()
    const place = { idSolicitud, idCompany: office.id, position: 0, createdBy: office.admin.id, at }
    const idDocumento = await insertDocument(trx, { received, ...place })
    const data = { nombre: received.nombre, sha256: received.sha256 }
    await appendEvent(trx, { ...trail, id_documento: idDocumento, action: 'document.uploaded', data })
  }
}

/**
 * The papers of a mediation centre for a new company. Files are stored first, outside the transaction; should that
 * fail later, the sweeper removes them.
 */
export function sampleDataPreparer(deps: Deps): PrepareSampleData {
  return async () => {
    const stored: ReceivedDocument[][] = []
    for (const sample of sampleCases) {
      const files: ReceivedDocument[] = []
      for (const [index, document] of sample.documents.entries()) files.push(await storeFile(deps, document, index))
      stored.push(files)
    }
    return async (trx, company, admin) => {
      for (const [index, sample] of sampleCases.entries()) {
        await insertCase(trx, { id: company.id, admin }, deps.clock(), sample, stored[index]!)
      }
    }
  }
}
