import { inTransaction } from '@foja/db/transaction'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { post } from '../../../../test/account.ts'
import { startOidcProvider } from '../../../../test/oidc-provider.ts'
import { oidcVisits } from '../../../../test/oidc-visits.ts'
import type { TestClient } from '../../../../test/test-client.ts'
import { addCompany, addPerson, startTestServer, testPassword, type NewPerson } from '../../../../test/test-server.ts'
import { createLink } from '../account/create-link.ts'
import { closeAccount } from '../../users/remove-user.ts'

let people = 0

const db = () => server.deps.db
const secret = 'un secreto largo del proveedor'

async function newPerson(fields: Partial<NewPerson> = {}) {
  const { email = `oficina${(people += 1)}@foja.example`, ...rest } = fields
  return { email, id: await addPerson(server, { email, role: 'usuario', id_company: company, ...rest }) }
}

const provider = await startOidcProvider()
const oidc = {
  issuer: provider.issuer,
  clientId: 'foja',
  clientSecret: secret,
  name: 'Cuenta de la oficina',
  emailDomains: ['oficina.example'],
  groupsClaim: 'groups',
}
const server = await startTestServer({ config: { publicUrl: undefined, host: '127.0.0.1', oidc } })
const company = await addCompany(server, 'Cóndor Andino')
const { visit, comeBack, enter } = oidcVisits(server, provider)

/** Signs in through the provider as `sub` with an address. */
const enterAs = async (
  sub: string,
  email: string,
  verified: boolean | null = true,
  fields: Record<string, string> = {},
) => await enter({ sub, email, verified }, fields)

beforeEach(() => db().deleteFrom('throttle').execute())
afterAll(async () => {
  await server.close()
  await provider.close()
})

