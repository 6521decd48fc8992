import type { listNotifications } from '@foja/contracts/notifications'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import type { TemplateData } from '@foja/contracts/template-fields'
import type { FillBatch } from '@foja/contracts/template-fills'
import type { Job } from '@foja/jobs/queue'
import { makePdf } from '@foja/testing/pdfs'
import { fastify } from 'fastify'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, signedIn, openOffice, storedKeys, type Caller } from '../../../test/office.ts'
import { caseIn } from '../../../test/steps.ts'
import { batchOf, details, fieldOf, fill, filledOf, makeTemplate, startBatch } from '../../../test/templates.ts'
import { readZip } from '../../../test/zip.ts'
import { askForRows } from '../requests/request-from-template.ts'
import { sweep } from '../setup/maintenance/sweep.ts'
import { runFillBatch } from './run-fill-batch.ts'

type Notices = z.output<(typeof listNotifications.replies)[200]>

const office = await openOffice()
const ask = askForRows(office.server.deps)

const hourMs = 3_600_000
const fields = [
  fieldOf('text', { key: 'nombre', required: true }),
  fieldOf('number', { key: 'canon', y: 100, format: { kind: 'number', as: 'decimal', decimals: 2 } }),
  fieldOf('date', { key: 'fecha', y: 140 }),
]
const person = (row: number): TemplateData => ({ nombre: `Persona ${row}`, canon: row * 10.5, fecha: '2026-11-20' })
const started = async (response: Response, status = 202) => await bodyOf<FillBatch>(response, status)
const zipOf = (caller: Caller, id: string) => caller.call(`/api/v1/fill_batch_zip/${id}/`)
const unzip = async (response: Response) => await readZip(new Uint8Array(await response.arrayBuffer()))
const runJobs = () => office.server.jobs.run()
const template = (name = 'Contrato') => makeTemplate(office.gestor, fields, { name, bytes: makePdf() })

describe('a fill batch of two hundred rows, some invalid', () => {
  it('fills the valid rows, reports the errors of the others, and offers a ZIP for a day', async () => {
    const { gestor, usuario, server } = office
    const { id } = await template()
    const rows = Array.from({ length: 200 }, (_, at) => person(at + 1))
    rows[4] = { ...rows[4], nombre: '' }
    rows[9] = { ...rows[9], fecha: '2026-02-30', canon: 'mucho' }
    rows[99] = { ...rows[99], nombre: 'Li 你' }
    rows[199] = { nada: 'x' }
    rows[150] = { ...rows[150], nombre: 'Persona 150' }
    const ask = { id, key: randomUUID(), rows, name_field: 'nombre' }
    const first = await started(await startBatch(usuario, ask))
    expect(first).toMatchObject({ id: ask.key, id_template: id, status: 'running', total: 200, done: 0, zip: false })
    await expectProblem(await zipOf(usuario, ask.key), 400, 'nothing_to_download')
    expect(await started(await startBatch(usuario, ask), 200)).toEqual(first)
    await runJobs()
    const batch = await batchOf(usuario, ask.key)
    expect(batch).toMatchObject({ status: 'done', total: 200, done: 196, failed: 4, zip: true })
    expect(batch.errors.map(({ row, field }) => [row, field])).toEqual([
      [5, 'nombre'],
      [10, 'canon'],
      [10, 'fecha'],
      [100, 'nombre'],
      [200, 'nombre'],
      [200, 'nada'],
    ])
    expect(batch.errors[3]!.message).toContain('你')
    const english = await batchOf(usuario, ask.key, 'en')
    expect(english.errors.map(({ message }) => message)).not.toEqual(batch.errors.map(({ message }) => message))
    const response = await zipOf(usuario, ask.key)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toContain('Contrato.zip')
    const files = await unzip(response)
    expect(files.size).toBe(197)
    expect([...files.keys()].slice(0, 3)).toEqual(['LEEME.txt', 'Persona 1.pdf', 'Persona 2.pdf'])
    expect(files.has('Persona 150 (2).pdf')).toBe(true)
    expect(Buffer.from(files.get('LEEME.txt')!).toString()).toContain('Fila 100')
    expect(Buffer.from(files.get('Persona 7.pdf')!).subarray(0, 5).toString()).toBe('%PDF-')
    // Equal to a single filling.
    const one = await filledOf(await fill(usuario, id, person(7)))
    expect(files.get('Persona 7.pdf')!.byteLength).toBe(one.size)
    expect(await details(gestor, id)).toMatchObject({ uses: 197 })
    const kept = (await storedKeys(office)).length
    server.advance(23 * hourMs)
    expect(await sweep(server.deps, fastify().log, -1000)).toMatchObject({ missing: 0 })
    expect((await storedKeys(office)).length).toBe(kept)
    server.advance(2 * hourMs)
    await sweep(server.deps, fastify().log, -1000)
    server.advance(-25 * hourMs)
    expect((await storedKeys(office)).length).toBe(kept - 196)
    await expectProblem(await usuario.call(`/api/v1/fill_batch/${ask.key}/`), 404, 'not_found')
  })
})

