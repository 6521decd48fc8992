import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { createId } from '@foja/contracts/create-id'
import { seedCases } from '@foja/testing/seed-cases'
import { once } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import {
  bodyOf,
  createPath,
  expectProblem,
  pdfFile,
  signedIn,
  startOffice,
  type Caller,
} from '../../../../test/office.ts'
import { ctxOf } from '../../../../test/test-server.ts'
import { csvField } from '../../../lib/csv.ts'
import { exportSolicitudes } from './export-solicitudes.ts'

const path = '/api/v1/export_solicitudes/'

/** Parses CSV strictly by RFC 4180; throws when it is invalid. */
function parseCsv(text: string, separator: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at < text.length) {
    let field = ''
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (at >= text.length) throw new Error('a quoted field without its end')
        if (text[at] === '"') at += 1
        field += text[at]
      }
      at += 1
    } else {
      while (at < text.length && text[at] !== separator && !text.startsWith('\r\n', at)) {
        if (/["\r\n]/.test(text[at]!)) throw new Error(`a bare ${JSON.stringify(text[at])} at ${at}`)
        field += text[at]
        at += 1
      }
    }
    record.push(field)
    if (text.startsWith('\r\n', at)) {
      records.push(record)
      record = []
      at += 2
    } else if (text[at] === separator) at += 1
    else throw new Error(`a field goes on after its quote at ${at}`)
  }
  if (record.length > 0) throw new Error('the last line has no end')
  return records
}

async function table(caller: Caller, query = '', headers: Record<string, string> = {}, separator = ';') {
  const response = await caller.call(`${path}${query}`, { headers })
  expect(response.status).toBe(200)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, ...lines] = parseCsv(bytes.subarray(3).toString(), separator)
  const rows = lines.map((line) => {
    expect(line.length).toBe(head!.length)
    return Object.fromEntries(head!.map((name, n) => [name, line[n]!]))
  })
  return { response, head: head!, rows }
}

const titulo = '=HYPERLINK("http://mal.example";"Ábreme; ya")'
const office = await startOffice()
const solicitudes = [0, 1].map((n) => ({
  id_solicitud: createId(),
  titulo: n === 0 ? '+593 2 123' : 'Acta "única"',
  partes: [
    { nombre: '@Núñez', rol: 'Solicitante' },
    { nombre: 'Peña', rol: 'Invitada' },
  ],
  description: [{}],
}))
const data = { id_solicitud_main: createId(), titulo, solicitudes }
const nasty = await bodyOf<SolicitudMain>(
  await office.usuario.upload(createPath, [pdfFile('-uno.pdf'), pdfFile('dos.pdf')], data),
  201,
)
afterAll(() => office.close())

describe('exporting the list as CSV', () => {
  it('writes a line per request, in the language and time zone of the reader', async () => {
    const { response, rows } = await table(office.gestor, '', { 'time-zone': 'America/Guayaquil' })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="solicitudes-\d{4}-\d\d-\d\d\.csv"/,
    )
    expect(rows.map((row) => row['Solicitud'])).toEqual(["'+593 2 123", 'Acta "única"'])
    const at = new Date(nasty.created_at)
    at.setUTCHours(at.getUTCHours() - 5)
    expect(rows[0]).toEqual({
      Expediente: `'${titulo}`,
      'Código del expediente': nasty.id_solicitud_main,
      Solicitud: "'+593 2 123",
      'Código de la solicitud': nasty.solicitudes[0]!.id_solicitud,
      Tipo: '',
      Estado: 'Pendiente',
      'Fecha agendada': '',
      Lugar: '',
      'Asignada a': '',
      Partes: "'@Núñez (Solicitante) · Peña (Invitada)",
      Documentos: "'-uno.pdf",
      Mediación: 'Sin iniciar',
      'Creada por': 'Úrsula Usuaria',
      Creada: at.toISOString().slice(0, 16).replace('T', ' '),
      'Último cambio': at.toISOString().slice(0, 16).replace('T', ' '),
    })
    const english = await table(office.gestor, '', { 'accept-language': 'en' }, ',')
    expect(english.head.slice(0, 3)).toEqual(['Case file', 'Case file code', 'Request'])
    expect(english.rows[0]!['Status']).toBe('Pending')
    expect(english.response.headers.get('content-disposition')).toContain('requests-')
  })

  it('contains only the requests that the role may read', async () => {
    const lines = async (caller: Caller, query = '') => (await table(caller, query)).rows.length
    expect(await Promise.all([office.usuario, office.mediador, office.admin].map((caller) => lines(caller)))).toEqual([
      2, 2, 2,
    ])
    expect(await Promise.all([office.colega, office.ajeno].map((caller) => lines(caller)))).toEqual([0, 0])
    expect(await lines(office.ajeno, `?id_company=${office.company}`)).toBe(0)
    expect((await fetch(new URL(path, office.server.origin))).status).toBe(401)
  })

  it('contains the requests of the case files that the list shows with the same filters', async () => {
    const [first, second] = nasty.solicitudes
    await office.server.deps.db
      .updateTable('solicitud')
      .set({ status: 'agendado', fecha_agendada: new Date('2026-01-15T15:30:00Z') })
      .where('id_solicitud', '=', first!.id_solicitud)
      .execute()
    const { rows } = await table(office.gestor, '?status=agendado', { 'time-zone': 'America/Bogota' })
    expect(rows.map((row) => [row['Código de la solicitud'], row['Fecha agendada']])).toEqual([
      [first!.id_solicitud, '2026-01-15 10:30'],
      [second!.id_solicitud, ''],
    ])
    // The row of the list says «Agendado».
    expect((await table(office.gestor, '?status=pendiente')).rows).toEqual([])
    const { rows: overdue } = await table(office.gestor, '?status=agendado&sin_asignar=1&vencidas=1')
    expect(overdue.map((row) => row['Código de la solicitud'])).toEqual([first!.id_solicitud])
    expect((await table(office.gestor, '?q=peña&status=concluido')).rows).toEqual([])
    await expectProblem(await office.gestor.call(`${path}?status=otro`), 400, 'validation_failed')
  })
})