describe('sign-in with an OpenID Connect provider', () => {
  it('reports a provider that does not answer, and works once it does', async () => {
    const response = await server.client().form('/api/auth/signin/oidc', {})
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      url: `${server.origin}/ingresar?error=OidcFailed`,
      detail: expect.stringContaining('no responde') as string,
    })
    await provider.open({ id: 'foja', secret, redirectUri: `${server.origin}/api/auth/callback/oidc` })
    const { email } = await newPerson()
    expect((await enterAs('primera', email)).went).toBe('/')
  })

  it('is listed for the sign-in page', async () => {
    const providers = await server.client().json<Record<string, object>>('/api/auth/providers')
    expect(Object.keys(providers)).toEqual(['credentials', 'oidc'])
    expect(providers['oidc']).toEqual({
      id: 'oidc',
      name: 'Cuenta de la oficina',
      type: 'oauth',
      signinUrl: `${server.origin}/api/auth/signin/oidc`,
      callbackUrl: `${server.origin}/api/auth/callback/oidc`,
    })
  })

  it('signs in and links a user with a verified address, and continues where they were going', async () => {
    const { email, id } = await newPerson()
    const callbackUrl = `${server.origin}/solicitudes?page=2`
    const { browser, went } = await enterAs('ana', email.toUpperCase(), true, { callbackUrl, remember: 'true' })
    expect(went).toBe('/solicitudes?page=2')
    expect(browser.jar.lines.get('foja.session')).toContain('Max-Age=2592000')
    expect(await (await browser.api('/api/v1/details_users/')).json()).toMatchObject({ id, email })
    expect(await (await browser.api('/api/v1/security/')).json()).toMatchObject({ provider: 'Cuenta de la oficina' })
    const events = await db()
      .selectFrom('event')
      .select(['action', 'data'])
      .where('actor', '=', id)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { action: 'session.provider_linked', data: {} },
      { action: 'session.started', data: { factors: 'provider' } },
    ])
    const mailed = async () => {
      const rows = await db().selectFrom('email').select(['subject', 'recipients', 'text']).execute()
      return rows.filter(({ recipients }) => recipients.to.includes(email))
    }
    const [letter, ...others] = await mailed()
    expect([letter!.subject, others]).toEqual(['Tu cuenta quedó unida a la de tu oficina', []])
    expect(letter!.text).toContain('127.0.0.1')
    expect(letter!.text).toContain('Tu contraseña sigue sirviendo.')
    // From now on the subject counts, whatever its address.
    expect((await enterAs('ana', 'otra@fuera.example', false)).went).toBe('/')
    expect(await mailed()).toHaveLength(1)
    // The address opens nothing if it is given to another account there.
    expect((await enterAs('sucesora', email)).went).toBe('/ingresar?error=OidcUnknown')
  })

  it('refuses unknown, unverified, deactivated and removed users and closed companies, and creates no users', async () => {
    const known = await newPerson()
    const inactive = await newPerson({ activo: false })
    const closed = await addCompany(server, 'Cerrada')
    const shut = await newPerson({ id_company: closed })
    await db().updateTable('company').set({ activa: false }).where('id', '=', closed).execute()
    const count = async () => await db().selectFrom('app_user').select('id').execute()
    const before = (await count()).length
    const unknown = '/ingresar?error=OidcUnknown'
    expect((await enterAs('x1', 'nadie@fuera.example')).went).toBe(unknown)
    expect((await enterAs('x2', known.email, false)).went).toBe(unknown)
    expect((await enterAs('x3', inactive.email)).went).toBe(unknown)
    expect((await enterAs('x4', shut.email)).went).toBe(unknown)
    expect((await count()).length).toBe(before)
    // Linked first, deactivated later.
    const { browser } = await enterAs('x5', known.email)
    expect(await browser.token()).toBeDefined()
    await db().updateTable('app_user').set({ activo: false }).where('id', '=', known.id).execute()
    const again = await enterAs('x5', known.email)
    expect(again.went).toBe(unknown)
    expect(await again.browser.token()).toBeUndefined()
    // Removed, and the address given to a new user: the old row does not interfere.
    await inTransaction(db(), async (trx) => await closeAccount(trx, known.id, server.deps.clock()))
    expect((await enterAs('x5', known.email)).went).toBe(unknown)
    const heir = await addPerson(server, { email: known.email, role: 'usuario', id_company: company })
    const entered = await enterAs('x5', known.email)
    expect(await (await entered.browser.api('/api/v1/details_users/')).json()).toMatchObject({ id: heir })
  })

  it('trusts addresses of the office’s own domains if the provider does not say they are verified, and no others', async () => {
    const unknown = '/ingresar?error=OidcUnknown'
    const own = await newPerson({ email: 'gabriela@oficina.example' })
    const below = await newPerson({ email: 'gabriela@de.oficina.example' })
    const guest = await newPerson()
    expect((await enterAs('e1', guest.email, null)).went).toBe(unknown)
    expect((await enterAs('e2', below.email, null)).went).toBe(unknown)
    expect((await enterAs('e3', own.email, false)).went).toBe(unknown)
    const { browser, went } = await enterAs('e4', 'Gabriela@Oficina.example', null)
    expect(went).toBe('/')
    expect(await (await browser.api('/api/v1/details_users/')).json()).toMatchObject({ id: own.id })
  })

  it('voids the invitation of a user who signs in through the provider', async () => {
    const { id, email } = await newPerson()
    await db().updateTable('app_user').set({ password_hash: null }).where('id', '=', id).execute()
    const invite = async () =>
      await inTransaction(
        db(),
        async (trx) =>
          await createLink(trx, server.deps, { user: { id }, kind: 'invitation', by: null, at: server.deps.clock() }),
      )
    const choose = async (token: string) =>
      (await post(server.client(), '/api/v1/set_password/', { token, password: 'otra frase larga de veras' })).status
    const before = await invite()
    expect((await enterAs('invitada', email)).went).toBe('/')
    expect(await choose(before.token)).toBe(400)
    const links = db().selectFrom('one_time_link').where('id_user', '=', id)
    expect(await links.where('used_at', 'is', null).select('id').execute()).toEqual([])
    // A later link for the same purpose does not work either.
    expect(await choose((await invite()).token)).toBe(400)
  })

  it('mentions no password to users without one, neither on the screen nor in the email', async () => {
    const { id, email } = await newPerson()
    await db().updateTable('app_user').set({ password_hash: null }).where('id', '=', id).execute()
    const { browser } = await enterAs('sin-clave', email)
    expect(await (await browser.api('/api/v1/security/')).json()).toMatchObject({
      has_password: false,
      provider: 'Cuenta de la oficina',
    })
    const rows = await db().selectFrom('email').select(['recipients', 'text', 'html']).execute()
    const [letter] = rows.filter(({ recipients }) => recipients.to.includes(email))
    expect(letter!.text).toContain('No te hace falta otra contraseña')
    expect(letter!.text + letter!.html).not.toMatch(/sigue sirviendo|\/olvide/)
  })

  it('refuses a wrong state, browser or code, and a late return', async () => {
    const { email } = await newPerson()
    const account = `celia|${email}|verified`
    const failed = '/ingresar?error=OidcFailed'
    const browser = server.client()
    const wrongState = await visit(browser, account)
    wrongState.searchParams.set('state', 'x'.repeat(43))
    expect(await comeBack(browser, wrongState)).toBe(failed)
    // The cookie is used up.
    expect(browser.jar.get('foja.oidc')).toBeUndefined()
    const stolen = await visit(server.client(), account)
    expect(await comeBack(server.client(), stolen)).toBe(failed)
    const victim = server.client()
    await visit(victim, account)
    expect(await comeBack(victim, stolen)).toBe(failed)
    const refused = await visit(browser, account)
    refused.searchParams.delete('code')
    refused.searchParams.set('error', 'access_denied')
    expect(await comeBack(browser, refused)).toBe(failed)
    const replayed = await visit(browser, account)
    const cookie = browser.jar.get('foja.oidc')!
    expect(await comeBack(browser, replayed)).toBe('/')
    const copy = server.client()
    copy.jar.set('foja.oidc', cookie)
    expect(await comeBack(copy, replayed)).toBe(failed)
    expect(await copy.token()).toBeUndefined()
    const forged = server.client()
    forged.jar.set('foja.oidc', `${cookie.slice(0, -4)}AAAA`)
    expect(await comeBack(forged, await visit(server.client(), account))).toBe(failed)
    const late = await visit(browser, account)
    server.advance(10 * 60_000 + 1)
    expect(await comeBack(browser, late)).toBe(failed)
  })

  it('starts only from a form of this site, and ends only on a page of this site', async () => {
    const { email } = await newPerson()
    const { went } = await enterAs('elena', email, true, { callbackUrl: 'https://evil.example/' })
    expect(went).toBe('/')
    const bare = await server.client().fetch('/api/auth/signin/oidc', {
      method: 'POST',
      body: new URLSearchParams({ json: 'true', callbackUrl: '/' }),
    })
    expect(bare.status).toBe(400)
    const cross = await server.client().form('/api/auth/signin/oidc', {}, { 'sec-fetch-site': 'cross-site' })
    expect(cross.status).toBe(403)
    const page = await server.client().fetch('/api/auth/signin/oidc')
    expect(page.headers.get('location')).toBe(`${server.origin}/ingresar`)
  })

  it('counts as the second factor that a company requires', async () => {
    const { email } = await newPerson()
    await db().updateTable('company').set({ exige_totp: true }).where('id', '=', company).execute()
    const { browser } = await enterAs('fabio', email)
    expect((await browser.api('/api/v1/metrics/')).status).toBe(200)
    const totpOf = async (client: TestClient) =>
      ((await (await client.api('/api/v1/security/')).json()) as { totp: object }).totp
    expect(await totpOf(browser)).toMatchObject({ required: true, owed: false })
    const byPassword = server.client()
    await byPassword.signIn(email, testPassword)
    expect(await totpOf(byPassword)).toMatchObject({ required: true, owed: true })
  })
})
