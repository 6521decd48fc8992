// Sign-in by a real OpenID Connect provider on another site, in Chromium.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { startOidcProvider } from '../apps/server/test/oidc-provider.ts'
import { desktop, phone } from './support/devices.ts'
import { look, watch } from './support/look.ts'
import { openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { english, texts } from './support/spanish.ts'
import { call } from './support/wire.ts'

const name = 'Cuenta Cóndor'
const client = { id: 'foja', secret: 'un secreto largo del proveedor' }

/** Under another name than the provider's: two sites for a browser. */

const provider = await startOidcProvider()
afterAll(() => provider.close())
const environment = {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_NAME: name,
}
const { foja, browser } = await openStage({ environment })
const origin = foja.origin.replace('127.0.0.1', 'localhost')

/** The sign-in page for the provider's user `account`, without typing. */
async function visit(account: string, options = desktop, path = '/ingresar') {
  const context = await browser.newContext({ ...options, extraHTTPHeaders: { 'x-account': account } })
  const page = await context.newPage()
  const faults = watch(page)
  await page.goto(`${origin}${path}`)
  return { context, page, faults }
}
const enterBy = (page: Page, t = texts) => page.getByRole('button', { name: t.session.signInWith(name) })
/** True if the session survives the browser. */
async function staysSignedIn(context: BrowserContext): Promise<boolean> {
  const cookies = await context.cookies()
  return cookies.find(({ name: named }) => named === 'foja.session')!.expires > 0
}
const alert = (page: Page) => page.getByRole('alert')

it('reports a provider that is down, and still accepts the password', async () => {
  const { context, page, faults } = await visit(`marta|${people.mediador.email}|verified`)
  await enterBy(page).click()
  await page.getByText(texts.session.oidcFailedTitle).waitFor()
  await page.getByText(texts.session.oidcFailedText).waitFor()
  await look(page, 'proveedor-caido')
  expect(new URL(page.url()).pathname).toBe('/ingresar')
  expect(await enterBy(page).isEnabled()).toBe(true)
  expect(await page.getByLabel(texts.session.email).isEnabled()).toBe(true)
  expect(faults().filter((fault) => !fault.includes('status of 400'))).toEqual([])
  await context.close()
})

it('signs an office user in and returns them to their page, by keyboard alone', async () => {
  await provider.open({
    ...client,
    redirectUri: `${origin}/api/auth/callback/oidc`,
    logoutUri: `${foja.origin}/api/auth/backchannel-logout`,
  })
  const account = `marta|${people.mediador.email}|verified`
  const { context, page, faults } = await visit(account, desktop, '/ingresar?volver=%2Fagenda')
  await enterBy(page).waitFor()
  await look(page, 'proveedor-ingresar')
  await enterBy(page).focus()
  const passed: string[] = []
  page.on('request', (request) => passed.push(new URL(request.url()).origin))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/agenda`)
  expect(passed).toContain(provider.issuer)
  expect(await call(context, origin, 'details_users/')).toMatchObject({ email: people.mediador.email })
  expect(await staysSignedIn(context)).toBe(true)
  await page.goto(`${origin}/perfil`)
  await page.getByText(texts.security.providerLinked(name)).waitFor()
  await look(page, 'proveedor-perfil')
  expect(faults()).toEqual([])
  await context.close()
})

it('ends the session with the browser unless the user stays signed in', async () => {
  const { context, page, faults } = await visit(`marta|${people.mediador.email}|verified`)
  await page.getByLabel(texts.session.remember).uncheck()
  await enterBy(page).click()
  await page.waitForURL(`${origin}/`)
  expect(await staysSignedIn(context)).toBe(false)
  expect(faults()).toEqual([])
  await context.close()
})

it.each([
  ['of an unknown user', 'x1|nadie@fuera.example|verified', desktop, 'es-EC', texts],
  ['of an unverified address', `x2|${people.gestor.email}|unverified`, phone, 'en-GB', english],
] as const)('refuses sign-in %s, and names a contact', async (_, account, device, locale, t) => {
  const { context, page, faults } = await visit(account, { ...device, locale })
  await enterBy(page, t).click()
  await page.waitForURL(/\/ingresar\?error=OidcUnknown/)
  await alert(page).getByText(t.session.oidcUnknownTitle).waitFor()
  await alert(page).getByText(t.session.oidcUnknownText).waitFor()
  await look(page, `proveedor-desconocida-${locale}`)
  await page.goto(`${origin}/solicitudes`)
  await page.waitForURL(/\/(ingresar|refresh)/)
  expect(faults()).toEqual([])
  await context.close()
})

it('locks nothing when the company requires a second factor, and explains sign-in to users without a password', async () => {
  const boss = await visit(`jefa|${people.admin.email}|verified`)
  await enterBy(boss.page).click()
  await boss.page.waitForURL(`${origin}/`)
  const { id_company } = await call<{ id_company: string }>(boss.context, origin, 'details_users/')
  await call(boss.context, origin, `update_companies/${id_company}/`, { exige_totp: true }, 'PUT')
  const invited = { email: 'ines@condor.example', nombre: 'Inés Vaca', role: 'usuario', id_company }
  await call(boss.context, origin, 'create_user/', invited)
  await boss.page.goto(`${origin}/empresas?empresa=${id_company}`)
  await boss.page.getByText(texts.companies.requireUnless(name)).waitFor()
  await look(boss.page, 'proveedor-empresa')
  await boss.page.goto(`${origin}/perfil`)
  await boss.page.getByText(texts.security.totpByPassword).waitFor()
  await look(boss.page, 'proveedor-exigido')
  await boss.context.close()

  const { context, page, faults } = await visit(`ines|${invited.email}|verified`, phone, '/ingresar?volver=%2Fperfil')
  await enterBy(page).click()
  await page.waitForURL(`${origin}/perfil`)
  await page.getByText(texts.security.passwordNoneBy(name)).waitFor()
  await page.getByText(texts.security.totpWithoutPassword).waitFor()
  await page.getByText(texts.security.sessions).waitFor()
  expect(await page.getByText(texts.security.requiredTitle).count()).toBe(0)
  expect(await page.getByRole('button', { name: texts.security.changePassword }).count()).toBe(0)
  expect(await page.getByLabel(texts.profile.name).isEditable()).toBe(true)
  await page.getByText(texts.security.provider, { exact: true }).scrollIntoViewIfNeeded()
  await look(page, 'proveedor-sin-clave')
  expect(faults()).toEqual([])
  await context.close()
})

it('creates a person of a named domain at their first sign-in, and ends their session when they leave the provider', async () => {
  const boss = await visit(`jefa|${people.admin.email}|verified`)
  await enterBy(boss.page).click()
  await boss.page.waitForURL(`${origin}/`)
  const { id_company } = await call<{ id_company: string }>(boss.context, origin, 'details_users/')
  await boss.page.goto(`${origin}/empresas?empresa=${id_company}`)
  const t = texts.provisioning
  await boss.page.getByRole('switch', { name: t.enabled }).check()
  await boss.page.getByLabel(t.domains).fill('nueva.example')
  await boss.page.getByRole('button', { name: t.add }).click()
  await boss.page.getByLabel(t.group(1), { exact: true }).fill('mediadores')
  await boss.page.getByRole('combobox', { name: t.groupRole(1) }).click()
  await boss.page.getByRole('option', { name: texts.domain.roles.mediador }).click()
  await look(boss.page, 'proveedor-cuentas')
  const card = boss.page.getByRole('region', { name: t.title })
  await card.getByRole('button', { name: t.save }).click()
  await boss.page.getByText(t.saved).waitFor()
  expect(boss.faults()).toEqual([])
  await boss.context.close()

  const account = `nueva|nadia@nueva.example|verified|mediadores|${encodeURIComponent('Nadia Ñuñez')}`
  const { context, page, faults } = await visit(account, phone)
  await enterBy(page).click()
  await page.waitForURL(`${origin}/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look(page, 'proveedor-primera-vez')
  expect(await call(context, origin, 'details_users/')).toMatchObject({ nombre: 'Nadia Ñuñez', role: 'mediador' })
  expect(faults()).toEqual([])
  await provider.logOut('nueva')
  // The open tab asks for the sign-in in place, so that typed text is kept.
  await page.waitForURL(/\/refresh\?/)
  await page.getByText(texts.refresh.expiredTitle).waitFor()
  await look(page, 'proveedor-salio')
  await context.close()
})

it('reports a refusal by the provider', async () => {
  const { context, page } = await visit(`marta|${people.mediador.email}|verified`)
  await page.goto(`${origin}/api/auth/callback/oidc?error=access_denied&state=nada`)
  await page.waitForURL(/\/ingresar\?error=OidcFailed/)
  await alert(page).getByText(texts.session.oidcFailedTitle).waitFor()
  await look(page, 'proveedor-no-quiso')
  await context.close()
})
