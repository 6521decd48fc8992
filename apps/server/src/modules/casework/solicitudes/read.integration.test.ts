import type { SolicitudDetails, SolicitudMain, SolicitudMainPage } from '@foja/contracts/solicitudes'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import {
  bodyOf,
  createCase,
  createPath,
  expectProblem,
  mainOf,
  pdfFile,
  startOffice,
  type Office,
} from '../../../../test/office.ts'

const listPath = '/api/v1/get_list_solicitud_main_type2/'

const titles = ['Arrendamiento del señor Núñez', 'Divorcio', 'Herencia', 'Linderos', 'Pensión de alimentos']
const office = await startOffice()
for (const titulo of titles) {
  const partes = [{ nombre: `Parte Ibáñez de ${titulo}`, rol: 'Solicitante' }]
  const data = mainOf(1, { titulo })
  const solicitudes = data.solicitudes.map((one) => ({ ...one, partes }))
  await bodyOf(await office.usuario.upload(createPath, [pdfFile()], { ...data, solicitudes }), 201)
  office.server.advance(60_000)
}
await createCase(office.colega, pdfFile('de-colega.pdf'), { titulo: 'Caso del colega' })
await createCase(office.ajeno, pdfFile('ajeno.pdf'), { titulo: 'Caso ajeno' })
afterAll(() => office.close())

const page = (caller: Office['gestor'], query: string) =>
  caller.read<SolicitudMainPage>(`${listPath}?page=1&pagination${query}`)
const titlesOf = ({ results }: SolicitudMainPage) => results.map((one) => one.titulo)

describe('the list of case files', () => {
  it('is paginated, newest first', async () => {
    const first = await page(office.usuario, '&page_size=2')
    expect(first).toMatchObject({ count: 5, page: 1, page_size: 2, next: 2, previous: null })
    expect(titlesOf(first)).toEqual(titles.toReversed().slice(0, 2))
    const last = await office.usuario.read<SolicitudMainPage>(`${listPath}?page=3&pagination&page_size=2`)
    expect(last).toMatchObject({ count: 5, page: 3, next: null, previous: 2 })
    expect(titlesOf(last)).toEqual([titles[0]])
    const beyond = await office.usuario.read<SolicitudMainPage>(`${listPath}?page=9&pagination=true`)
    expect(beyond).toMatchObject({ count: 5, next: null, results: [] })
  })

  it('is a bare array without «pagination»', async () => {
    const list = await office.usuario.read<SolicitudMain[]>(`${listPath}?page=1`)
    expect(list.map((one) => one.titulo)).toEqual(titles.toReversed())
    expect(list[0]?.solicitudes[0]?.description[0]?.nombre).toBe('Contrato de señal.pdf')
  })

  it.each([
    ['nunez', 1],
    ['NÚÑEZ arrend', 1],
    ['ibáñez', 5],
    ['pension', 1],
    ['nada de esto', 0],
    ["' or 1=1 --", 0],
    ['%', 5],
    [':* & !', 5],
  ])('finds «%s» %i times', async (q, count) => {
    expect((await page(office.usuario, `&q=${encodeURIComponent(q)}`)).count).toBe(count)
  })

  it('filters by status and day', async () => {
    const { db } = office.server.deps
    const [one] = await office.usuario.read<SolicitudMain[]>(`${listPath}?page=1&q=herencia`)
    await db
      .updateTable('solicitud')
      .set({ status: 'agendado', asignado_a: office.mediador.id })
      .where('id_solicitud_main', '=', one!.id_solicitud_main)
      .execute()
    expect(titlesOf(await page(office.usuario, '&status=agendado'))).toEqual(['Herencia'])
    expect(titlesOf(await page(office.gestor, `&asignado_a=${office.mediador.id}`))).toEqual(['Herencia'])
    expect((await page(office.usuario, '&status=concluido')).count).toBe(0)
    const today = one!.created_at.slice(0, 10)
    expect((await page(office.usuario, `&desde=${today}&hasta=${today}`)).count).toBeGreaterThan(0)
    expect((await page(office.usuario, '&hasta=2000-01-01')).count).toBe(0)
    expect((await page(office.usuario, '&desde=2999-01-01')).count).toBe(0)
  })

  it('orders by title', async () => {
    expect(titlesOf(await page(office.usuario, '&ordering=titulo'))).toEqual(titles)
    expect(titlesOf(await page(office.usuario, '&ordering=-titulo'))).toEqual(titles.toReversed())
  })

  it('shows each role only what it may read', async () => {
    const counts = await Promise.all(
      [office.usuario, office.colega, office.gestor, office.mediador, office.admin, office.ajeno].map(
        async (caller) => (await page(caller, '')).count,
      ),
    )
    expect(counts).toEqual([5, 1, 6, 6, 7, 1])
    expect((await page(office.gestor, `&id_company=${office.otherCompany}`)).count).toBe(0)
    expect((await page(office.admin, `&id_company=${office.otherCompany}`)).count).toBe(1)
  })

  it.each(['&page=0', '&page=x', '&page_size=1000', '&status=otro', '&desde=ayer', '&ordering=id', '&q=%00'])(
    'returns 200 or 400 for «%s»',
    async (query) => {
      const response = await office.usuario.call(`${listPath}?pagination${query}`)
      expect([200, 400]).toContain(response.status)
      if (query !== '&q=%00') expect(response.status).toBe(400)
    },
  )
})

