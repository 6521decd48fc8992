import type { AnswerCounts, ConveneView, Convocation } from '@foja/contracts/convocations'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailOffice } from '../../../../test/mail.ts'
import { bodyOf, createCase, expectProblem, type Caller } from '../../../../test/office.ts'
import { giveBack, inDays, send, update } from '../../../../test/steps.ts'
import { followRequests } from '../follow-requests.ts'

const office = await startMailOffice()
afterAll(() => office.close())
beforeEach(async () => void (await office.server.deps.db.deleteFrom('throttle').execute()))

const api = '/api/v1'
type Party = { nombre: string; rol: string; email?: string }

let people = 0
function party(nombre: string, mailed = true): Party {
  people += 1
  return { nombre, rol: 'parte', ...(mailed ? { email: `${nombre.toLowerCase()}.${people}@cliente.example` } : {}) }
}

/** A case with these parties and an appointment in 10 days. */
async function appointed(partes: readonly Party[]) {
  const { solicitud, main } = await createCase(office.usuario)
  const { id_solicitud } = solicitud
  await bodyOf(await update(office.gestor, { id_solicitud, version: 1, partes }), 200)
  const fecha_agendada = inDays(office, 10)
  const body = { id_solicitud, fecha_agendada, lugar: 'Sala 2, Av. Quito 10' }
  await bodyOf(await send(office.gestor, body), 200)
  return { id: id_solicitud, main: main.id_solicitud_main, fecha: fecha_agendada }
}

const convene = async (caller: Caller, id_solicitud: string, more: object = {}) =>
  await caller.post(`${api}/convene_parties/`, { id_solicitud, ...more })
const convened = async (...args: Parameters<typeof convene>) => await bodyOf<Convocation>(await convene(...args), 201)
const read = async (caller: Caller, id: string) => await caller.read<Convocation>(`${api}/details_convocation/${id}/`)
const details = async (id: string) => await office.gestor.read<SolicitudDetails>(`${api}/details_solicitud/${id}/`)
async function moveTo(id_solicitud: string, fecha_agendada: string | null) {
  const { version } = await details(id_solicitud)
  await bodyOf(await update(office.gestor, { id_solicitud, version, fecha_agendada }), 200)
}

