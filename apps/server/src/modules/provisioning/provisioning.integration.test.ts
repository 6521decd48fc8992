import type { Provisioning } from '@foja/contracts/provisioning'
import { inTransaction } from '@foja/db/transaction'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, openOffice, signedIn, type Caller } from '../../../test/office.ts'
import { startOidcProvider } from '../../../test/oidc-provider.ts'
import { oidcVisits, type Account } from '../../../test/oidc-visits.ts'
import { addCompany, addPerson } from '../../../test/test-server.ts'
import { closeAccount } from '../users/remove-user.ts'

const provider = await startOidcProvider()
const secret = 'un secreto largo del proveedor'
const oidc = {
  issuer: provider.issuer,
  clientId: 'foja',
  clientSecret: secret,
  name: 'Cuenta de la oficina',
  emailDomains: ['sindecir.example'],
  groupsClaim: 'groups',
}
const office = await openOffice({ config: { publicUrl: undefined, host: '127.0.0.1', oidc } })
const { server, admin, gestor, company } = office
const { db } = server.deps
await provider.open({ id: 'foja', secret, redirectUri: `${server.origin}/api/auth/callback/oidc` })
afterAll(() => provider.close())
beforeEach(async () => {
  await db.deleteFrom('throttle').execute()
  await change({ enabled: true, default_role: 'usuario', group_roles: [], domains: ['oficina.example'] })
})

const { enter } = oidcVisits(server, provider)
const unknown = '/ingresar?error=OidcUnknown'
const left = '/ingresar?error=OidcLeft'
const path = '/api/v1/change_provisioning/'

async function change(body: object, by: Caller = admin): Promise<Provisioning> {
  return await bodyOf<Provisioning>(await by.put(path, { id_company: company, ...body }), 200)
}
const usersOf = async (email: string) =>
  await db.selectFrom('app_user').selectAll().where('email', '=', email).orderBy('created_at').execute()
const roleOf = async (email: string) => (await usersOf(email))[0]!.role

let people = 0
/** A person of the domain, whom Foja does not know. */
const stranger = (more: Partial<Account> = {}): Account => {
  const sub = `p${(people += 1)}`
  return { sub, email: `${sub}@oficina.example`, name: 'Ana Ríos', ...more }
}

describe('the first sign-in of a person of a named domain', () => {
  it('creates them with the default role, records it and notifies the gestores', async () => {
    const person = stranger({ email: 'Nueva.Persona@Oficina.example', name: '  Lucía   Ñandú ' })
    const { browser, went } = await enter(person)
    expect(went).toBe('/')
    const me = (await (await browser.api('/api/v1/details_users/')).json()) as { id: string }
    expect(me).toMatchObject({ email: 'nueva.persona@oficina.example', nombre: 'Lucía Ñandú', role: 'usuario' })
    const [user] = await usersOf('nueva.persona@oficina.example')
    expect(user).toMatchObject({ id_company: company, provisioned: true, password_hash: null })
    const events = await db
      .selectFrom('event')
      .select(['action', 'data'])
      .where('actor', '=', me.id)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { action: 'user.provisioned', data: { id_user: me.id, nombre: 'Lucía Ñandú', role: 'usuario' } },
      { action: 'session.started', data: { factors: 'provider' } },
    ])
    const notices = await gestor.read<{ results: { kind: string; actor: string }[] }>('/api/v1/list_notifications/')
    expect(notices.results[0]).toMatchObject({ kind: 'user.provisioned', actor: 'Lucía Ñandú' })
    expect((await enter(person)).went).toBe('/')
    expect(await usersOf('nueva.persona@oficina.example')).toHaveLength(1)
    expect(await bodyOf(await gestor.call('/api/v1/provisioning/'), 200)).toMatchObject({ people: 1 })
  })

  it('takes the name of the address if the provider sends none', async () => {
    const person = stranger({ name: '' })
    await enter(person)
    expect((await usersOf(person.email))[0]).toMatchObject({ nombre: person.sub })
  })

  it('gives the role of the first row whose group they are in', async () => {
    const group_roles = [
      { group: 'mediacion', role: 'mediador' },
      { group: '/foja/gestion', role: 'gestor' },
    ]
    await change({ group_roles })
    const [both, one, none] = [
      stranger({ groups: ['/foja/gestion', 'mediacion'] }),
      stranger({ groups: ['/foja/gestion'] }),
      stranger({ groups: ['otro'] }),
    ]
    for (const person of [both, one, none]) expect((await enter(person)).went).toBe('/')
    const given = await Promise.all([both, one, none].map(async ({ email }) => await roleOf(email)))
    expect(given).toEqual(['mediador', 'gestor', 'usuario'])
  })

  it('is refused for another domain, a subdomain, an unverified address and a closed or switched off company', async () => {
    const count = async () => (await db.selectFrom('app_user').select('id').execute()).length
    const before = await count()
    expect((await enter(stranger({ email: 'ana@otra.example' }))).went).toBe(unknown)
    expect((await enter(stranger({ email: 'ana@de.oficina.example' }))).went).toBe(unknown)
    expect((await enter(stranger({ verified: false }))).went).toBe(unknown)
    expect((await enter(stranger({ verified: null }))).went).toBe(unknown)
    await change({ enabled: false })
    expect((await enter(stranger())).went).toBe(unknown)
    const closed = await addCompany(server, 'Cerrada')
    await change({ id_company: closed, enabled: true, domains: ['cerrada.example'] })
    await db.updateTable('company').set({ activa: false }).where('id', '=', closed).execute()
    expect((await enter(stranger({ email: 'ana@cerrada.example' }))).went).toBe(unknown)
    expect(await count()).toBe(before)
  })

  it('accepts an address that the provider does not verify in a domain of OIDC_EMAIL_DOMAINS', async () => {
    await change({ domains: ['sindecir.example'] })
    expect((await enter(stranger({ email: 'sin.decir@sindecir.example', verified: null }))).went).toBe('/')
  })

  it('creates one user of two first sign-ins at the same time', async () => {
    const person = stranger()
    const sub = `${person.sub}-otra`
    const entered = await Promise.all([enter(person), enter(person), enter(person)])
    expect(entered.map(({ went }) => went)).toEqual(['/', '/', '/'])
    expect(await usersOf(person.email)).toHaveLength(1)
    // Another account with the same address is another person.
    expect((await enter({ ...person, sub })).went).toBe(unknown)
    expect(await usersOf(person.email)).toHaveLength(1)
  })

  it('creates no other account for a person who was deactivated or removed', async () => {
    const inactive = stranger()
    await addPerson(server, { email: inactive.email, role: 'usuario', id_company: company, activo: false })
    expect((await enter(inactive)).went).toBe(left)
    const gone = stranger()
    await enter(gone)
    const [user] = await usersOf(gone.email)
    await inTransaction(db, async (trx) => await closeAccount(trx, user!.id, server.deps.clock()))
    expect((await enter(gone)).went).toBe(left)
    expect(await usersOf(gone.email)).toHaveLength(1)
    // An administrator may add them again.
    await addPerson(server, { email: gone.email, role: 'usuario', id_company: company })
    expect((await enter(gone)).went).toBe('/')
  })
})

