import type { Invitation, ListedUser } from '@foja/contracts/users'
import { beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, signedIn, openOffice } from '../../../test/office.ts'
import { createUser, updateUser, userPaths } from '../../../test/people-calls.ts'
import { addCompany, testPassword } from '../../../test/test-server.ts'

const password = 'otra frase larga de veras'
const unknown = '00000000-0000-4000-8000-000000000000'

const office = await openOffice()
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())

const signIn = async (email: string, secret: string) => (await office.server.client().signIn(email, secret)).status
const eventsOf = async (id: string) => {
  const { db } = office.server.deps
  const rows = await db.selectFrom('event').orderBy('id').select(['action', 'actor_label', 'data']).execute()
  return rows.filter(({ data }) => data['id_user'] === id)
}
const mailsTo = async (email: string) => {
  const rows = await office.server.deps.db.selectFrom('email').selectAll().orderBy('created_at').execute()
  return rows.filter(({ recipients }) => recipients.to.includes(email))
}
const enterUser = (more: object = {}) =>
  signedIn(office.server, { role: 'usuario', nombre: 'Alguien', id_company: office.company, ...more })

describe('creating a user', () => {
  it('with a password lets them sign in immediately', async () => {
    const created = await createUser(office.gestor, {
      email: 'Nueva.Persona@Foja.example',
      cargo: 'Secretaria',
      password,
    })
    expect(created).toMatchObject({
      email: 'nueva.persona@foja.example',
      role: 'usuario',
      id_company: office.company,
      cargo: 'Secretaria',
      telefono: null,
      activo: true,
      status: 'activo',
      has_totp: false,
      has_signature: false,
      open_cases: 0,
      invitation: null,
      actions: ['update', 'role', 'password', 'deactivate', 'remove'],
    })
    expect(await signIn('NUEVA.persona@foja.example', password)).toBe(200)
    expect(await eventsOf(created.id)).toMatchObject([
      { action: 'user.created', actor_label: 'Gael Gestor', data: { role: 'usuario', invited: false } },
    ])
  })

  it('without a password invites them by email; without mail the link is returned', async () => {
    const created = await createUser(office.gestor, { email: 'invitada@foja.example' })
    expect(created).toMatchObject({ status: 'invitado', invitation: { status: 'held' } })
    expect(created.actions).toContain('invite')
    expect(created.invitation_expires_at).toBe(created.invitation!.expires_at)
    expect(created.invitation!.url).toMatch(/^https:\/\/foja\.example\/elegir-clave#token=[\w-]{43}$/)
    const [mail] = await mailsTo('invitada@foja.example')
    expect(mail).toMatchObject({ kind: 'account', id_company: office.company })
    expect(mail!.text).not.toContain(created.invitation!.url!.split('token=')[1])
    expect(await signIn('invitada@foja.example', '')).toBe(401)
  })

  it.each([
    ['weak_password', { password: 'contraseña1234' }, 'password'],
    ['email_address_wrong', { email: 'nadie@foja.localhost' }, 'email'],
    ['validation_failed', { email: 'sin arroba' }, 'email'],
    ['validation_failed', { nombre: '  ' }, 'nombre'],
    ['validation_failed', { role: 'jefe' }, 'role'],
    ['company_unknown', { id_company: unknown }, 'id_company'],
    ['company_unknown', { id_company: null }, 'id_company'],
  ] as const)('answers %s', async (code, more, field) => {
    const person = { email: 'mal@foja.example', nombre: 'Mal', role: 'usuario', ...more }
    const problem = await expectProblem(await office.gestor.post(userPaths.create, person), 400, code)
    expect(problem.errors).toMatchObject([{ field }])
  })

  it('accepts an address once, in any case, also in a hundred concurrent calls', async () => {
    const person = { email: office.ajeno.email.toUpperCase(), nombre: 'Doble', role: 'usuario' }
    const problem = await expectProblem(await office.gestor.post(userPaths.create, person), 400, 'email_in_use')
    expect(problem.errors).toMatchObject([{ field: 'email' }])
    const same = { ...person, email: 'cien@foja.example' }
    const answers = await Promise.all(Array.from({ length: 100 }, () => office.gestor.post(userPaths.create, same)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 99 }, () => 400)])
    expect(await mailsTo('cien@foja.example')).toHaveLength(1)
  })

  it('is limited to the own company for a gestor, and never to an admin', async () => {
    const { gestor, mediador, usuario, otherCompany } = office
    const person = { email: 'x@foja.example', nombre: 'X', role: 'usuario' }
    const elsewhere = { ...person, id_company: otherCompany }
    await expectProblem(await gestor.post(userPaths.create, elsewhere), 400, 'company_unknown')
    await expectProblem(await gestor.post(userPaths.create, { ...person, role: 'admin' }), 403, 'forbidden')
    for (const caller of [mediador, usuario]) {
      await expectProblem(await caller.post(userPaths.create, person), 403, 'forbidden')
    }
  })

  it('accepts an admin in any company or none, but no user in a closed company', async () => {
    const { admin, otherCompany, server } = office
    expect(await createUser(admin, { role: 'admin', password })).toMatchObject({ id_company: null, company: null })
    expect(await createUser(admin, { id_company: otherCompany, password })).toMatchObject({ id_company: otherCompany })
    const person = { email: 'y@foja.example', nombre: 'Y', role: 'gestor' }
    await expectProblem(await admin.post(userPaths.create, person), 400, 'company_unknown')
    const shut = await addCompany(server, 'Cerrada')
    await server.deps.db.updateTable('company').set({ activa: false }).where('id', '=', shut).execute()
    await expectProblem(await admin.post(userPaths.create, { ...person, id_company: shut }), 400, 'company_unknown')
  })
})

