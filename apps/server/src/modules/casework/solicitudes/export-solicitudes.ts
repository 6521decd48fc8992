import type { Ordering } from '@foja/contracts/constants'
import { Readable } from 'node:stream'
import type { Ctx } from '../../../context.ts'
import { readerOf, type Reader } from '../../../texts/locale.ts'
import { localTime } from '../../../lib/zoned-days.ts'
import { statusMediacionWords } from '../../../texts/mediation-words.ts'
import { byteOrderMark, csvLine } from '../../../lib/csv.ts'
import { nextMains, requestsOf, type ExportOrder, type ExportRow, type Mark } from './export.queries.ts'
import { columnTexts, fileTexts, statusTexts } from '../../../texts/export-texts.ts'
import { requireSameActor } from '../../identity/public.ts'
import { filterOf, type Filters, scopeOf } from './list-filter.ts'

export type ExportQuery = Filters & { id_company?: string | undefined; ordering: Ordering }

/** Number of case files in memory at a time. */
const perStep = 500

type Column = keyof typeof columnTexts

function valuesOf(row: ExportRow, { locale, timeZone }: Reader): Record<Column, string> {
  const moment = (at: Date | null) => {
    if (at === null) return ''
    const { day, time } = localTime(at, timeZone)
    return `${day} ${time}`
  }
  return {
    expediente: row.main_titulo,
    id_solicitud_main: row.id_solicitud_main,
    solicitud: row.titulo,
    id_solicitud: row.id_solicitud,
    tipo: row.tipo ?? '',
    estado: statusTexts[row.status][locale],
    fecha: moment(row.fecha_agendada),
    lugar: row.lugar ?? '',
    asignado: row.assignee ?? '',
    partes: row.partes.map(({ nombre, rol }) => `${nombre} (${rol})`).join(' · '),
    documentos: row.documents.map(({ nombre }) => nombre).join(' · '),
    mediacion: row.documents.map(({ status_mediacion: status }) => statusMediacionWords[locale][status]).join(' · '),
    creada_por: row.author,
    creada: moment(row.created_at),
    cambiada: moment(row.updated_at),
  }
}

/** The order of the list if it is stable during the export; else by creation, in the same direction. */
function orderOf(ordering: Ordering): ExportOrder {
  return { column: ordering.endsWith('titulo') ? 'orden' : 'created_at', descending: ordering.startsWith('-') }
}

async function* linesOf(
  { db, actor, clock }: Ctx,
  query: ExportQuery,
  reader: Reader,
  now: Date,
): AsyncGenerator<string> {
  const separator = reader.locale === 'es' ? ';' : ','
  const columns = Object.keys(columnTexts) as Column[]
  yield (
    byteOrderMark +
      csvLine(
        columns.map((column) => columnTexts[column][reader.locale]),
        separator,
      )
  )
  const scope = scopeOf(actor, query.id_company)
  if (scope === null) return
  const filter = filterOf(query, reader.timeZone, now)
  const order = orderOf(query.ordering)
  for (let mark: Mark | null = null; ;) {
    await requireSameActor(db, actor, clock())
    const mains: Mark[] = await nextMains(db, scope, filter, order, mark, perStep)
    const rows = await requestsOf(
      db,
      filter,
      mains.map(({ id }) => id),
    )
    if (rows.length > 0)
      yield rows
        .map((row) => {
          const values = valuesOf(row, reader)
          return csvLine(
            columns.map((column) => values[column]),
            separator,
          )
        })
        .join('')
    mark = mains.at(-1) ?? null
    if (mains.length < perStep) return
  }
}

/**
 * Exports the filtered list as CSV, a line per matching request, in the reader's language and time zone. It is read in
 * small steps as fast as the client reads, and stops when the client disconnects or the caller loses access.
 */
export function exportSolicitudes(ctx: Ctx, query: ExportQuery): { stream: Readable; filename: string } {
  const reader = readerOf(ctx)
  const now = ctx.clock()
  const { day } = localTime(now, reader.timeZone)
  return {
    stream: Readable.from(linesOf(ctx, query, reader, now), { objectMode: true, highWaterMark: 1 }),
    filename: `${fileTexts[reader.locale]}-${day}.csv`,
  }
}