describe('the groups of a person at a later sign-in', () => {
  const group_roles = [
    { group: 'gestion', role: 'gestor' },
    { group: 'mediacion', role: 'mediador' },
  ]

  it('change the role of people who were created that way, and the history says so', async () => {
    await change({ group_roles })
    const person = stranger({ groups: ['mediacion'] })
    await enter(person)
    expect(await roleOf(person.email)).toBe('mediador')
    const { browser } = await enter({ ...person, groups: ['gestion'] })
    expect(await (await browser.api('/api/v1/details_users/')).json()).toMatchObject({ role: 'gestor' })
    const { id } = (await usersOf(person.email))[0]!
    const event = db
      .selectFrom('event')
      .select('data')
      .where('action', '=', 'user.role_followed')
      .where('actor', '=', id)
    expect(await event.execute()).toEqual([
      { data: { id_user: id, nombre: 'Ana Ríos', from_role: 'mediador', to_role: 'gestor' } },
    ])
    await enter({ ...person, groups: [] })
    expect(await roleOf(person.email)).toBe('usuario')
  })

  it('change nothing without rows, without the claim, or while switched off', async () => {
    await change({ group_roles })
    const person = stranger({ groups: ['gestion'] })
    await enter(person)
    const { groups: _, ...silent } = person
    await enter(silent)
    expect(await roleOf(person.email)).toBe('gestor')
    await change({ enabled: false })
    await enter({ ...person, groups: [] })
    await change({ enabled: true, group_roles: [] })
    await enter({ ...person, groups: [] })
    expect(await roleOf(person.email)).toBe('gestor')
  })

  it('never change people who were created otherwise, nor admins', async () => {
    await change({ group_roles })
    const invited = stranger({ groups: ['gestion'] })
    await addPerson(server, { email: invited.email, role: 'usuario', id_company: company })
    await enter(invited)
    expect(await roleOf(invited.email)).toBe('usuario')
    const raised = stranger({ groups: ['gestion'] })
    await enter(raised)
    await db.updateTable('app_user').set({ role: 'admin' }).where('email', '=', raised.email).execute()
    await enter({ ...raised, groups: ['mediacion'] })
    expect(await roleOf(raised.email)).toBe('admin')
  })

  it('leave the last gestor of a company', async () => {
    const alone = await addCompany(server, 'Sola')
    await change({ id_company: alone, enabled: true, group_roles, domains: ['sola.example'] })
    const [one, two] = ['una@sola.example', 'dos@sola.example'].map((email) => stranger({ email, groups: ['gestion'] }))
    await enter(one!)
    await enter({ ...one!, groups: [] })
    expect(await roleOf(one!.email)).toBe('gestor')
    await enter(two!)
    await Promise.all([enter({ ...one!, groups: [] }), enter({ ...two!, groups: [] })])
    const roles = [await roleOf(one!.email), await roleOf(two!.email)]
    expect(roles.toSorted()).toEqual(['gestor', 'usuario'])
  })

  it('pass on the open requests that the new role does not allow', async () => {
    await change({ group_roles })
    const person = stranger({ groups: ['mediacion'] })
    await enter(person)
    const { id } = (await usersOf(person.email))[0]!
    const { solicitud } = await createCase(office.usuario)
    await db
      .updateTable('solicitud')
      .set({ asignado_a: id })
      .where('id_solicitud', '=', solicitud.id_solicitud)
      .execute()
    const passed = async () =>
      (
        await db
          .selectFrom('solicitud')
          .select('asignado_a')
          .where('id_solicitud', '=', solicitud.id_solicitud)
          .executeTakeFirstOrThrow()
      ).asignado_a
    await enter({ ...person, groups: [] })
    expect(await roleOf(person.email)).toBe('usuario')
    expect(await passed()).toBe(gestor.id)
  })

  it('take a password that another user chose from a person who gets a higher role', async () => {
    await change({ group_roles })
    const person = stranger({ groups: [] })
    await enter(person)
    const given = { password_hash: 'x', password_given: true }
    await db.updateTable('app_user').set(given).where('email', '=', person.email).execute()
    expect((await enter({ ...person, groups: ['gestion'] })).went).toBe('/')
    expect((await usersOf(person.email))[0]).toMatchObject({
      role: 'gestor',
      password_hash: null,
      password_given: false,
    })
  })
})

