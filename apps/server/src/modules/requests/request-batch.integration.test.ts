import type { SigningRequest } from '@foja/contracts/signing-requests'
import { templateLimits } from '@foja/contracts/template-field-types'
import type { FillBatch } from '@foja/contracts/template-fills'
import { makePdf } from '@foja/testing/pdfs'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailOffice } from '../../../test/mail.ts'
import { bodyOf, expectProblem } from '../../../test/office.ts'
import { testAuthority } from '../../../test/people.ts'
import { recipientOf } from '../../../test/request-recipients.ts'
import { caseIn } from '../../../test/steps.ts'
import { batchOf, fieldOf, makeTemplate, startBatch } from '../../../test/templates.ts'
import { runFillBatch } from '../templates/run-fill-batch.ts'
import { askForRows } from './request-from-template.ts'

const office = await startMailOffice()
afterAll(() => office.close())
beforeEach(async () => void (await office.server.deps.db.deleteFrom('throttle').execute()))

const fields = [
  fieldOf('text', { key: 'nombre', required: true }),
  fieldOf('signature', { key: 'arrendador', role: 'Arrendador', y: 600, height: 60 }),
  fieldOf('signature', { key: 'arrendataria', y: 700, height: 60 }),
]
const makeOne = async () => await makeTemplate(office.gestor, fields, { name: 'Contrato', bytes: makePdf() })

/** A prefix for the addresses of one test. */
let list = 0
beforeEach(() => void (list += 1))
const tenant = (row: number) => ({
  nombre: `Persona ${row}`,
  email: `fila.${list}.${row}@cliente.example`,
  rol: 'firma',
  field: 'arrendataria',
})
const owner = () => ({ nombre: 'Dueña', email: `duena.${list}@cliente.example`, rol: 'firma', field: 'arrendador' })
const batchFor = (id: string, count: number, more: object = {}) => ({
  id,
  key: randomUUID(),
  rows: Array.from({ length: count }, (_, at) => ({ nombre: `Persona ${at + 1}` })),
  name_field: 'nombre',
  requests: {
    recipients: Array.from({ length: count }, (_, at): object[] => [owner(), tenant(at + 1)]),
    mensaje: 'Con gusto',
    remind_every_days: 3,
  },
  ...more,
})
/** The requests with a recipient of that address, the newest first. */
async function requestsOf(address: string): Promise<SigningRequest[]> {
  const query = `q=${encodeURIComponent(address)}`
  const { results } = await office.gestor.read<{ results: SigningRequest[] }>(`/api/v1/list_signing_requests/?${query}`)
  return results.filter(({ recipients }) => recipients.some(({ email }) => email === address))
}
const sentTo = async (address: string) => {
  await office.deliver()
  return office.smtp.messages.filter(({ to }) => to.includes(address)).length
}