describe('exporting a long list as CSV', () => {
  const file = { blobKey: 'x', size: 1, sha256: '0'.repeat(64), paginas: 1, pageSizes: [{ width: 1, height: 1 }] }

  it('contains every request once, in the requested order', async () => {
    const { db } = office.server.deps
    const { company } = await seedCases(db, { solicitudes: 2500, file, passwordHash: null })
    const caller = await signedIn(office.server, { role: 'gestor', nombre: 'Gloria', id_company: company })
    const ids = async (where: 'all' | 'agendado') => {
      const columns = ['id_solicitud', 'id_solicitud_main', 'status'] as const
      const all = await db.selectFrom('solicitud').where('id_company', '=', company).select(columns).execute()
      const statuses = Map.groupBy(all, (row) => row.id_solicitud_main)
      const isSame = (main: string, status: string) => statuses.get(main)!.every((row) => row.status === status)
      return all
        .filter(({ id_solicitud_main: main }) => {
          return where === 'all' || !(isSame(main, 'pendiente') || isSame(main, 'concluido'))
        })
        .map((row) => row.id_solicitud)
        .toSorted()
    }
    for (const ordering of ['', 'titulo', 'created_at', '-titulo']) {
      const { rows } = await table(caller, ordering === '' ? '' : `?ordering=${ordering}`)
      expect(rows.map((row) => row['Código de la solicitud']).toSorted()).toEqual(await ids('all'))
      const dates = rows.map((row) => row['Creada']!)
      if (ordering === 'created_at') expect(dates).toEqual(dates.toSorted())
      if (ordering === '') expect(dates).toEqual(dates.toSorted().toReversed())
    }
    const { rows } = await table(caller, '?status=agendado')
    expect(rows.map((row) => row['Código de la solicitud']).toSorted()).toEqual(await ids('agendado'))
  })

  it('stops reading when the client disconnects', async () => {
    const { db } = office.server.deps
    let queries = 0
    const counting = db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const actor = { id: office.admin.id, role: 'admin', id_company: null } as const
    const { id: session } = await db
      .selectFrom('session')
      .where('id_user', '=', actor.id)
      .select('id')
      .executeTakeFirstOrThrow()
    const ctx = ctxOf(office.server, { ...actor, session }, { db: counting })
    const { stream } = exportSolicitudes(ctx, { ordering: '-updated_at' })
    await once(stream, 'readable')
    stream.read()
    stream.destroy()
    await once(stream, 'close')
    // Two steps of three queries.
    expect(queries).toBeLessThanOrEqual(6)
  })
})

it.each([
  ['=1+1', "'=1+1"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['a\nb', '"a\nb"'],
  ['a;b', '"a;b"'],
  ['x,=1+1', '"x,=1+1"'],
  ['x\t=1+1', '"x\t=1+1"'],
  ['＝1+1', "'＝1+1"],
  ['－1', "'－1"],
  ['\u00a0=1+1', "'\u00a0=1+1"],
  [' \u200b\ufeff=1+1', "' \u200b\ufeff=1+1"],
  ['\n@a', `"'\n@a"`],
  ['a=b', 'a=b'],
  ['di "sí"', '"di ""sí"""'],
])('writes the CSV field %j as %j', (value, written) => expect(csvField(value)).toBe(written))