describe('inviting again', () => {
  it('voids earlier links and works until a password is chosen', async () => {
    const created = await createUser(office.gestor)
    const again = await bodyOf<Invitation>(await office.gestor.post(userPaths.invite(created.id), {}), 200)
    expect(again.url).not.toBe(created.invitation!.url)
    const { db } = office.server.deps
    const open = db.selectFrom('one_time_link').where('id_user', '=', created.id).where('used_at', 'is', null)
    expect(await open.selectAll().execute()).toHaveLength(1)
    expect((await eventsOf(created.id)).map(({ action }) => action)).toEqual(['user.created', 'user.invited'])
    await db.updateTable('app_user').set({ password_hash: 'x' }).where('id', '=', created.id).execute()
    await expectProblem(await office.gestor.post(userPaths.invite(created.id), {}), 400, 'user_not_invited')
    await expectProblem(await office.gestor.post(userPaths.invite(office.usuario.id), {}), 400, 'user_not_invited')
  })

  it('is rate-limited per invited user', async () => {
    const { id, email } = await createUser(office.gestor)
    const answers: number[] = []
    for (let at = 0; at < 12; at += 1) answers.push((await office.gestor.post(userPaths.invite(id), {})).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 400, 400])
    expect(await mailsTo(email)).toHaveLength(11)
  })
})