describe('a fill batch into a request', () => {
  it('creates a document with an event per row, and no ZIP', async () => {
    const { usuario } = office
    const { id } = await template('Acta')
    const { id: id_solicitud } = await caseIn(office, 'pendiente')
    const rows = [person(1), { nombre: '' }, person(3)]
    const { id: key } = await started(await startBatch(usuario, { id, key: randomUUID(), rows, id_solicitud }))
    await runJobs()
    expect(await batchOf(usuario, key)).toMatchObject({ status: 'done', done: 2, failed: 1, zip: false })
    await expectProblem(await zipOf(usuario, key), 400, 'nothing_to_download')
    const read = await usuario.read<SolicitudDetails>(`/api/v1/details_solicitud/${id_solicitud}/`)
    expect(read.description.slice(1).map(({ nombre }) => nombre)).toEqual(['Acta 1.pdf', 'Acta 3.pdf'])
    const filled = read.history.filter(({ action }) => action === 'document.filled')
    expect(filled.map(({ actor, data }) => [actor?.id, data['plantilla']])).toEqual([
      [usuario.id, 'Acta'],
      [usuario.id, 'Acta'],
    ])
    expect(read.history_intact).toBe(true)
  })

  it('reports each row as failed once the request accepts no documents', async () => {
    const { usuario, server } = office
    const { id } = await template()
    const { id: id_solicitud } = await caseIn(office, 'pendiente')
    const rows = [person(1), person(2)]
    const { id: key } = await started(await startBatch(usuario, { id, key: randomUUID(), rows, id_solicitud }))
    await server.deps.db
      .updateTable('solicitud')
      .set({ status: 'concluido', concluded_at: server.deps.clock() })
      .where('id_solicitud', '=', id_solicitud)
      .execute()
    const before = await storedKeys(office)
    await runJobs()
    const batch = await batchOf(usuario, key)
    expect(batch).toMatchObject({ status: 'done', done: 0, failed: 2 })
    expect(batch.errors).toMatchObject([
      { row: 1, field: null, message: expect.stringContaining('conclu') as string },
      { row: 2, field: null },
    ])
    expect(await storedKeys(office)).toEqual(before)
    const again = { id, key: randomUUID(), rows, id_solicitud }
    await expectProblem(await startBatch(usuario, again), 400, 'solicitud_concluded')
  })
})

