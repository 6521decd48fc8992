// Users and companies by keyboard alone: the focus is visible and correct after each step.
import { makePdf } from '@foja/testing/pdfs'
import { describe, expect, it } from 'vitest'
import { keyboardOn, takeFromMenu } from './support/keyboard.ts'
import { rootCertificate } from './support/keys.ts'
import { look, untilQuiet, watch } from './support/look.ts'
import { makeGroup, openAs, openStage, whoIs } from './support/office.ts'
import { admin, people } from './support/people.ts'
import { pdfFile, takePhoto } from './support/person.ts'
import { texts as t } from './support/spanish.ts'
import { call } from './support/wire.ts'

const elena = people.otherMediador.name
/** The Undo offer disappears after nine seconds; a busy machine needs longer to reach it by keys. */
const slowToasts = `{
  const wait = setTimeout
  globalThis.setTimeout = (act, time, ...rest) => wait(act, time === 9000 ? 90_000 : time, ...rest)
}`

const { key, focused, to, press, type, see, notLost, dialog, inDialog, opened, backOn } = keyboardOn(() => page)
/** The row of a user in the list. */
const seeStatus = (name: string, status: string) =>
  page.getByRole('row').filter({ hasText: name }).getByText(status, { exact: true }).waitFor()
const gone = (name: string) =>
  page.getByRole('main').getByText(name, { exact: true }).first().waitFor({ state: 'detached' })
