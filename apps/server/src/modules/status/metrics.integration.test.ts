import { afterAll, describe, expect, it } from 'vitest'
import { sendByEmail } from '../../../test/mail.ts'
import { bodyOf, createCase, startOffice } from '../../../test/office.ts'
import { createMetrics } from '../../lib/metrics.ts'

const token = 'un-secreto-de-prueba-77'
const numbers = createMetrics()
const office = await startOffice({ metrics: { numbers, token } })
const without = await startOffice()
afterAll(async () => {
  await office.close()
  await without.close()
})

const ask = (authorization?: string, { server } = office) =>
  fetch(`${server.origin}/metrics`, authorization === undefined ? {} : { headers: { authorization } })
const read = async () => await (await ask(`Bearer ${token}`)).text()

describe('/metrics', () => {
  it('does not exist without METRICS_TOKEN', async () => {
    const answer = await ask(`Bearer ${token}`, without)
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
      404,
      'application/problem+json',
    ])
  })

  it.each([undefined, '', token, 'Bearer', `Bearer ${token}x`, `bearer ${token}`, `Basic ${token}`])(
    'answers nothing to %j',
    async (authorization) => {
      const answer = await ask(authorization)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(await answer.text()).not.toContain('foja_')
    },
  )

  it('counts requests by the pattern of their route, never by an id', async () => {
    const { document, solicitud } = await createCase(office.usuario)
    await bodyOf(await office.usuario.call(`/api/v1/details_document/${document.id_documento}/`), 200)
    await office.usuario.call('/no/such/page/at/all')
    await office.usuario.call(`/api/v1/nothing/${document.id_documento}/`)
    await expect
      .poll(read)
      .toMatch(/_count\{method="GET",route="\/api\/v1\/details_document\/:id\/",status="200"\} [1-9]/)
    const text = await read()
    expect(text).toMatch(/_count\{method="GET",route="none",status="404"\} [1-9]/)
    for (const secret of [document.id_documento, solicitud.id_solicitud, office.usuario.id, 'such/page', token])
      expect(text).not.toContain(secret)
  })

  it('reports the outbox, the connections, the event loop and the memory', async () => {
    const { document } = await createCase(office.usuario)
    await bodyOf(await sendByEmail(office.usuario, document), 200)
    const text = await read()
    for (const line of [
      /^foja_outbox_messages\{status="held"\} [1-9]/m,
      /^foja_outbox_messages\{status="failed"\} 0$/m,
      /^foja_database_connections\{state="most"\} \d+$/m,
      /^nodejs_eventloop_lag_seconds /m,
      /^process_resident_memory_bytes /m,
    ])
      expect(text).toMatch(line)
  })

  it('reports the disk, and the age of the last backup by schedule once there is one', async () => {
    const { db, clock } = office.server.deps
    const before = await read()
    expect(before).toMatch(/^foja_disk_bytes\{state="free"\} \d/m)
    expect(before).not.toContain('foja_backup_age_seconds{')
    const completed = new Date(clock().getTime() - 3_600_000).toISOString()
    const state = { day: '2026-11-19', at: completed, status: 'done', detail: '/copias/a.age', completed }
    await db
      .insertInto('setting')
      .values({ key: 'backup', value: JSON.stringify(state) })
      .execute()
    expect(await read()).toMatch(/^foja_backup_age_seconds\{by="schedule"\} 36\d\d/m)
  })

  it('reports the queue of each job', async () => {
    const none = { waiting: 0, late: 0, running: 0, failed: 0, done: 0 }
    Object.assign(office.server.jobs, { counts: async () => [{ ...none, name: 'email', waiting: 7 }] })
    expect(await read()).toMatch(/^foja_jobs\{job="email",state="waiting"\} 7$/m)
  })

  it('leaves out what cannot be read, and answers', async () => {
    Object.assign(office.server.jobs, { counts: () => Promise.reject(new Error('away')) })
    const text = await read()
    expect(text).not.toContain('foja_jobs{')
    expect(text).toContain('foja_outbox_messages{')
  })

  it('times the tasks of threads and measures their queue', async () => {
    const worker = {
      sign: async (bad: boolean) => (bad ? Promise.reject(new Error('bad key')) : 'signed'),
      load: () => ({ running: 1, waiting: 3 }),
      close: async () => {},
    }
    const measured = numbers.measure('signing', worker)
    expect(await measured.sign(false)).toBe('signed')
    await expect(measured.sign(true)).rejects.toThrow('bad key')
    await measured.close()
    const text = await read()
    for (const outcome of ['done', 'failed'])
      expect(text).toContain(`foja_task_duration_seconds_count{pool="signing",task="sign",outcome="${outcome}"} 1`)
    expect(text).not.toContain('task="close"')
    expect(text).toContain('foja_tasks{pool="signing",state="waiting"} 3')
  })
})
