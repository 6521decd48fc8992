// User and company management: every screen with its dialogs for two roles, in both languages, light and dark, on
// desktop and phone; and a user's way from the invitation to work.
import { makePdf } from '@foja/testing/pdfs'
import { startSmtpServer } from '@foja/testing/smtp'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { taxIdName } from '../apps/web/src/shared/tax-id.ts'
import { desktop } from './support/devices.ts'
import { describeTwoRoles } from './support/two-roles.ts'
import { look, watch } from './support/look.ts'
import { makeGroup, openAs, openStage, whoIs } from './support/office.ts'
import { absent, admin, people } from './support/people.ts'
import { pdfFile } from './support/person.ts'
import { screenOf } from './support/screen.ts'
import { texts as t } from './support/spanish.ts'
import { call } from './support/wire.ts'

/** A user has a request assigned, and a second company exists. */
async function prepare(origin: string): Promise<void> {
  const boss = await openAs(browser, foja, people.admin)
  const elena = await openAs(browser, foja, people.otherMediador)
  const made = await makeGroup(boss, origin, 'Servidumbre de paso', [
    { titulo: 'Servidumbre de paso', files: [pdfFile('Plano.pdf', makePdf())] },
  ])
  const { id_solicitud } = made.solicitudes[0]!
  await call(boss, origin, 'send_solicitud/', { id_solicitud, asignado_a: await whoIs(elena, origin) })
  await call(boss, origin, 'create_company/', { nombre: 'Bufete Ríos y Asociados', pais: 'ES' })
  for (const context of [boss, elena]) await context.close()
}

const smtp = await startSmtpServer()
afterAll(() => smtp.close())
const environment = {
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  MAIL_FROM: 'Centro de Mediación <avisos@condorandino.ec>',
}
const { foja, browser } = await openStage({ sample: true, environment })
await prepare(foja.origin)