describe('a running fill batch', () => {
  /** Runs the job of a batch until `rows` rows are filled. */
  async function runUntil(key: string, rows: number): Promise<void> {
    const stop = new AbortController()
    const { server } = office
    const fillRow = server.deps.filler.fill.bind(server.deps.filler)
    let filled = 0
    const filler = {
      ...server.deps.filler,
      fill: (...ask: Parameters<typeof fillRow>) => {
        filled += 1
        if (filled === rows) stop.abort()
        return fillRow(...ask)
      },
    }
    await runFillBatch({ ...server.deps, filler }, key, { signal: stop.signal, ask })
  }

  it('continues where it stopped, and fills no row twice', async () => {
    const { usuario, gestor } = office
    const { id } = await template('Reinicio')
    const rows = Array.from({ length: 12 }, (_, at) => person(at + 1))
    const { id: key } = await started(await startBatch(usuario, { id, key: randomUUID(), rows }))
    await runUntil(key, 5)
    expect(await batchOf(usuario, key)).toMatchObject({ status: 'running', done: 5, zip: false })
    await runJobs()
    expect(await batchOf(usuario, key)).toMatchObject({ status: 'done', done: 12 })
    expect((await unzip(await zipOf(usuario, key))).size).toBe(13)
    expect((await details(gestor, id)).uses).toBe(12)
  })

  it('continues after its job was lost', async () => {
    const { usuario, server } = office
    const { id } = await template()
    const { id: key } = await started(await startBatch(usuario, { id, key: randomUUID(), rows: [person(1)] }))
    // As after a crash: its job is lost.
    const lost = server.jobs.waiting('template_batch').length
    expect(lost).toBe(1)
    const run = async () => server.jobs.run()
    await server.jobs.work('template_batch', async () => {})
    await run()
    expect(await batchOf(usuario, key)).toMatchObject({ status: 'running', done: 0 })
    await server.jobs.work('template_batch', async ({ payload, signal }: Job) => {
      await runFillBatch(server.deps, (payload as { id: string }).id, { signal, ask })
    })
    await server.deps.queue.enqueue('template_batches', {})
    await run()
    expect(await batchOf(usuario, key)).toMatchObject({ status: 'running', done: 0 })
    server.advance(61_000)
    await server.deps.queue.enqueue('template_batches', {})
    await run()
    expect(await batchOf(usuario, key)).toMatchObject({ status: 'done', done: 1 })
  })

  it('fills each row once with several processes', async () => {
    const { usuario, gestor, server } = office
    const { id } = await template('Una vez')
    const { id: id_solicitud } = await caseIn(office, 'pendiente')
    const rows = Array.from({ length: 10 }, (_, at) => person(at + 1))
    const { id: key } = await started(await startBatch(usuario, { id, key: randomUUID(), rows, id_solicitud }))
    const { signal } = new AbortController()
    await Promise.all(Array.from({ length: 4 }, () => runFillBatch(server.deps, key, { signal, ask })))
    await runJobs()
    expect(await batchOf(usuario, key)).toMatchObject({ status: 'done', done: 10, failed: 0 })
    const read = await usuario.read<SolicitudDetails>(`/api/v1/details_solicitud/${id_solicitud}/`)
    expect(read.description.slice(1).map(({ nombre }) => nombre)).toEqual(
      rows.map((_, at) => `Una vez ${String(at + 1).padStart(2, '0')}.pdf`),
    )
    expect((await details(gestor, id)).uses).toBe(10)
    expect(read.history_intact).toBe(true)
  })

  it('can be stopped and keeps the rows filled so far', async () => {
    const { usuario } = office
    const { id } = await template()
    const rows = Array.from({ length: 6 }, (_, at) => person(at + 1))
    const { id: key } = await started(await startBatch(usuario, { id, key: randomUUID(), rows }))
    await runUntil(key, 2)
    const stopped = await bodyOf<FillBatch>(await usuario.remove(`/api/v1/fill_batch/${key}/`), 200)
    expect(stopped).toMatchObject({ status: 'cancelled', done: 2, zip: true })
    await runJobs()
    expect(await batchOf(usuario, key)).toEqual(stopped)
    expect((await unzip(await zipOf(usuario, key))).size).toBe(3)
    expect(await bodyOf(await usuario.remove(`/api/v1/fill_batch/${key}/`), 200)).toEqual(stopped)
  })

  it('is cancelled when its user is deactivated', async () => {
    const { server, company } = office
    const leaver = await signedIn(server, { role: 'usuario', nombre: 'Sale', id_company: company })
    const { id } = await template()
    const { id: key } = await started(await startBatch(leaver, { id, key: randomUUID(), rows: [person(1), person(2)] }))
    await server.deps.db.updateTable('app_user').set({ activo: false }).where('id', '=', leaver.id).execute()
    await runJobs()
    const row = await server.deps.db
      .selectFrom('template_batch')
      .where('id', '=', key)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([row.status, row.done]).toEqual(['cancelled', 0])
  })

  it('prevents the deletion of its template, and uses the version that it started with', async () => {
    const { gestor, usuario } = office
    const saved = await template('Se archiva')
    const { id } = saved
    const { id: key } = await started(await startBatch(usuario, { id, key: randomUUID(), rows: [person(1)] }))
    const next = { id, version: 1, name: 'Otra', pdf_path: saved.pdf_path, fields: [fieldOf('date', { key: 'otra' })] }
    await bodyOf(await gestor.post('/api/v1/save_template/', next), 200)
    expect(await bodyOf(await gestor.remove(`/api/v1/delete_template/${id}/`), 200)).toEqual({ id, archived: true })
    await runJobs()
    expect(await batchOf(usuario, key)).toMatchObject({ status: 'done', done: 1, failed: 0 })
    await expectProblem(await startBatch(usuario, { id, key: randomUUID(), rows: [{}] }), 400, 'template_archived')
  })

  it('that takes long notifies its user at the end', async () => {
    const { usuario, server } = office
    const { id } = await template('Larga')
    const { id: key } = await started(
      await startBatch(usuario, { id, key: randomUUID(), rows: [person(1), { nombre: '' }] }),
    )
    server.advance(31_000)
    await runJobs()
    const { results } = await usuario.read<Notices>('/api/v1/list_notifications/')
    const notices = results.filter(({ kind, data }) => kind === 'template.filled' && data['id_template'] === id)
    expect(notices).toMatchObject([{ actor: null, data: { nombre: 'Larga', id_template: id, done: 1, failed: 1 } }])
    expect((await batchOf(usuario, key)).status).toBe('done')
  })
})