describe('the details of a request', () => {
  it('contain the request, its case file, versions, actions and history', async () => {
    const { main, solicitud, document } = await createCase(office.usuario, pdfFile('Acta.pdf'))
    const path = `/api/v1/details_solicitud/${solicitud.id_solicitud}/`
    const details = await office.usuario.read<SolicitudDetails>(path)
    expect(details).toMatchObject({ id_solicitud: solicitud.id_solicitud, status: 'pendiente', history_intact: true })
    expect(details.solicitud_main).toEqual(main)
    expect(details.description[0]).toMatchObject({
      id_documento: document.id_documento,
      versions: [{ version: 1, origin: 'upload', sha256: document.sha256, pdf_path: document.pdf_path }],
      // The only document of a request cannot be deleted.
      actions: ['sign', 'share', 'share_users', 'email', 'verify', 'download'],
    })
    expect(details.history.map((event) => [event.action, event.actor?.nombre])).toEqual([
      ['document.uploaded', 'Úrsula Usuaria'],
      ['solicitud_main.created', 'Úrsula Usuaria'],
    ])
    for (const caller of [office.ajeno, office.colega]) await expectProblem(await caller.call(path), 404, 'not_found')
    for (const caller of [office.gestor, office.mediador, office.admin])
      expect((await caller.call(path)).status).toBe(200)
  })

  it.each(['data', 'at', 'actor_label'] as const)('report when «%s» of an event was altered', async (column) => {
    const { main, solicitud } = await createCase(office.usuario)
    const { db } = office.server.deps
    const values = {
      data: sql`'{"titulo":"otro"}'::jsonb`,
      at: sql`now() + interval '1 day'`,
      actor_label: sql`'Otra'`,
    }
    const alter = db
      .updateTable('event')
      .set({ [column]: values[column] })
      .where('id_solicitud_main', '=', main.id_solicitud_main)
      .where('action', '=', 'solicitud_main.created')
    await expect(alter.execute()).rejects.toThrow(/append-only/)
    await sql`alter table event disable trigger user`.execute(db)
    await alter.execute()
    await sql`alter table event enable trigger user`.execute(db)
    const path = `/api/v1/details_solicitud/${solicitud.id_solicitud}/`
    expect((await office.usuario.read<SolicitudDetails>(path)).history_intact).toBe(false)
  })

  it('contain the newest two hundred events, verified over all', async () => {
    const { main, solicitud } = await createCase(office.usuario)
    const { db } = office.server.deps
    const event = { action: 'share.opened', id_solicitud_main: main.id_solicitud_main, actor_label: '' }
    await inTransaction(db, async (trx) => {
      for (let n = 0; n < 205; n += 1) await appendEvent(trx, { ...event, data: { n } })
    })
    const path = `/api/v1/details_solicitud/${solicitud.id_solicitud}/`
    const { history, history_intact: intact } = await office.usuario.read<SolicitudDetails>(path)
    expect(intact).toBe(true)
    expect(history.map(({ data }) => data['n'])).toEqual(Array.from({ length: 200 }, (_, n) => 204 - n))
    await sql`alter table event disable trigger user`.execute(db)
    await sql`update event set actor_label = 'Otra' where chain = ${main.id_solicitud_main} and seq = 1`.execute(db)
    await sql`alter table event enable trigger user`.execute(db)
    expect((await office.usuario.read<SolicitudDetails>(path)).history_intact).toBe(false)
  })

  it('of an unknown request return 404', async () => {
    await expectProblem(await office.gestor.call('/api/v1/details_solicitud/AAAA-BBBB-CCCC-DDDD/'), 404, 'not_found')
    await expectProblem(await office.gestor.call('/api/v1/details_solicitud/1/'), 404, 'not_found')
  })
})

describe('the metrics of requests', () => {
  it('count all three states of the requests that the caller may read', async () => {
    const read = (caller: Office['gestor']) => caller.read('/api/v1/metrics/')
    expect(await read(office.ajeno)).toEqual({ pendiente: 1, agendado: 0, concluido: 0 })
    expect(await read(office.colega)).toEqual({ pendiente: 1, agendado: 0, concluido: 0 })
    const mine = (await read(office.usuario)) as { pendiente: number; agendado: number }
    expect(mine.agendado).toBe(1)
    expect(await read(office.gestor)).toEqual({ pendiente: mine.pendiente + 1, agendado: 1, concluido: 0 })
    expect(await read(office.admin)).toEqual({ pendiente: mine.pendiente + 2, agendado: 1, concluido: 0 })
  })
})