describe('the settings', () => {
  it('are read and changed by a gestor, without the domains', async () => {
    const changed = await change({ default_role: 'mediador', group_roles: [{ group: 'a', role: 'gestor' }] }, gestor)
    expect(changed).toMatchObject({ default_role: 'mediador', domains: ['oficina.example'], enabled: true })
    expect(await bodyOf(await gestor.call('/api/v1/provisioning/'), 200)).toEqual(changed)
    await expectProblem(await gestor.put(path, { domains: ['otra.example'] }), 403, 'forbidden')
    await expectProblem(await office.mediador.put(path, { enabled: false }), 403, 'forbidden')
    await expectProblem(await office.ajeno.put(path, { id_company: company, enabled: false }), 400, 'company_unknown')
    await expectProblem(await gestor.put(path, { default_role: 'admin' }), 400, 'validation_failed')
    await expectProblem(
      await gestor.put(path, { group_roles: [{ group: 'a', role: 'admin' }] }),
      400,
      'validation_failed',
    )
  })

  it('keep the first of two rows of a group, and record what changed, once', async () => {
    const group_roles = [
      { group: 'a', role: 'gestor' },
      { group: 'a', role: 'usuario' },
    ]
    const events = async () =>
      await db.selectFrom('event').select('data').where('action', '=', 'provisioning.changed').orderBy('id').execute()
    expect((await change({ group_roles })).group_roles).toEqual([{ group: 'a', role: 'gestor' }])
    const recorded = await events()
    expect(recorded.at(-1)).toEqual({ data: { fields: 'group_roles', activo: true, grupos: 'a: gestor' } })
    await change({ group_roles })
    expect(await events()).toHaveLength(recorded.length)
  })

  it('refuse domains that are wrong, open to all or of another company', async () => {
    const send = async (domains: string[], id_company = company) => await admin.put(path, { id_company, domains })
    await expectProblem(await send(['oficina']), 400, 'domain_wrong')
    const open = await expectProblem(await send(['Gmail.com']), 400, 'domain_public')
    expect(open.detail).toContain('Gmail.com')
    await expectProblem(await send(['OFICINA.example'], office.otherCompany), 400, 'domain_taken')
    expect((await bodyOf<Provisioning>(await send(['@B.example', 'mediación.ec', 'b.example']), 200)).domains).toEqual([
      'b.example',
      'xn--mediacin-13a.ec',
    ])
    // The domain is free again.
    await bodyOf(await send(['oficina.example'], office.otherCompany), 200)
    await bodyOf(await send([], office.otherCompany), 200)
  })

  it('need the company to be named by an admin without one', async () => {
    await expectProblem(await admin.call('/api/v1/provisioning/'), 400, 'company_unknown')
    const other = await signedIn(server, { role: 'admin', nombre: 'Beto', id_company: office.otherCompany })
    expect(await bodyOf(await other.call('/api/v1/provisioning/'), 200)).toMatchObject({ enabled: false, domains: [] })
  })
})