describe('starting a fill batch', () => {
  it('with the same key starts one batch, visible only to its user', async () => {
    const { usuario, gestor, ajeno, admin } = office
    const { id } = await template()
    const ask = { id, key: randomUUID(), rows: [person(1)] }
    const answers = await Promise.all(Array.from({ length: 10 }, () => startBatch(usuario, ask)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(9).fill(200), 202])
    await expectProblem(await startBatch(usuario, { ...ask, rows: [person(2)] }), 400, 'id_in_use')
    await expectProblem(await startBatch(gestor, ask), 400, 'id_in_use')
    await runJobs()
    for (const caller of [gestor, ajeno, admin]) {
      await expectProblem(await caller.call(`/api/v1/fill_batch/${ask.key}/`), 404, 'not_found')
      await expectProblem(await zipOf(caller, ask.key), 404, 'not_found')
      await expectProblem(await caller.remove(`/api/v1/fill_batch/${ask.key}/`), 404, 'not_found')
    }
    expect((await unzip(await zipOf(usuario, ask.key))).size).toBe(2)
  })

  it('is refused with invalid parameters, another company’s request, or too many bytes', async () => {
    const { usuario, admin, ajeno } = office
    const { id } = await template()
    const ask = (more: object) => startBatch(usuario, { id, key: randomUUID(), rows: [person(1)], ...more })
    const wrong = await expectProblem(await ask({ name_field: 'otro' }), 400, 'validation_failed')
    expect(wrong.errors).toMatchObject([{ field: 'name_field' }])
    await expectProblem(await ask({ rows: [] }), 400, 'validation_failed')
    await expectProblem(await ask({ rows: Array.from({ length: 501 }, () => ({})) }), 400, 'validation_failed')
    await expectProblem(await startBatch(ajeno, { id, key: randomUUID(), rows: [{}] }), 404, 'not_found')
    const foreign = await caseIn(office, 'pendiente', { author: ajeno })
    const crossed = { id, key: randomUUID(), rows: [{}], id_solicitud: foreign.id }
    await expectProblem(await startBatch(admin, crossed), 400, 'validation_failed')
    await expectProblem(await startBatch(usuario, crossed), 404, 'not_found')
    const large = await makeTemplate(office.gestor, fields, { bytes: makePdf({ ballast: 20 * 1024 * 1024 }) })
    const tooMuch = { id: large.id, rows: Array.from({ length: 200 }, () => ({ nombre: 'Ana' })) }
    const problem = await expectProblem(await ask(tooMuch), 400, 'validation_failed')
    expect(problem.errors).toMatchObject([{ field: 'rows' }])
  })
})
