import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { bodyOf, createCase, expectProblem, signedIn, openOffice, type Caller } from '../../../test/office.ts'
import { createUser, updateUser, userPaths } from '../../../test/people-calls.ts'
import { giveSigner } from '../../../test/people.ts'
import { caseIn, inDays, send } from '../../../test/steps.ts'
import { addCompany, addPerson, testPassword } from '../../../test/test-server.ts'

const office = await openOffice()

type Leaves = (caller: Caller, id: string, entregar_a?: string) => Promise<Response>

const deactivate: Leaves = (caller, id, entregar_a) =>
  caller.put(userPaths.update(id), { activo: false, ...(entregar_a === undefined ? {} : { entregar_a }) })
const remove: Leaves = (caller, id, entregar_a) =>
  caller.remove(userPaths.remove(id) + (entregar_a === undefined ? '' : `?entregar_a=${entregar_a}`))
const waysOut: [string, Leaves][] = [
  ['deactivated', deactivate],
  ['removed', remove],
]

const detailsOf = async (id: string, by = office.gestor) =>
  await by.read<SolicitudDetails>(`/api/v1/details_solicitud/${id}/`)
const enterUser = (
  role: 'admin' | 'gestor' | 'mediador' | 'usuario',
  nombre = 'Quien Se Va',
  id_company: string | null = office.company,
) => signedIn(office.server, { role, nombre, id_company })
const alive = async (caller: Caller) => (await caller.call('/api/v1/details_users/')).status

describe.each(waysOut)('a user who is %s', (how, leave) => {
  it('loses sessions, key, links, shares and invitations immediately', async () => {
    const { server, gestor, usuario } = office
    const { db } = server.deps
    const person = await enterUser('usuario')
    const { document, solicitud } = await createCase(person)
    await giveSigner(person, 'Quien Se Va')
    const ask = { id_documento: document.id_documento }
    const link = await bodyOf<{ share: string }>(await person.post('/api/v1/create_share_document/', ask), 201)
    const { document: others } = await createCase(usuario)
    const shared = `/api/v1/user_shared/update/${others.id_documento}/`
    await bodyOf(await usuario.post(shared, { users: [person.id] }), 200)
    const browser = server.client()
    await browser.signIn(person.email, testPassword)
    const open = async () =>
      (await fetch(new URL(`/api/v1/get_document_share/?share=${link.share}`, server.origin))).status
    expect(await open()).toBe(200)

    const notify = vi.spyOn(server.deps.bus, 'notify')
    await bodyOf(await leave(gestor, person.id, office.mediador.id), 200)
    const changed = notify.mock.calls.map(([, message]) => JSON.parse(message) as object)
    notify.mockRestore()
    expect(changed).toContainEqual(expect.objectContaining({ type: 'changed', id_documento: document.id_documento }))

    await expectProblem(await person.call('/api/v1/details_users/'), 401, 'unauthenticated')
    expect(await browser.token()).toBeUndefined()
    expect((await server.client().signIn(person.email, testPassword)).status).toBe(401)
    expect(await open()).toBe(404)
    const of = { id_user: person.id }
    expect(await db.selectFrom('signer').where('id_user', '=', of.id_user).selectAll().execute()).toEqual([])
    expect(await db.selectFrom('user_shared').where('id_user', '=', of.id_user).selectAll().execute()).toEqual([])
    const links = await db.selectFrom('share').where('created_by', '=', person.id).select('revoked_at').execute()
    expect(links).toEqual([{ revoked_at: expect.any(Date) as Date }])
    const sessions = await db.selectFrom('session').where('id_user', '=', person.id).selectAll().execute()
    expect(sessions.map(({ revoked_reason }) => revoked_reason)).toEqual([how, how])

    type History = { events: { action: string; actor: object }[]; intact: boolean }
    const history = await gestor.read<History>(`/api/v1/history/${solicitud.id_solicitud}/`)
    expect(history.intact).toBe(true)
    expect(history.events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['share.removed', 'solicitud.handed_over']),
    )
    // What they did keeps their name.
    expect(history.events.at(-1)).toMatchObject({ actor: { nombre: 'Quien Se Va' } })
    const trail = await db
      .selectFrom('event')
      .where('chain', '=', office.company)
      .select(['action', 'data'])
      .orderBy('seq')
      .execute()
    const mine = trail.filter(({ data }) => data['id_user'] === person.id).map(({ action }) => action)
    expect(mine).toEqual(['signer.removed', `user.${how}`])
  })

  it('hands over the open requests and the successor is notified', async () => {
    const { gestor, mediador } = office
    const { db } = office.server.deps
    const person = await enterUser('mediador')
    const assigned = await caseIn(office, 'agendado', { assignee: person.id })
    const own = await caseIn(office, 'pendiente', { author: person })
    const done = await caseIn(office, 'concluido', { assignee: person.id })
    const others = await caseIn(office, 'agendado', { author: person, assignee: mediador.id })
    const list = await gestor.read<{ id: string; open_cases: number }[]>(userPaths.list)
    expect(list.find(({ id }) => id === person.id)!.open_cases).toBe(2)

    for (const body of [undefined, office.usuario.id, office.ajeno.id, person.id, randomUUID()]) {
      const code = body === undefined ? 'handover_required' : 'assignee_unknown'
      const problem = await expectProblem(await leave(gestor, person.id, body), 400, code)
      expect(problem.errors).toMatchObject([{ field: 'entregar_a' }])
    }
    expect(await alive(person)).toBe(200)
    await db.deleteFrom('notification').execute()

    await bodyOf(await leave(gestor, person.id, mediador.id), 200)

    expect((await detailsOf(assigned.id)).asignado_a).toMatchObject({ id: mediador.id })
    expect((await detailsOf(own.id)).asignado_a).toMatchObject({ id: mediador.id })
    expect((await detailsOf(others.id)).asignado_a).toMatchObject({ id: mediador.id })
    // Closed requests stay as they were, with the name of the former assignee.
    expect((await detailsOf(done.id)).asignado_a).toMatchObject({ nombre: 'Quien Se Va' })
    const events = await db
      .selectFrom('notification')
      .where('id_user', '=', mediador.id)
      .orderBy('id')
      .selectAll()
      .execute()
    expect(events.map(({ kind, id_solicitud }) => [kind, id_solicitud]).toSorted()).toEqual(
      [assigned.id, own.id].map((id) => ['solicitud.assigned', id]).toSorted(),
    )
  })

  it('is in no list of people and cannot be assigned anything', async () => {
    const { gestor, usuario } = office
    const person = await enterUser('mediador', 'Fulgencio Ido')
    const { id } = await caseIn(office, 'pendiente')
    const { document } = await createCase(usuario)
    await bodyOf(await leave(gestor, person.id), 200)
    for (const path of ['/api/v1/list_people/?q=fulgencio', '/api/v1/list_people/?q=fulgencio&staff=1']) {
      expect(await gestor.read(path)).toEqual([])
    }
    expect(await gestor.read('/api/v1/search/?q=fulgencio')).toEqual({ results: [] })
    const assigned = await gestor.post('/api/v1/send_solicitud/', { id_solicitud: id, asignado_a: person.id })
    await expectProblem(assigned, 400, 'assignee_unknown')
    const shared = await usuario.post(`/api/v1/user_shared/update/${document.id_documento}/`, { users: [person.id] })
    await expectProblem(shared, 400, 'person_unknown')
  })
})