describe('changing a user', () => {
  it('keeps omitted fields, clears empty ones and records which changed', async () => {
    const { id } = await createUser(office.gestor, { cargo: 'Antes', telefono: '022345678', password })
    expect(await updateUser(office.gestor, id, { nombre: 'Otro Nombre', cargo: '' })).toMatchObject({
      nombre: 'Otro Nombre',
      cargo: null,
      telefono: '022345678',
    })
    await updateUser(office.gestor, id, { nombre: 'Otro Nombre' })
    await updateUser(office.gestor, id, { role: 'mediador' })
    const changes = (await eventsOf(id)).slice(1).map(({ action, data }) => [action, data])
    expect(changes).toEqual([
      ['user.changed', { id_user: id, nombre: 'Otro Nombre', fields: 'nombre,cargo' }],
      [
        'user.changed',
        { id_user: id, nombre: 'Otro Nombre', fields: 'role', from_role: 'usuario', to_role: 'mediador' },
      ],
    ])
  })

  it('takes effect at their next request', async () => {
    const person = await enterUser({ role: 'gestor' })
    expect((await person.call(userPaths.list)).status).toBe(200)
    await updateUser(office.gestor, person.id, { role: 'usuario' })
    await expectProblem(await person.call(userPaths.list), 403, 'forbidden')
  })

  it('voids links sent to the old address when the address changes', async () => {
    const created = await createUser(office.gestor)
    const { db } = office.server.deps
    const linksOf = async () =>
      await db.selectFrom('one_time_link').where('id_user', '=', created.id).orderBy('created_at').selectAll().execute()
    const email = 'corregida@foja.example'
    expect(await updateUser(office.gestor, created.id, { email: 'Corregida@foja.example' })).toMatchObject({ email })
    const links = await linksOf()
    expect(links.map(({ used_at }) => used_at === null)).toEqual([false, true])
    expect(await mailsTo(email)).toHaveLength(1)
    await expectProblem(
      await office.gestor.put(userPaths.update(created.id), { email: office.ajeno.email }),
      400,
      'email_in_use',
    )
    await expectProblem(
      await office.gestor.put(userPaths.update(created.id), { email: 'nadie@foja.localhost' }),
      400,
      'email_address_wrong',
    )
  })

  it('notifies the old address who changed it and to what', async () => {
    const person = await enterUser()
    const email = `mudada.${person.id}@foja.example`
    await updateUser(office.gestor, person.id, { email, current_password: testPassword })
    const [mail, ...others] = await mailsTo(person.email)
    expect([mail!.subject, others]).toEqual(['El correo de tu cuenta cambió', []])
    expect(mail!.text).toContain('Gael Gestor')
    expect(mail!.text).toContain('mu•••@foja.example')
    expect(mail!.text).not.toContain(email)
    expect(await mailsTo(email)).toEqual([])
    expect(await eventsOf(person.id)).toMatchObject([{ action: 'user.changed', data: { fields: 'email' } }])
    // Saving the same address again changes nothing and sends no email.
    await updateUser(office.gestor, person.id, { email: email.toUpperCase(), current_password: testPassword })
    expect(await mailsTo(email)).toEqual([])
    // For their own change, the email says from where it was made.
    const me = await enterUser({ role: 'gestor' })
    await updateUser(me, me.id, { email: `yo.${me.id}@foja.example`, current_password: testPassword })
    const [own] = await mailsTo(me.email)
    expect(own!.text).toContain('127.0.0.1')
    expect(own!.text).not.toContain('Quién lo hizo')
  })

  it('does not notify the former, wrong address of an invited user', async () => {
    const created = await createUser(office.gestor)
    const { db } = office.server.deps
    await db.deleteFrom('email').execute()
    await updateUser(office.gestor, created.id, { email: `bien.${created.id}@foja.example` })
    expect(await mailsTo(created.email)).toEqual([])
    await updateUser(office.gestor, created.id, { activo: false })
    await updateUser(office.gestor, created.id, { email: `mejor.${created.id}@foja.example` })
    expect(await mailsTo(`bien.${created.id}@foja.example`)).toHaveLength(1)
  })

  it('makes their case files searchable by the new name', async () => {
    const person = await enterUser({ nombre: 'Prudencia Vieja' })
    await createCase(person)
    const found = async (q: string) =>
      (await person.read<object[]>(`/api/v1/get_list_solicitud_main_type2/?q=${q}`)).length
    expect([await found('vieja'), await found('flamante')]).toEqual([1, 0])
    await updateUser(office.gestor, person.id, { nombre: 'Prudencia Flamante' })
    expect([await found('vieja'), await found('flamante')]).toEqual([0, 1])
  })

  it('removes a second factor and notifies the user by email', async () => {
    const person = await enterUser()
    const { db, clock } = office.server.deps
    const on = { totp_secret: 'x', totp_enabled_at: clock() }
    await db.updateTable('app_user').set(on).where('id', '=', person.id).execute()
    const read = async () =>
      (await office.gestor.read<ListedUser[]>(userPaths.list)).find(({ id }) => id === person.id)!.has_totp
    expect(await read()).toBe(true)
    const off = { quitar_totp: true, current_password: testPassword }
    expect(await updateUser(office.gestor, person.id, off)).toMatchObject({ has_totp: false })
    expect(await mailsTo(person.email)).toHaveLength(1)
    await updateUser(office.gestor, person.id, off)
    expect(await mailsTo(person.email)).toHaveLength(1)
  })

  it('requires the caller’s password for changes of sign-in, and notifies the user at their former address', async () => {
    const person = await enterUser()
    const { db, clock } = office.server.deps
    const on = { totp_secret: 'x', totp_enabled_at: clock(), oidc_subject: `https://acceso.example ${person.id}` }
    await db.updateTable('app_user').set(on).where('id', '=', person.id).execute()
    const path = userPaths.update(person.id)
    const taken = { email: `tomada.${person.id}@foja.example`, quitar_totp: true }
    for (const body of [taken, { email: taken.email }, { quitar_totp: true }]) {
      const refused = await expectProblem(await office.gestor.put(path, body), 400, 'own_password_required')
      expect(refused.errors).toMatchObject([{ field: 'current_password' }])
      const wrong = { ...body, current_password: 'no es esta' }
      await expectProblem(await office.gestor.put(path, wrong), 400, 'password_wrong')
    }
    const own = { email: `propia.${office.gestor.id}@foja.example` }
    await expectProblem(await office.gestor.put(userPaths.update(office.gestor.id), own), 400, 'own_password_required')
    expect(await mailsTo(person.email)).toEqual([])
    await updateUser(office.gestor, person.id, { ...taken, current_password: testPassword })
    const mails = await mailsTo(person.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Tu cuenta ya no tiene verificación en dos pasos',
      'El correo de tu cuenta cambió',
    ])
    expect(await mailsTo(taken.email)).toEqual([])
    // The provider account of the former address no longer signs in.
    const columns = ['oidc_subject', 'totp_secret'] as const
    expect(await db.selectFrom('app_user').where('id', '=', person.id).select(columns).execute()).toEqual([
      { oidc_subject: null, totp_secret: null },
    ])
    // The warning cannot be cancelled by another user.
    for (const { id } of mails) {
      await expectProblem(await office.gestor.post(`/api/v1/cancel_email/${id}/`, {}), 400, 'email_not_waiting')
    }
  })

  it('ends the sessions of that user only and records who did it', async () => {
    const person = await enterUser()
    await updateUser(office.gestor, person.id, { cerrar_sesiones: true })
    await expectProblem(await person.call('/api/v1/details_users/'), 401, 'unauthenticated')
    expect((await office.usuario.call('/api/v1/details_users/')).status).toBe(200)
    expect(await signIn(person.email, testPassword)).toBe(200)
    expect(await eventsOf(person.id)).toMatchObject([{ action: 'user.sessions_ended', actor_label: 'Gael Gestor' }])
  })
})