describeTwoRoles({ browser: () => browser, foja: () => foja, prefix: 'oficina' }, (desk) => {
  const { role, t, isPhone, manages, page, faults, screen } = desk
  const { button, dialog, at, see, press, leave, seeDialog, openMenu, closeMenu } = screen
  const isAdmin = role === 'admin'
  const elena = people.otherMediador.name

  it('navigation to the screens', async () => {
    await at('/', t.app.nav.home)
    const names = [t.app.nav.users, isAdmin ? t.app.nav.companies : t.app.nav.myCompany]
    if (isPhone) {
      const entries = await openMenu(t.shell.more)
      for (const name of names) expect(entries.includes(name), name).toBe(manages)
      await closeMenu()
    } else {
      for (const name of names)
        expect(await page().getByRole('link', { name, exact: true }).count(), name).toBe(manages ? 1 : 0)
    }
    if (isPhone) await press(t.app.search)
    else await page().keyboard.press('Control+k')
    await page().getByRole('combobox', { name: t.commands.title }).fill('rios')
    await page()
      .getByRole('option', { name: t.commands.inList('rios'), exact: true })
      .waitFor()
    const option = (name: string) => page().getByRole('option', { name }).count()
    await expect.poll(() => option('Bufete Ríos y Asociados')).toBe(isAdmin ? 1 : 0)
    await expect.poll(() => option(t.commands.inUsers('rios'))).toBe(manages ? 1 : 0)
    await see('comandos')
    await leave()
  })

  if (!manages)
    it('hides both screens from roles without access', async () => {
      await at('/usuarios?nueva=1', t.users.forbiddenTitle)
      await see('usuarios-no')
      expect(await dialog().count()).toBe(0)
      await at('/empresas', t.companies.forbiddenTitle)
      await see('empresas-no')
      expect(await button(isPhone ? t.users.newShort : t.users.new).count()).toBe(0)
    })

  if (manages)
    it('users: the list, the actions for each, and an empty result', async () => {
      await at('/usuarios?size=50', elena)
      await see('usuarios')
      const companyFilter = page().getByRole('combobox', { name: t.users.companyFilter })
      if (isAdmin) await companyFilter.waitFor()
      else expect(await companyFilter.count()).toBe(0)
      const { edit, password, endSessions, deactivate, remove, invite, reactivate } = t.users
      const entries = [edit, password, endSessions, deactivate, remove]
      expect(await openMenu(t.users.actionsOf(elena))).toEqual(entries)
      await see('usuarios-menu', '[role=menu]')
      await closeMenu()
      expect(await openMenu(t.users.actionsOf(absent.invited.name))).toContain(invite)
      await closeMenu()
      expect(await openMenu(t.users.actionsOf(absent.gone.name))).toContain(reactivate)
      await closeMenu()
      if (!isAdmin) expect(await button(t.users.actionsOf(people.admin.name)).count()).toBe(0)
      await at('/usuarios?q=nada+de+esto', t.users.nothingTitle('nada de esto'))
      await see('usuarios-nadie')
    })

  if (manages)
    it('users: the dialogs', async () => {
      await at('/usuarios?size=50', elena)
      await press(isPhone ? t.users.newShort : t.users.new)
      await dialog().getByLabel(t.userForms.name).waitFor()
      await see('persona-nueva')
      await dialog().getByText(t.userForms.byPassword).click()
      await dialog().getByRole('button', { name: t.userForms.createOnly, exact: true }).click()
      await dialog().getByText(t.passwords.short).waitFor()
      await see('persona-nueva-falta')
      await leave()
      const open = async (entry: string, name: string = elena) => {
        await openMenu(t.users.actionsOf(name))
        await page().getByRole('menuitem', { name: entry, exact: true }).click()
      }
      await open(t.users.edit)
      await seeDialog(t.userForms.editTitle(elena), 'persona-editar')
      await open(t.users.password)
      await seeDialog(t.userForms.passwordTitle(elena), 'persona-clave')
      await open(t.users.deactivate)
      await seeDialog(t.userForms.leave.deactivate.title(elena), 'persona-desactivar')
      await open(t.users.remove)
      await dialog().getByText(t.userForms.openCases(1)).waitFor()
      await dialog().getByRole('combobox').fill('marta')
      await dialog().getByRole('option', { name: /Marta/ }).waitFor()
      await see('persona-quitar')
      // The first Escape closes the list of users.
      await page().keyboard.press('Escape')
      await leave()
      await open(t.users.invite, absent.invited.name)
      await seeDialog(t.userForms.confirm.invite.title(absent.invited.name), 'persona-invitar')
      // Focus returns to its origin.
      const trigger = button(t.users.actionsOf(absent.invited.name))
      await trigger.and(page().locator(':focus')).waitFor()
    })

  if (manages)
    it('users: an import, including wrong rows', async () => {
      await at('/usuarios', t.users.import)
      await press(t.users.import)
      await dialog().getByText(t.userImport.dropTitle).waitFor()
      await see('importar')
      const rows = ['Nombre;Correo;Rol;Cargo', 'Ana Mora;ana.mora@oficina.example;Mediador;', 'Luis;sin arroba;Jefe;']
      const csv = { name: 'personas.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
      await dialog().locator('input[type=file]').setInputFiles([csv])
      await dialog()
        .getByText(t.userImport.someWrong(`1 ${t.userImport.rows.one}`))
        .waitFor()
      await see('importar-mal')
      const submit = dialog().getByRole('button', { name: t.userImport.submit(`1 ${t.userImport.people.one}`) })
      expect(await submit.count()).toBe(0)
      await leave()
    })

  if (isAdmin)
    it('companies: the list', async () => {
      await at('/empresas', 'Bufete Ríos y Asociados')
      await see('empresas')
      await press(isPhone ? t.companies.newShort : t.companies.new)
      await dialog().getByLabel(t.companyForms.name, { exact: true }).fill('Notaría Décima')
      await dialog().getByLabel(taxIdName('EC', t.companyForms.taxId)).fill('1799904273001')
      await dialog().getByRole('button', { name: t.companyForms.create }).click()
      await dialog().locator('[aria-invalid=true]').waitFor()
      await see('empresa-nueva')
      await page().keyboard.press('Escape')
      await see('empresa-nueva-cerrar')
      await press(t.leaving.leave)
      await dialog().waitFor({ state: 'detached' })
      const { see: open, edit, seePeople, deactivate, remove } = t.companies
      const entries = await openMenu(t.companies.actionsOf('Bufete Ríos y Asociados'))
      expect(entries).toEqual([open, edit, seePeople, deactivate, remove])
      await page().getByRole('menuitem', { name: deactivate, exact: true }).click()
      await seeDialog(t.companyForms.acts.deactivate.title('Bufete Ríos y Asociados'), 'empresa-desactivar')
      await page().getByRole('link', { name: 'Bufete Ríos y Asociados' }).click()
      await page().getByRole('heading', { level: 1, name: 'Bufete Ríos y Asociados' }).waitFor()
      await see('empresa-otra')
    })

  if (manages)
    it('own company', async () => {
      if (isAdmin) {
        await at('/empresas', admin.company)
        await page().getByRole('link', { name: admin.company }).click()
      } else await at('/empresas', t.companies.security)
      await page()
        .getByRole('img', { name: t.companies.logoOf(admin.company) })
        .waitFor()
      await see('empresa')
      await page().getByRole('switch', { name: t.companies.require, exact: true }).click()
      await seeDialog(t.companyForms.totp.title, 'empresa-segundo-factor')
      await press(t.companies.edit)
      await seeDialog(t.companyForms.editTitle(admin.company), 'empresa-editar')
      expect(await button(t.companies.actionsOf(admin.company)).count()).toBe(0)
    })

  it('causes no unexpected error in the browser', () => {
    // The server refuses a tax id with a wrong digit.
    expect(faults().filter((fault) => !/status of 400/.test(fault))).toEqual([])
  })
})

describe('a new user', () => {
  it('is invited by mail, chooses a password and works', async () => {
    const boss = await openAs(browser, foja, people.gestor)
    const page = await boss.newPage()
    const faults = watch(page)
    // A new address at each attempt.
    const email = `ines.${randomUUID().slice(0, 8)}@condorandino.ec`
    const how = { page: () => page, origin: () => foja.origin, language: 'es', mode: 'light', tag: 'oficina' } as const
    const { at, press, dialog, openMenu } = screenOf(how)
    await at('/usuarios', t.users.title)
    await press(t.users.new)
    await dialog().getByLabel(t.userForms.name).fill('Inés Zambrano Ponce')
    await dialog().getByLabel(t.userForms.email).fill(email)
    await dialog().getByRole('button', { name: t.userForms.create }).click()
    await page.getByText(t.userForms.invited(email)).waitFor()
    await page.getByRole('button', { name: 'Inés Zambrano Ponce', exact: true }).first().waitFor()
    const find = () => smtp.messages.find(({ to }) => to.includes(email))
    await expect.poll(find, { interval: 200 }).toBeDefined()
    const link = /http\S+\/elegir-clave#token=[\w-]+/.exec(find()!.mail.text ?? '')![0]

    const hers = await browser.newContext(desktop)
    const desk = await hers.newPage()
    watch(desk)
    await desk.goto(link)
    const password = 'paseo largo junto al río'
    await desk.getByLabel(t.account.password).fill(password)
    await look(desk, 'oficina-elegir-clave')
    await desk.getByRole('button', { name: t.account.save }).click()
    await desk.waitForURL('**/ingresar**')
    await desk.getByLabel(t.session.password, { exact: true }).fill(password)
    await desk.getByRole('button', { name: t.session.signInButton, exact: true }).click()
    await desk.waitForURL(`${foja.origin}/`)
    expect(await desk.getByRole('link', { name: t.app.nav.users, exact: true }).count()).toBe(0)

    await at(`/usuarios?q=${email}`, 'Inés Zambrano Ponce')
    await page.getByText(t.users.statuses.activo, { exact: true }).waitFor()
    await openMenu(t.users.actionsOf('Inés Zambrano Ponce'))
    await page.getByRole('menuitem', { name: t.users.deactivate, exact: true }).click()
    await dialog().getByRole('button', { name: t.userForms.leave.deactivate.submit }).click()
    await page.getByText(t.userForms.leave.deactivate.done('Inés Zambrano Ponce')).waitFor()
    // A deactivated user is signed out at once; the page may notice before it is reloaded.
    await desk.reload()
    await desk.waitForURL(/\/(ingresar|refresh)(\?|$)/)
    expect(faults()).toEqual([])
    for (const context of [boss, hers]) await context.close()
  })
})