describe('a hundred concurrent calls', () => {
  it.each(waysOut)('leave one user %s, with one hand-over and one event', async (how, leave) => {
    const { gestor, admin, mediador } = office
    const person = await enterUser('mediador')
    const { id } = await caseIn(office, 'agendado', { assignee: person.id })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => leave(at % 2 === 0 ? gestor : admin, person.id, mediador.id)),
    )
    const done = answers.filter(({ status }) => status === 200)
    // Deactivating again succeeds; removing again answers 404.
    expect(done).toHaveLength(how === 'removed' ? 1 : 100)
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
    const { db } = office.server.deps
    const trail = await db.selectFrom('event').select(['action', 'data', 'chain']).execute()
    const left = trail.filter(({ data, action }) => data['id_user'] === person.id && action === `user.${how}`)
    expect(left).toHaveLength(1)
    const handed = trail.filter(({ data, action }) => data['id_solicitud'] === id && action === 'solicitud.handed_over')
    expect(handed.map(({ data }) => [data['de'], data['a']])).toEqual([['Quien Se Va', 'Marta Mediadora']])
    const row = await db
      .selectFrom('solicitud')
      .where('id_solicitud', '=', id)
      .select('version')
      .executeTakeFirstOrThrow()
    expect(row.version).toBe(2)
  })
})