describe('a gestor', () => {
  it('cannot change admins or users of other companies', async () => {
    const { server, company, gestor, ajeno } = office
    const admin = await signedIn(server, { role: 'admin', nombre: 'De casa', id_company: company })
    const calls: [string, (id: string) => Promise<Response>][] = [
      ['update', (id) => gestor.put(userPaths.update(id), { nombre: 'X' })],
      ['remove', (id) => gestor.remove(userPaths.remove(id))],
      ['invite', (id) => gestor.post(userPaths.invite(id), {})],
      ['password', (id) => gestor.put(userPaths.password(id), { password, current_password: testPassword })],
    ]
    for (const [, call] of calls) {
      await expectProblem(await call(admin.id), 403, 'forbidden')
      await expectProblem(await call(ajeno.id), 404, 'not_found')
      await expectProblem(await call(office.admin.id), 404, 'not_found')
      await expectProblem(await call(unknown), 404, 'not_found')
    }
  })

  it('cannot promote users to admin or move them', async () => {
    const { gestor, usuario, otherCompany } = office
    await expectProblem(await gestor.put(userPaths.update(usuario.id), { role: 'admin' }), 403, 'forbidden')
    for (const id_company of [otherCompany, unknown, null]) {
      await expectProblem(await gestor.put(userPaths.update(usuario.id), { id_company }), 403, 'forbidden')
    }
    expect(await updateUser(gestor, usuario.id, { id_company: office.company })).toMatchObject({ role: 'usuario' })
  })
})

describe('an administrator', () => {
  it('moves users between companies and promotes and demotes admins', async () => {
    const { admin, otherCompany, company } = office
    const person = await enterUser()
    expect(await updateUser(admin, person.id, { id_company: otherCompany })).toMatchObject({
      company: { id: otherCompany, nombre: 'Otra Oficina' },
    })
    await expectProblem(await admin.put(userPaths.update(person.id), { id_company: null }), 400, 'company_unknown')
    await expectProblem(await admin.put(userPaths.update(person.id), { id_company: unknown }), 400, 'company_unknown')
    expect(await updateUser(admin, person.id, { role: 'admin', id_company: null })).toMatchObject({ company: null })
    await expectProblem(await admin.put(userPaths.update(person.id), { role: 'gestor' }), 400, 'company_unknown')
    const back = { role: 'gestor', id_company: company }
    expect(await updateUser(admin, person.id, back)).toMatchObject(back)
  })
})

describe('a user', () => {
  it.each(['admin', 'gestor'] as const)('cannot change their own role, company or state: %s', async (role) => {
    const me = await enterUser({ role })
    const refused = [
      { role: 'usuario' },
      { id_company: office.otherCompany },
      { activo: false },
      { quitar_totp: true },
      { cerrar_sesiones: true },
    ]
    for (const body of refused) {
      await expectProblem(await me.put(userPaths.update(me.id), body), 400, 'not_yourself')
    }
    await expectProblem(await me.remove(userPaths.remove(me.id)), 400, 'not_yourself')
    const newPassword = { password, current_password: testPassword }
    await expectProblem(await me.put(userPaths.password(me.id), newPassword), 400, 'not_yourself')
    const mine = { nombre: 'Yo', telefono: '0991234567', role, activo: true, id_company: office.company }
    expect(await updateUser(me, me.id, mine)).toMatchObject({ nombre: 'Yo', actions: ['update'] })
  })
})
