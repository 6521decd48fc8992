import { createId } from '@foja/contracts/create-id'
import type { Problem } from '@foja/contracts/problem'
import { solicitudStatuses, type SolicitudStatus } from '@foja/contracts/states'
import { afterAll, describe, expect, it } from 'vitest'
import { createCase, signedIn, startOffice, type Caller } from '../../../../test/office.ts'
import { attach, bulk, effectsOn, giveBack, inDays, mediate, putIn, send, update } from '../../../../test/steps.ts'

/** Every role × state × call against a handwritten table: the response, and that a refused call has no effect. */
const people: Record<string, Caller> = {}

const office = await startOffice()
const { server, otherCompany } = office
Object.assign(people, {
  admin: office.admin,
  gestor: office.gestor,
  mediador: office.mediador,
  dueño: office.usuario,
  colega: office.colega,
  'gestor ajeno': office.ajeno,
  'usuario ajeno': await signedIn(server, { role: 'usuario', nombre: 'Ulises', id_company: otherCompany }),
})
const { main, solicitud, document } = await createCase(office.usuario)
const target = { main: main.id_solicitud_main, id: solicitud.id_solicitud, document: document.id_documento }
afterAll(() => office.close())

const version = async () => (await effectsOn(office, target.main, target.id)).row.version
type CallOf = (caller: Caller) => Promise<Response>
const id = () => ({ id_solicitud: target.id })
const calls: Record<string, CallOf> = {
  update: async (caller) => update(caller, { ...id(), version: await version(), notas: createId() }),
  schedule: async (caller) => update(caller, { ...id(), version: await version(), fecha_agendada: inDays(office, 3) }),
  assign: async (caller) => update(caller, { ...id(), version: await version(), asignado_a: office.mediador.id }),
  place: async (caller) => update(caller, { ...id(), version: await version(), lugar: createId() }),
  conclude: async (caller) => update(caller, { ...id(), version: await version(), status: 'concluido' }),
  send: (caller) => send(caller, id()),
  'send with a date': (caller) => send(caller, { ...id(), fecha_agendada: inDays(office, 3) }),
  'send to an assignee': (caller) => send(caller, { ...id(), asignado_a: office.mediador.id }),
  return: (caller) => giveBack(caller, { ...id(), motivo: 'Falta la firma' }),
  attach: (caller) => attach(caller, id()),
  mediate: (caller) => mediate(caller, target.document, { status: 'en_proceso' }),
}

type Answers = Record<SolicitudStatus, string>
const always = (code: string): Answers => ({ pendiente: code, agendado: code, concluido: code })
const open: Answers = { pendiente: 'ok', agendado: 'ok', concluido: 'solicitud_concluded' }
const untilSent: Answers = { ...open, agendado: 'transition_not_allowed' }
const sending: Answers = {
  pendiente: 'ok',
  agendado: 'transition_not_allowed',
  concluido: 'transition_not_allowed',
}
const concluding: Answers = { pendiente: 'transition_not_allowed', agendado: 'ok', concluido: 'solicitud_concluded' }
const returning: Answers = { pendiente: 'transition_not_allowed', agendado: 'ok', concluido: 'ok' }

const staff: Record<string, Answers> = {
  update: open,
  schedule: open,
  assign: open,
  place: open,
  conclude: concluding,
  send: sending,
  'send with a date': sending,
  'send to an assignee': sending,
  return: returning,
  attach: open,
  mediate: open,
}
const author: Record<string, Answers> = {
  update: untilSent,
  schedule: always('forbidden'),
  assign: always('forbidden'),
  place: always('forbidden'),
  conclude: always('forbidden'),
  send: sending,
  'send with a date': always('forbidden'),
  'send to an assignee': always('forbidden'),
  return: always('forbidden'),
  attach: untilSent,
  mediate: always('forbidden'),
}
const hidden = Object.fromEntries(Object.keys(staff).map((call) => [call, always('not_found')]))
// A role without the permission is refused before the request is read.
const hiddenFromUsuario = { ...hidden, return: always('forbidden'), mediate: always('forbidden') }

const expected: Record<string, Record<string, Answers>> = {
  admin: staff,
  gestor: staff,
  mediador: staff,
  dueño: author,
  colega: hiddenFromUsuario,
  'gestor ajeno': hidden,
  'usuario ajeno': hiddenFromUsuario,
}

async function codeOf(response: Response): Promise<string> {
  const body = (await response.json()) as Partial<Problem>
  if (response.ok) return 'ok'
  const statuses: Record<string, number> = { forbidden: 403, not_found: 404 }
  expect(response.status).toBe(statuses[body.code ?? ''] ?? 400)
  return body.code ?? ''
}

describe.each(Object.keys(expected))('requests of role %s', (name) => {
  const rows = Object.keys(calls).flatMap((call) => solicitudStatuses.map((status) => [call, status] as const))

  it.each(rows)('%s while the request is %s: as in the table of states', async (call, status) => {
    await putIn(office, target.id, status)
    const before = await effectsOn(office, target.main, target.id)
    const code = await codeOf(await calls[call]!(people[name]!))
    expect(code).toBe(expected[name]![call]![status])
    const after = await effectsOn(office, target.main, target.id)
    if (code !== 'ok') expect(after).toEqual(before)
    else if (call !== 'attach') expect(after.events).toHaveLength(before.events.length + 1)
    const steps = ['attach', 'mediate'].includes(call) ? 0 : 1
    if (code === 'ok') expect(after.row.version).toBe(before.row.version + steps)
  })

  it('bulk actions have the same result as single ones', async () => {
    const actions = [
      ['assign', { asignado_a: office.mediador.id }],
      ['send', {}],
      ['return', { motivo: 'Falta la firma' }],
      ['conclude', {}],
    ] as const
    for (const [action, more] of actions) {
      for (const status of solicitudStatuses) {
        await putIn(office, target.id, status)
        const ids_solicitud = [target.id, createId()]
        const response = await bulk(people[name]!, { action, ids_solicitud, ...more })
        const { results } = (await response.json()) as { results: { code: string | null; solicitud: unknown }[] }
        const wanted = expected[name]![action]![status]
        // The bulk call itself is allowed to every role: requests that it may not read are not found.
        const code = wanted === 'forbidden' && name !== 'dueño' ? 'not_found' : wanted === 'ok' ? null : wanted
        expect([action, status, results.map((result) => result.code)]).toEqual([action, status, [code, 'not_found']])
        expect(results.map(({ solicitud }) => solicitud !== null)).toEqual([code === null, false])
      }
    }
  })
})

describe('calls for a request that does not exist', () => {
  it.each(Object.keys(calls).filter((call) => call !== 'mediate'))('%s returns 404', async (call) => {
    const known = target.id
    target.id = createId()
    const change = {
      update: { notas: 'x' },
      schedule: { fecha_agendada: null },
      assign: { asignado_a: null },
      place: { lugar: null },
      conclude: { status: 'concluido' },
    }[call]
    const response =
      change === undefined
        ? await calls[call]!(office.gestor)
        : await update(office.gestor, { ...id(), version: 1, ...change })
    target.id = known
    expect(response.status).toBe(404)
  })
})