describe('a removed user', () => {
  it('frees their address for a new user, who inherits nothing', async () => {
    const person = await enterUser('usuario')
    const { db } = office.server.deps
    await db
      .updateTable('app_user')
      .set({ oidc_subject: 'sub', totp_secret: 'x' })
      .where('id', '=', person.id)
      .execute()
    await bodyOf(await office.gestor.remove(userPaths.remove(person.id)), 200)
    const again = await createUser(office.gestor, {
      email: person.email,
      nombre: 'Otra Persona',
      password: 'otra frase larga',
    })
    expect(again.id).not.toBe(person.id)
    expect(again).toMatchObject({ has_totp: false, open_cases: 0 })
    expect((await office.server.client().signIn(person.email, testPassword)).status).toBe(401)
    const row = await db.selectFrom('app_user').where('id', '=', person.id).selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ nombre: 'Quien Se Va', password_hash: null, oidc_subject: null, totp_secret: null })
  })

  it('does not exist for any endpoint', async () => {
    const { id } = await enterUser('usuario')
    await bodyOf(await office.gestor.remove(userPaths.remove(id)), 200)
    const body = { password: 'otra frase larga de veras', current_password: testPassword }
    for (const caller of [office.gestor, office.admin]) {
      await expectProblem(await caller.remove(userPaths.remove(id)), 404, 'not_found')
      await expectProblem(await caller.put(userPaths.update(id), { activo: true }), 404, 'not_found')
      await expectProblem(await caller.post(userPaths.invite(id), {}), 404, 'not_found')
      await expectProblem(await caller.put(userPaths.password(id), body), 404, 'not_found')
      const list = await caller.read<{ id: string }[]>(userPaths.list)
      expect(list.map((person) => person.id)).not.toContain(id)
    }
  })
})

describe('a reactivated user', () => {
  it('signs in again, without the former key, links and shares', async () => {
    const person = await enterUser('usuario')
    const { document } = await createCase(person)
    await giveSigner(person, 'Vuelve')
    const ask = { id_documento: document.id_documento }
    const { id } = await bodyOf<{ id: string }>(await person.post('/api/v1/create_share_document/', ask), 201)
    const successor = { entregar_a: office.mediador.id }
    const left = await updateUser(office.gestor, person.id, { activo: false, ...successor })
    expect(left).toMatchObject({ status: 'desactivado', has_signature: false, open_cases: 0 })
    // Simulates a session that was being opened when the user was deactivated.
    const sessions = office.server.deps.db.updateTable('session').set({ revoked_at: null })
    await sessions.where('id_user', '=', person.id).execute()
    const back = await updateUser(office.gestor, person.id, { activo: true })
    expect(back).toMatchObject({ status: 'activo', has_signature: false })
    const browser = office.server.client()
    expect((await browser.signIn(person.email, testPassword)).status).toBe(200)
    // No earlier session becomes valid again.
    expect(await alive(person)).toBe(401)
    const shares = await bodyOf<{ id: string; revoked_at: string | null }[]>(
      await browser.api(`/api/v1/list_share/${document.id_documento}/`),
      200,
    )
    expect(shares.map((share) => [share.id, share.revoked_at !== null])).toEqual([[id, true]])
    expect(await bodyOf(await browser.api('/api/v1/do_have_digital_signature/'), 200)).toMatchObject({
      has_signature: false,
    })
  })

  it('gets a new invitation if they had not chosen a password', async () => {
    const created = await createUser(office.gestor)
    await updateUser(office.gestor, created.id, { activo: false })
    const back = await updateUser(office.gestor, created.id, { activo: true })
    expect(back).toMatchObject({ status: 'invitado', invitation: { status: 'held', url: expect.any(String) } })
    expect(back.invitation_expires_at).toBe(back.invitation!.expires_at)
    expect(back.actions).toContain('invite')
  })
})