describe('a batch with requests for signatures', () => {
  it('makes a document and sends a request for each row, and tells which rows failed', async () => {
    const { id } = await makeOne()
    const body = batchFor(id, 4)
    body.rows[1] = { nombre: '' }
    body.requests.recipients[2] = [owner(), { ...tenant(3), email: owner().email }]
    const started = await bodyOf<FillBatch>(await startBatch(office.usuario, body), 202)
    expect(started).toMatchObject({ requests: true, status: 'running', total: 4 })
    await office.server.jobs.run()
    const batch = await batchOf(office.usuario, body.key)
    expect(batch).toMatchObject({ status: 'done', done: 2, failed: 2, zip: false, requests: true })
    expect(batch.errors).toMatchObject([
      { row: 2, field: 'nombre' },
      { row: 3, field: null, message: expect.stringContaining('correo') as string },
    ])
    const requests = await requestsOf(owner().email)
    expect(requests.map(({ titulo, status }) => [titulo, status])).toEqual([
      ['Persona 4', 'enviada'],
      ['Persona 1', 'enviada'],
    ])
    expect(requests[1]).toMatchObject({
      mensaje: 'Con gusto',
      remind_every_days: 3,
      id_solicitud: null,
      created_by: { id: office.usuario.id },
      recipients: [
        { nombre: 'Dueña', status: 'enviado', places: [{ field: 'arrendador' }] },
        { nombre: 'Persona 1', status: 'enviado', places: [{ field: 'arrendataria' }] },
      ],
    })
    expect(await sentTo(tenant(1).email)).toBe(1)
    expect(await sentTo(tenant(2).email)).toBe(0)
    // Repeated, it sends nothing again.
    expect((await bodyOf<FillBatch>(await startBatch(office.usuario, body), 200)).done).toBe(2)
    await office.server.jobs.run()
    expect(await sentTo(owner().email)).toBe(2)
    const recipient = await recipientOf(office, tenant(1).email)
    const by = testAuthority().issue({ commonName: 'Persona Uno', keyType: 'p256' })
    expect((await recipient.sign(requests[1]!.documents[0]!, by)).status).toBe('firmado')
  })

  it.each(['done', 'cancelled'] as const)('keeps no data, names and addresses once it is %s', async (end) => {
    const { id } = await makeOne()
    const body = batchFor(id, 2)
    await bodyOf(await startBatch(office.usuario, body), 202)
    const kept = async () =>
      await office.server.deps.db
        .selectFrom('template_batch')
        .where('id', '=', body.key)
        .select(['rows', 'requests'])
        .executeTakeFirstOrThrow()
    expect(JSON.stringify(await kept())).toContain(owner().email)
    if (end === 'done') await office.server.jobs.run()
    else await bodyOf(await office.usuario.remove(`/api/v1/fill_batch/${body.key}/`), 200)
    expect(await kept()).toMatchObject({ rows: [], requests: { asked: { recipients: [] } } })
    expect(JSON.stringify(await kept())).not.toContain('@')
    expect(await batchOf(office.usuario, body.key)).toMatchObject({ status: end, requests: true })
    // The same key is still the same batch.
    expect(await bodyOf(await startBatch(office.usuario, body), 200)).toMatchObject({ id: body.key, status: end })
  })

  it('in a request of a case file puts its documents there', async () => {
    const { id } = await makeOne()
    const { id: id_solicitud } = await caseIn(office, 'pendiente')
    const body = batchFor(id, 2, { id_solicitud })
    await bodyOf(await startBatch(office.usuario, body), 202)
    await office.server.jobs.run()
    expect(await batchOf(office.usuario, body.key)).toMatchObject({ status: 'done', done: 2 })
    expect((await requestsOf(owner().email)).map((one) => one.id_solicitud)).toEqual([id_solicitud, id_solicitud])
  })

  it('sends each row once with several processes, one of which stops in between', async () => {
    const { id } = await makeOne()
    const body = batchFor(id, 8)
    await bodyOf(await startBatch(office.usuario, body), 202)
    const { deps } = office.server
    const ask = askForRows(deps)
    const stop = new AbortController()
    const stopping: typeof ask = async (trx, row) => {
      await ask(trx, row)
      stop.abort()
    }
    await Promise.all([
      runFillBatch(deps, body.key, { signal: stop.signal, ask: stopping }),
      ...Array.from({ length: 3 }, () => runFillBatch(deps, body.key, { signal: new AbortController().signal, ask })),
    ])
    await office.server.jobs.run()
    expect(await batchOf(office.usuario, body.key)).toMatchObject({ status: 'done', done: 8, failed: 0 })
    expect(await sentTo(owner().email)).toBe(8)
    for (let row = 1; row <= 8; row += 1) expect(await sentTo(tenant(row).email)).toBe(1)
  })

  it('sends nothing of a row that fails while it is asked for', async () => {
    const { id } = await makeOne()
    const body = batchFor(id, 1)
    await bodyOf(await startBatch(office.usuario, body), 202)
    const { deps } = office.server
    const ask = askForRows(deps)
    const failing: typeof ask = async (trx, row) => {
      await ask(trx, row)
      throw new Error('The process ends here')
    }
    const signal = new AbortController().signal
    await expect(runFillBatch(deps, body.key, { signal, ask: failing })).rejects.toThrow('ends here')
    expect(await requestsOf(owner().email)).toEqual([])
    await runFillBatch(deps, body.key, { signal, ask })
    expect(await requestsOf(owner().email)).toHaveLength(1)
    expect(await sentTo(owner().email)).toBe(1)
  })

  it('of 500 rows is not stopped by the daily limit of single messages; more than the limit of lists is refused', async () => {
    const { id } = await makeOne()
    const four = (row: number) => [1, 2, 3, 4].map((at) => ({ ...tenant(row * 10 + at), field: undefined }))
    const recipients = Array.from({ length: templateLimits.rows }, (_, at) => four(at))
    const body = batchFor(id, templateLimits.rows, { requests: { recipients } })
    await bodyOf(await startBatch(office.usuario, body), 202)
    await bodyOf(await office.usuario.remove(`/api/v1/fill_batch/${body.key}/`), 200)
    await expectProblem(await startBatch(office.usuario, batchFor(id, 1)), 400, 'email_quota_exceeded')
  })

  it('is refused with recipients that do not fit its rows or fields', async () => {
    const { id } = await makeOne()
    const body = batchFor(id, 2)
    const short = { ...body.requests, recipients: body.requests.recipients.slice(1) }
    const problem = await expectProblem(
      await startBatch(office.usuario, { ...body, requests: short }),
      400,
      'validation_failed',
    )
    expect(problem.errors).toMatchObject([{ field: 'requests.recipients' }])
    body.requests.recipients[1] = [{ ...owner(), field: 'nombre' }]
    const wrong = await expectProblem(await startBatch(office.usuario, body), 400, 'validation_failed')
    expect(wrong.errors).toMatchObject([{ field: 'requests.recipients.1.0.field' }])
  })
})