async function lettersTo({ email }: Party) {
  await office.deliver()
  return office.smtp.messages.filter(({ to }) => to.includes(email!)).map(({ mail }) => mail)
}
async function tokenOf(who: Party): Promise<string> {
  const text = (await lettersTo(who)).map((mail) => mail.text ?? '').filter((mail) => mail.includes('/pedido?p='))
  return /\/pedido\?p=([\w-]{43})/.exec(text.at(-1)!)![1]!
}
const call = async (token: string, method: string, path: string, body?: object) =>
  await fetch(new URL(`${api}/${path}/`, office.server.origin), {
    method,
    headers: { 'x-recipient': token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const view = async (token: string) => await bodyOf<ConveneView>(await call(token, 'GET', 'recipient_request'), 200)
const answer = async (token: string, body: object) => await call(token, 'POST', 'recipient_answer', body)
const answers = ({ convocation }: Convocation) =>
  convocation!.recipients.map(({ nombre, status, answer, motivo }) => [nombre, status, answer, motivo])
const events = async (id: string) =>
  (await details(id)).history
    .map(({ action }) => action)
    .filter((action) => action.startsWith('convocation.') || action.startsWith('recipient.'))

describe('convening the parties of a case', () => {
  it('writes to each, and their answers stand on the case, in the agenda and in a notice', async () => {
    const [ana, beto, carla] = [party('Ana'), party('Beto'), party('Carla')]
    const { id, fecha } = await appointed([ana, beto, carla])
    const made = await convened(office.mediador, id, { mensaje: 'Traigan su cédula' })
    expect(made.convocation!.recipients.map(({ status, answer }) => [status, answer])).toEqual(
      Array.from({ length: 3 }, () => ['enviado', null]),
    )
    const letter = (await lettersTo(ana)).at(-1)!
    expect(letter.subject).toMatch(/^Convocatoria: /)
    expect(letter.text).toContain('Sala 2, Av. Quito 10')
    expect(letter.text).toContain('Traigan su cédula')
    expect(letter.text).not.toContain(beto.email)

    const token = await tokenOf(ana)
    const seen = await view(token)
    expect(seen).toMatchObject({
      kind: 'convocatoria',
      fecha,
      lugar: 'Sala 2, Av. Quito 10',
      answer: null,
      may_answer: true,
      moved: false,
    })
    expect(seen.calendar).toContain(`UID:${id}@foja`)
    // Nothing of the other parties.
    expect(JSON.stringify(seen)).not.toMatch(/Beto|Carla/)

    expect(await bodyOf<ConveneView>(await answer(token, { answer: 'confirma' }), 200)).toMatchObject({
      answer: 'confirma',
      motivo: null,
    })
    const other = inDays(office, 12)
    const asks = { answer: 'otra_fecha', motivo: 'Ese día viajo', fecha: other }
    expect(await bodyOf<ConveneView>(await answer(await tokenOf(beto), asks), 200)).toMatchObject({
      answer: 'otra_fecha',
      fecha_propuesta: other,
    })
    await bodyOf(await answer(await tokenOf(carla), { answer: 'no_asiste', motivo: 'No llegaremos a nada' }), 200)
    expect(answers(await read(office.usuario, id))).toEqual([
      ['Ana', 'respondido', 'confirma', null],
      ['Beto', 'respondido', 'otra_fecha', 'Ese día viajo'],
      ['Carla', 'respondido', 'no_asiste', 'No llegaremos a nada'],
    ])

    const period = `desde=${encodeURIComponent(fecha)}&hasta=${encodeURIComponent(inDays(office, 11))}`
    type Agenda = { items: { id_solicitud: string; answers: AnswerCounts | null }[] }
    const { items } = await office.gestor.read<Agenda>(`${api}/agenda/?${period}`)
    const counts = { total: 3, confirma: 1, otra_fecha: 1, no_asiste: 1 }
    expect(items.find(({ id_solicitud }) => id_solicitud === id)?.answers).toEqual(counts)
    type Notices = { results: { kind: string; actor: string; data: { status: string } }[] }
    const notices = await office.mediador.read<Notices>(`${api}/list_notifications/`)
    const told = notices.results.filter(({ kind }) => kind === 'convocation.answered')
    expect(told.map(({ actor, data }) => `${actor} ${data.status}`)).toEqual([
      'Carla no_asiste',
      'Beto otra_fecha',
      'Ana confirma',
    ])
    expect((await events(id)).toSorted()).toEqual([
      'convocation.sent',
      'recipient.answered',
      'recipient.answered',
      'recipient.answered',
      'recipient.seen',
    ])
  })

  it('keeps the last answer, and the same one again changes nothing', async () => {
    const ana = party('Ana')
    const { id } = await appointed([ana])
    await convened(office.gestor, id)
    const token = await tokenOf(ana)
    const says = { answer: 'no_asiste', motivo: 'Estoy de viaje' }
    await Promise.all(Array.from({ length: 6 }, async () => await bodyOf(await answer(token, says), 200)))
    expect(await events(id)).toEqual(['recipient.answered', 'convocation.sent'])
    await bodyOf(await answer(token, { answer: 'confirma' }), 200)
    expect(answers(await read(office.gestor, id))).toEqual([['Ana', 'respondido', 'confirma', null]])
    // Each of them notifies the office.
    for (const day of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await bodyOf(await answer(token, { answer: 'otra_fecha', motivo: 'Mejor', fecha: inDays(office, 20 + day) }), 200)
    }
    await expectProblem(await answer(token, { answer: 'confirma' }), 429, 'too_many_attempts')
  })

  it('names parties without an address, whose link is copied and may be mailed later', async () => {
    const [ana, beto] = [party('Ana'), party('Beto', false)]
    const { id } = await appointed([ana, beto])
    const { convocation } = await convened(office.gestor, id)
    const [, without] = convocation!.recipients
    expect(without).toMatchObject({ nombre: 'Beto', email: '', channel: 'enlace', status: 'enviado' })
    const link = async () =>
      await bodyOf<{ url: string }>(
        await office.gestor.post(`${api}/recipient_link/`, { id_recipient: without!.id }),
        200,
      )
    const token = new URL((await link()).url).searchParams.get('p')!
    await expectProblem(
      await office.gestor.post(`${api}/remind_recipient/`, { id_recipient: without!.id }),
      400,
      'request_closed',
    )
    const email = 'beto@tarde.example.org'
    const changed = await office.gestor.post(`${api}/update_recipient/`, { id_recipient: without!.id, email })
    expect((await bodyOf<Convocation>(changed, 200)).convocation!.recipients[1]).toMatchObject({ email })
    await expectProblem(await call(token, 'GET', 'recipient_request'), 404, 'not_found')
    expect((await view(new URL((await link()).url).searchParams.get('p')!)).recipient.nombre).toBe('Beto')
  })

  it('starts over with another date: earlier answers end, and an old link shows the new date', async () => {
    const ana = party('Ana')
    const { id } = await appointed([ana])
    await convened(office.gestor, id)
    const old = await tokenOf(ana)
    await bodyOf(await answer(old, { answer: 'confirma' }), 200)
    const fecha = inDays(office, 15)
    await moveTo(id, fecha)
    expect(await read(office.gestor, id)).toMatchObject({ convocation: null, moved: true, actions: ['convene'] })
    await expectProblem(await call(old, 'GET', 'recipient_request'), 404, 'not_found')

    const again = await convened(office.gestor, id)
    expect(answers(again)).toEqual([['Ana', 'enviado', null, null]])
    expect((await lettersTo(ana)).some(({ subject }) => subject?.startsWith('Nueva fecha de tu cita: '))).toBe(true)
    expect(await view(old)).toMatchObject({ fecha, moved: true, may_answer: false, answer: null })
    await expectProblem(await answer(old, { answer: 'confirma' }), 400, 'request_closed')
    const fresh = await tokenOf(ana)
    expect(fresh).not.toBe(old)
    expect(await view(fresh)).toMatchObject({ fecha, moved: false, may_answer: true })
    // The old link has not opened the new convocation.
    expect(answers(await read(office.gestor, id))).toEqual([['Ana', 'visto', null, null]])
  })

  it('ends with its appointment; unknown, returned, deleted and past links answer alike', async () => {
    const bodies: unknown[] = []
    const gone = async (token: string) => {
      const {
        type: _type,
        instance: _instance,
        request_id: _id,
        ...body
      } = (await (await call(token, 'GET', 'recipient_request')).json()) as Record<string, unknown>
      bodies.push(body)
      expect(body['status']).toBe(404)
    }
    await gone('A'.repeat(43))
    const ana = party('Ana')
    const returned = await appointed([ana])
    await convened(office.gestor, returned.id)
    await bodyOf(await giveBack(office.gestor, { id_solicitud: returned.id, motivo: 'Falta un dato' }), 200)
    await gone(await tokenOf(ana))
    const beto = party('Beto')
    const deleted = await appointed([beto])
    await convened(office.gestor, deleted.id)
    const token = await tokenOf(beto)
    const removal = { id_solicitud_main: deleted.main, motivo: 'Se repitió' }
    await bodyOf(
      await office.gestor.call(`${api}/delete_solicitud/`, {
        method: 'DELETE',
        body: JSON.stringify(removal),
        headers: { 'content-type': 'application/json' },
      }),
      200,
    )
    await gone(token)
    const carla = party('Carla')
    const past = await appointed([carla])
    await convened(office.gestor, past.id)
    const late = await tokenOf(carla)
    const { db, clock } = office.server.deps
    const ago = (hours: number) => new Date(clock().getTime() - hours * 3_600_000)
    const shift = async (hours: number) => {
      const expires_at = new Date(ago(hours).getTime() + 24 * 3_600_000)
      await db
        .updateTable('request')
        .set({ fecha: ago(hours), expires_at })
        .where('id_solicitud', '=', past.id)
        .execute()
    }
    await shift(1)
    expect(await view(late)).toMatchObject({ may_answer: false, moved: false })
    await expectProblem(await answer(late, { answer: 'confirma' }), 400, 'request_closed')
    await shift(25)
    await gone(late)
    await followRequests(office.server.deps)
    const { convocation } = await read(office.gestor, past.id)
    expect(convocation!.recipients).toMatchObject([{ nombre: 'Carla', status: 'vencido' }])
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  })

  it('concluding the case stops the answers and keeps them', async () => {
    const [ana, beto] = [party('Ana'), party('Beto')]
    const { id } = await appointed([ana, beto])
    await convened(office.gestor, id)
    await bodyOf(await answer(await tokenOf(ana), { answer: 'confirma' }), 200)
    const { version } = await details(id)
    await bodyOf(await update(office.gestor, { id_solicitud: id, version, status: 'concluido' }), 200)
    expect(await read(office.gestor, id)).toMatchObject({ moved: false, actions: [] })
    expect(answers(await read(office.gestor, id))[0]).toEqual(['Ana', 'respondido', 'confirma', null])
    await expectProblem(await call(await tokenOf(beto), 'GET', 'recipient_request'), 404, 'not_found')
  })

  it('is for staff, parties and a date to come; one key convenes once', async () => {
    const { solicitud } = await createCase(office.usuario)
    const { id_solicitud: bare } = solicitud
    await expectProblem(await convene(office.gestor, bare), 400, 'appointment_missing')
    await bodyOf(await send(office.gestor, { id_solicitud: bare, fecha_agendada: inDays(office, 3) }), 200)
    await expectProblem(await convene(office.gestor, bare), 400, 'parties_missing')
    const ana = party('Ana')
    const { id } = await appointed([ana])
    await expectProblem(await convene(office.usuario, id), 403, 'forbidden')
    await expectProblem(await convene(office.ajeno, id), 404, 'not_found')
    expect((await read(office.usuario, id)).actions).toEqual([])
    const key = randomUUID()
    const first = await convened(office.gestor, id, { key })
    expect((await convened(office.gestor, id, { key })).convocation!.id).toBe(first.convocation!.id)
    await expectProblem(await convene(office.gestor, id, { key, mensaje: 'Otra cosa' }), 400, 'id_in_use')
    const token = await tokenOf(ana)
    await expectProblem(
      await answer(token, { answer: 'otra_fecha', motivo: 'Antes', fecha: inDays(office, -1) }),
      400,
      'date_in_past',
    )
    await expectProblem(await answer(token, { answer: 'no_asiste' }), 400, 'validation_failed')
    // A recipient's other calls find nothing there.
    for (const [method, path, body] of [
      ['POST', 'recipient_approve', undefined],
      ['POST', 'recipient_decline', { motivo: 'No' }],
      ['GET', 'recipient_receipt', undefined],
    ] as const) {
      await expectProblem(await call(token, method, path, body), 404, 'not_found')
    }
  })

  it('a date that changes while a party answers leaves no answer to the new one', async () => {
    const ana = party('Ana')
    const { id } = await appointed([ana])
    await convened(office.gestor, id)
    const token = await tokenOf(ana)
    const [, said] = await Promise.all([moveTo(id, inDays(office, 20)), answer(token, { answer: 'confirma' })])
    expect([200, 400, 404]).toContain(said.status)
    expect(await read(office.gestor, id)).toMatchObject({ convocation: null, moved: true })
  })
})