const closed = () => dialog().waitFor({ state: 'detached' })
const at = async (path: string, ready: string) => {
  await page.goto(`${foja.origin}${path}`)
  await see(ready)
  await untilQuiet(page)
}
const choose = async (label: string | RegExp, option: string) => {
  await press(label)
  await page.getByRole('option', { name: option, exact: true }).waitFor()
  const options = await page.getByRole('option').allInnerTexts()
  await key('Home')
  // The list moves the focus shortly after the key.
  for (const passed of options.slice(0, options.indexOf(option))) {
    // oxlint-disable no-await-in-loop -- one step after the other
    await expect.poll(focused).toBe(passed)
    await key('ArrowDown')
    // oxlint-enable no-await-in-loop
  }
  await expect.poll(focused).toBe(option)
  await key('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}
const fromMenu = async (of: string, entry: string) => {
  await press(of)
  await takeFromMenu(page, entry)
  await opened()
}
/** Opens the file chooser by key and chooses this file. */
const chooseFile = async (button: string, name: string, mimeType: string, buffer: Buffer) => {
  await to(button)
  const opening = page.waitForEvent('filechooser')
  // Key events and the chooser's interception use separate channels: wait until the latter is active.
  await page.evaluate('0')
  await key('Enter')
  await (await opening).setFiles({ name, mimeType, buffer })
}

const { foja, browser } = await openStage({ sample: true })
const boss = await openAs(browser, foja, people.admin)
const photo = await takePhoto(boss)
const her = await openAs(browser, foja, people.otherMediador)
const made = await makeGroup(boss, foja.origin, 'Servidumbre de paso', [
  { titulo: 'Servidumbre de paso', files: [pdfFile('Plano.pdf', makePdf())] },
])
const body = { id_solicitud: made.solicitudes[0]!.id_solicitud, asignado_a: await whoIs(her, foja.origin) }
await call(boss, foja.origin, 'send_solicitud/', body)
await her.close()
await boss.addInitScript(slowToasts)
const page = await boss.newPage()
const faults = watch(page)

describe('users by keyboard alone', () => {
  it('are searched, filtered, sorted and paged, with stable focus', async () => {
    await at('/usuarios', t.users.title)
    await key('Tab')
    await expect.poll(focused).toBe(t.shell.skip)
    await key('Enter')
    await to(t.users.search)
    await type('elena')
    await gone(people.mediador.name)
    await expect.poll(focused).toBe(t.users.search)
    await key('Control+A')
    await key('Delete')
    await see(people.gestor.name)
    await to(t.users.all)
    await key('ArrowRight')
    await page.waitForURL(/status=activo/)
    await expect.poll(focused).toBe(t.users.groups.activo)
    await key('ArrowLeft')
    await page.waitForURL((url) => !url.searchParams.has('status'))
    await choose(t.users.roleFilter, 'Mediación')
    await page.waitForURL(/role=mediador/)
    await expect.poll(focused).toBe(t.users.roleFilter)
    await choose(t.users.roleFilter, t.users.anyRole)
    await press(t.users.columns.lastLogin)
    await page.waitForURL(/ordering=-last_login_at/)
    await expect.poll(focused).toBe(t.users.columns.lastLogin)
    await press(t.ui.page(2))
    await page.waitForURL(/page=2/)
    await untilQuiet(page)
    await expect.poll(focused).toBe(t.ui.page(2))
    await choose(t.ui.rowsPerPage, '50')
    await page.waitForURL(/size=50/)
    await notLost()
  })

  it('are created: focus starts at the name, moves to missing fields, and returns', async () => {
    await at('/usuarios?size=50', elena)
    await press(t.users.new)
    await opened()
    await expect.poll(focused).toContain(t.userForms.name)
    await key('Enter')
    await see(t.userForms.nameMissing)
    await expect.poll(focused).toContain(t.userForms.name)
    await type('Inés Zambrano Ponce')
    await key('Tab')
    await type('ines@condorandino.ec')
    await choose(new RegExp(`^${t.userForms.role}`), 'Mediación')
    for (let presses = 0; presses < 20; presses += 1) {
      await key('Tab')
      expect(await inDialog()).toBe(true)
    }
    await press(t.userForms.create)
    // No mail server here: the link is shown once.
    await see(t.userForms.linkTitle('Inés Zambrano Ponce'))
    await opened()
    await look(page, 'teclado-enlace')
    // It is shown once: Escape does not dismiss it.
    await key('Escape')
    await see(t.userForms.linkTitle('Inés Zambrano Ponce'))
    await press(t.userForms.done)
    await backOn(t.users.new)
  })

  it('are edited, deactivated and reactivated', async () => {
    await at('/usuarios?size=50', 'Inés Zambrano Ponce')
    await press('Inés Zambrano Ponce')
    await opened()
    await to(new RegExp(`^${t.userForms.post}`))
    await type('Mediadora')
    await key('Enter')
    await backOn('Inés Zambrano Ponce')
    const menu = t.users.actionsOf('Inés Zambrano Ponce')
    await fromMenu(t.users.actionsOf(elena), t.users.deactivate)
    // The first Escape closes the list of users who may take over the requests.
    await key('Escape')
    await key('Escape')
    await backOn(t.users.actionsOf(elena))
    await fromMenu(t.users.actionsOf(people.gestor.name), t.users.deactivate)
    await press(t.userForms.leave.deactivate.submit)
    await backOn(t.users.actionsOf(people.gestor.name))
    await seeStatus(people.gestor.name, t.users.statuses.desactivado)
    await fromMenu(t.users.actionsOf(people.gestor.name), t.users.reactivate)
    await press(t.userForms.confirm.reactivate.submit)
    await backOn(t.users.actionsOf(people.gestor.name))
    await seeStatus(people.gestor.name, t.users.statuses.activo)
    expect(await page.getByRole('button', { name: menu }).count()).toBe(1)
  })

  it('are removed after handing over their requests, and focus returns to the list', async () => {
    await at('/usuarios?size=50', elena)
    await fromMenu(t.users.actionsOf(elena), t.users.remove)
    await press(t.userForms.leave.remove.submit)
    await see(t.userForms.successorMissing)
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox')
    await type('marta')
    await dialog().getByRole('option', { name: /Marta/ }).waitFor()
    await key('Escape')
    // Closes the list, not the dialog.
    expect(await dialog().count()).toBe(1)
    await key('ArrowDown')
    await dialog().getByRole('option', { name: /Marta/ }).waitFor()
    await key('Enter')
    await dialog()
      .getByRole('button', { name: t.caseForms.removePerson(people.mediador.name) })
      .waitFor()
    await press(t.userForms.leave.remove.submit)
    await closed()
    await gone(elena)
    await notLost()
    await to(t.ui.rowsPerPage)
  })

  it('are imported from a file, whose errors are shown first', async () => {
    await at('/usuarios?size=50', people.mediador.name)
    await press(t.users.import)
    await opened()
    await to(t.userImport.sources.file)
    await key('ArrowRight')
    await to(t.userImport.paste)
    await page.keyboard.insertText(
      'Nombre;Correo;Rol\nAna Mora;ana.mora@oficina.example;Mediador\nLuis;sin arroba;Jefe',
    )
    await press(t.userImport.check)
    await see(t.userImport.someWrong(`1 ${t.userImport.rows.one}`))
    await expect.poll(inDialog).toBe(true)
    await look(page, 'teclado-importar-mal')
    await press(t.userImport.another)
    await expect.poll(inDialog).toBe(true)
    await to(t.userImport.sources.file)
    await key('ArrowRight')
    await to(t.userImport.paste)
    await page.keyboard.insertText('Nombre;Correo;Rol\nAna Mora;ana.mora@oficina.example;Mediador')
    await press(t.userImport.check)
    await press(t.userImport.submit(`1 ${t.userImport.people.one}`))
    await see(t.userImport.heldTitle(`1 ${t.userImport.people.one}`))
    await expect.poll(inDialog).toBe(true)
    await press(t.userImport.close)
    await backOn(t.users.import)
    await see('Ana Mora')
  })
})

describe('companies by keyboard alone', () => {
  it('are created, searched and opened', async () => {
    await at('/empresas', admin.company)
    await press(t.companies.new)
    await opened()
    await type('Bufete Ríos y Asociados')
    await key('Enter')
    await backOn(t.companies.new)
    await to(t.companies.search)
    await type('rios')
    await gone(admin.company)
    await press('Bufete Ríos y Asociados')
    await page.getByRole('heading', { level: 1, name: 'Bufete Ríos y Asociados' }).waitFor()
  })

  it('are edited, closed, reopened and removed on their own page', async () => {
    await at('/empresas', 'Bufete Ríos y Asociados')
    await press('Bufete Ríos y Asociados')
    await page.getByRole('heading', { level: 1, name: 'Bufete Ríos y Asociados' }).waitFor()
    await press(t.companies.edit)
    await opened()
    await to(new RegExp(`^${t.companyForms.phone}`))
    await key('Control+A')
    await type('+593 2 255 0147')
    await key('Enter')
    await backOn(t.companies.edit)
    const menu = t.companies.actionsOf('Bufete Ríos y Asociados')
    await fromMenu(menu, t.companies.deactivate)
    await press(t.companyForms.acts.deactivate.submit)
    await backOn(menu)
    await see(t.companies.inactiveTitle)
    await fromMenu(menu, t.companies.reactivate)
    await press(t.companyForms.acts.reactivate.submit)
    await backOn(menu)
    await fromMenu(menu, t.companies.remove)
    await press(t.companyForms.acts.remove.submit)
    await page.waitForURL(/\/empresas$/)
    await see(admin.company)
    await notLost()
  })

  it('get a logo, require a second factor, and set signing rules and authorities', async () => {
    await at('/empresas', t.companies.title)
    await press(admin.company)
    await page.getByRole('heading', { level: 1, name: admin.company }).waitFor()
    await untilQuiet(page)
    await chooseFile(t.companies.logoReplace, 'logo.jpg', 'image/jpeg', photo)
    await see(t.companies.logoPreview)
    await notLost()
    await press(t.companies.logoSave)
    await see(t.companies.logoSaved)
    await notLost()
    await press(t.companies.logoRemove)
    await see(t.companies.logoRemoved)
    await notLost()
    await press(t.ui.undo)
    await notLost()
    await page.getByRole('img', { name: t.companies.logoOf(admin.company) }).waitFor()
    await to(new RegExp(`^${t.companies.require}`))
    await key('Space')
    await opened()
    await key('Escape')
    await backOn(t.companies.require)
    await press(t.companies.signingLink)
    await page.getByRole('heading', { level: 1, name: t.mySignature.settings }).waitFor()
    await untilQuiet(page)
    await choose(new RegExp(`^${t.signOptions.appearance}`), t.signOptions.appearances.text)
    await press(t.settings.save)
    await see(t.settings.saved)
    await notLost()
    await to(t.settings.hash)
    await at('/autoridades', t.trust.title)
    const { name, mimeType, buffer } = rootCertificate
    await chooseFile(t.trust.add, name, mimeType, buffer)
    await opened()
    await press(t.trust.trustYes)
    await closed()
    await see(t.trust.added(1))
    await notLost()
    await press(t.trust.addedPlace)
    await see(t.trust.everyone)
    await to(new RegExp(`^${t.trust.remove} `))
    const opener = await focused()
    await key('Enter')
    await opened()
    await key('Escape')
    await backOn(opener)
    await key('Enter')
    await opened()
    await press(t.trust.remove)
    await closed()
    await see(t.trust.removed)
    await notLost()
  })

  it('causes no error in the browser', () => {
    expect(faults()).toEqual([])
  })
})