describe('a change of role or company', () => {
  it('hands over the requests that the user may no longer have, and no others', async () => {
    const { admin, gestor, mediador } = office
    const person = await enterUser('mediador')
    const assigned = await caseIn(office, 'agendado', { assignee: person.id })
    const own = await caseIn(office, 'pendiente', { author: person })
    const demoted = { role: 'usuario', entregar_a: mediador.id }
    await expectProblem(await gestor.put(userPaths.update(person.id), { role: 'usuario' }), 400, 'handover_required')
    await updateUser(gestor, person.id, demoted)
    expect((await detailsOf(assigned.id)).asignado_a).toMatchObject({ id: mediador.id })
    expect((await detailsOf(own.id)).asignado_a).toBeNull()
    const moved = { id_company: office.otherCompany, entregar_a: mediador.id }
    await updateUser(admin, person.id, moved)
    expect((await detailsOf(own.id)).asignado_a).toMatchObject({ id: mediador.id })
  })

  it('keeps the links of the old company closed', async () => {
    const person = await enterUser('usuario')
    const { document } = await createCase(person)
    const ask = { id_documento: document.id_documento }
    await bodyOf(await person.post('/api/v1/create_share_document/', ask), 201)
    const moved = { id_company: office.otherCompany, entregar_a: office.mediador.id }
    expect(await updateUser(office.admin, person.id, moved)).toMatchObject({ open_cases: 0 })
    const { db } = office.server.deps
    const links = await db.selectFrom('share').where('created_by', '=', person.id).select('revoked_at').execute()
    expect(links).toEqual([{ revoked_at: expect.any(Date) as Date }])
    expect(await alive(person)).toBe(200)
  })

  it('closes the links to documents that the user may no longer share, and only those', async () => {
    const { admin, gestor, usuario, mediador, otherCompany, company } = office
    const { db } = office.server.deps
    const link = async (caller: Caller, id_documento: string) =>
      (await bodyOf<{ id: string }>(await caller.post('/api/v1/create_share_document/', { id_documento }), 201)).id
    const openOf = async ({ id }: Caller) => {
      const rows = await db.selectFrom('share').where('created_by', '=', id).select(['id', 'revoked_at']).execute()
      return rows.filter(({ revoked_at }) => revoked_at === null).map((row) => row.id)
    }
    const person = await enterUser('mediador')
    const { document: own } = await createCase(person)
    const { document: others } = await createCase(usuario)
    const ownLink = await link(person, own.id_documento)
    await link(person, others.id_documento)
    await updateUser(gestor, person.id, { role: 'usuario', entregar_a: mediador.id })
    expect(await openOf(person)).toEqual([ownLink])

    const boss = await enterUser('admin', 'Jefa', null)
    const { document: foreign } = await createCase(office.ajeno)
    await link(boss, others.id_documento)
    const kept = await link(boss, foreign.id_documento)
    await updateUser(admin, boss.id, { role: 'gestor', id_company: otherCompany })
    expect(await openOf(boss)).toEqual([kept])
    const shared = `/api/v1/user_shared/update/${others.id_documento}/`
    // As «usuario» they read it only because it is shared with them.
    const colleague = await enterUser('mediador')
    await bodyOf(await usuario.post(shared, { users: [colleague.id] }), 200)
    await updateUser(gestor, colleague.id, { role: 'usuario' })
    const given = async () =>
      await db.selectFrom('user_shared').where('id_user', '=', colleague.id).select('id_documento').execute()
    expect(await given()).toHaveLength(1)
    await updateUser(admin, colleague.id, { id_company: otherCompany })
    expect(await given()).toEqual([])
    // Both companies record the move.
    const events = await db.selectFrom('event').where('action', '=', 'user.changed').select(['chain', 'data']).execute()
    const moves = events.filter(({ data }) => data['id_user'] === colleague.id && data['fields'] === 'id_company')
    expect(moves.map(({ chain }) => chain).toSorted()).toEqual([company, otherCompany].toSorted())
  })
})

describe('an appointment of a deactivated user', () => {
  it('is sent to the calendar of the successor', async () => {
    const person = await enterUser('mediador')
    const { id } = await caseIn(office, 'pendiente')
    await send(office.gestor, { id_solicitud: id, asignado_a: person.id, fecha_agendada: inDays(office, 3) })
    await bodyOf(await deactivate(office.gestor, person.id, office.mediador.id), 200)
    const rows = await office.server.deps.db.selectFrom('email').where('id_solicitud', '=', id).selectAll().execute()
    const invited = rows.filter(
      ({ kind, recipients }) => kind === 'invitation' && recipients.to.includes(office.mediador.email),
    )
    expect(invited).toHaveLength(1)
  })
})

describe('the last administrator', () => {
  it('remains when a hundred concurrent calls remove both of two', async () => {
    const { server } = office
    const { db } = server.deps
    const both = [await enterUser('admin', 'Una', null), await enterUser('admin', 'Otra', null)] as const
    const ids = both.map(({ id }) => id)
    const inDeadCompany = await addCompany(server, 'Cerrada')
    await db.updateTable('company').set({ activa: false }).where('id', '=', inDeadCompany).execute()
    await addPerson(server, { email: 'cerrada@foja.example', role: 'admin', id_company: inDeadCompany })
    const invited = await createUser(office.admin, { role: 'admin' })
    await db
      .updateTable('app_user')
      .set({ activo: false })
      .where('role', '=', 'admin')
      .where('id', 'not in', [...ids, invited.id])
      .execute()
    await db.updateTable('app_user').set({ activo: true }).where('email', '=', 'cerrada@foja.example').execute()
    const ways: ((by: Caller, id: string) => Promise<Response>)[] = [
      (by, id) => remove(by, id),
      (by, id) => deactivate(by, id),
      (by, id) => by.put(userPaths.update(id), { role: 'gestor', id_company: office.company }),
      (by, id) => by.put(userPaths.update(id), { id_company: inDeadCompany }),
    ]
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => ways[(at >> 1) % ways.length]!(both[at % 2]!, ids[(at + 1) % 2]!)),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const admins = await db
      .selectFrom('app_user')
      .where('id', 'in', ids)
      .where('role', '=', 'admin')
      .where('activo', '=', true)
      .where('id_company', 'is', null)
      .select('id')
      .execute()
    expect(admins).toHaveLength(1)
    const left = both.find(({ id }) => id === admins[0]!.id)!
    expect(await alive(left)).toBe(200)
  })
})
