// Every template screen with its dialogs for two roles: both languages, light and dark, desktop and phone. No axe
// violation, no overflow, no Spanish in English, and no forbidden action.
import type { Role } from '@foja/contracts/roles'
import { makePdf } from '@foja/testing/pdfs'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeTwoRoles } from './support/two-roles.ts'
import { officeForm } from './support/form-pdf.ts'
import { makeGroup, openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { pdfFile } from './support/person.ts'
import { call, sendFiles, type WireDocument } from './support/wire.ts'

const name = 'Petición de conciliación'
const old = 'Acta de otros tiempos'
const rows = [
  'Nombre del solicitante;Cédula;Motivo de la solicitud;Modalidad;Acepto el reglamento',
  'Ana Pérez;1712345678;Linderos;Virtual;sí',
  ';1812345678;Deuda;Por teléfono;x',
]
const csv = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }

let template = ''
/** A case per role: a usuario sees no others. */
const cases: Partial<Record<Role, string>> = {}

async function prepare(origin: string): Promise<void> {
  const boss = await openAs(browser, foja, people.gestor)
  const save = async (of: string) => {
    type Uploaded = { documents: (WireDocument & { pdf_path: string })[] }
    const file = pdfFile(`${of}.pdf`, officeForm())
    const { documents } = await sendFiles<Uploaded>(boss, origin, 'upload_document/', {}, [file])
    const { pdf_path } = documents[0]!
    const { fields } = await call<{ fields: unknown[] }>(boss, origin, 'detect_fields/', { pdf_path })
    const body = { name: of, pdf_path, fields, key: randomUUID() }
    return (await call<{ id: string }>(boss, origin, 'save_template/', body)).id
  }
  template = await save(name)
  const archived = await save(old)
  const data = { nombre: 'Ana', acepta: true }
  for (const id of [template, archived]) await call(boss, origin, 'fill_template/', { id, data })
  await call(boss, origin, `delete_template/${archived}/`, undefined, 'DELETE')
  for (const role of ['usuario', 'mediador', 'gestor', 'admin'] as const) {
    const context = await openAs(browser, foja, people[role])
    const title = `Linderos de ${role}`
    const files = [pdfFile('Plano.pdf', makePdf())]
    const made = await makeGroup(context, origin, title, [{ titulo: title, files }])
    cases[role] = made.solicitudes[0]!.id_solicitud
    await context.close()
  }
  await boss.close()
}

const { foja, browser } = await openStage({ sample: true })
await prepare(foja.origin)

const place = { browser: () => browser, foja: () => foja, prefix: 'plantillas' }
describeTwoRoles(place, ({ role, t, isPhone, manages, page, faults, screen }) => {
  const { button, dialog, at, see, press, leave, seeDialog, openMenu, closeMenu, act } = screen
  const preview = () => page().getByRole('region', { name: t.templateFill.previewRegion })

  it('the list, and the actions on a template', async () => {
    await at('/plantillas', name)
    await see('lista')
    expect(await button(isPhone ? t.templates.newShort : t.templates.new).count()).toBe(manages ? 1 : 0)
    expect(await page().getByRole('radiogroup', { name: t.templates.which }).count()).toBe(manages ? 1 : 0)
    const { open, edit, rename, duplicate, versions, export: save, archive } = t.templates
    const entries = await openMenu(t.templates.actionsOf(name))
    expect(entries).toEqual(manages ? [edit, rename, duplicate, versions, save, archive] : [open, versions, save])
    await see('lista-menu', '[role=menu]')
    await page().getByRole('menuitem', { name: versions, exact: true }).click()
    await dialog().getByText(t.templates.version(1)).waitFor()
    await seeDialog(versions, 'versiones')
    await at('/plantillas?q=nada+de+esto', t.templates.nothingTitle('nada de esto'))
    await see('lista-nada')
  })

  it('the archive and creation, for managers only', async () => {
    await at('/plantillas?archivadas=1', old)
    await see('archivo')
    expect(await button(t.templates.restoreNamed(old)).count()).toBe(manages ? 1 : 0)
    await at('/plantillas?nueva=1', name)
    if (!manages) return expect(await dialog().count()).toBe(0)
    await dialog().waitFor()
    await see('nueva')
    await dialog().getByText(t.templateNew.sources.document).click()
    await dialog().getByRole('option').first().waitFor()
    await see('nueva-documento')
    await dialog().getByText(t.templateNew.sources.import).click()
    await see('nueva-importar')
    await leave()
  })

  it('the form, missing values, the preview, and a case to send it to', async () => {
    await at(`/plantillas/${template}/usar`, t.templateFill.loose)
    if (!isPhone) await preview().getByRole('img').first().waitFor()
    await see('formulario')
    await press(t.templateFill.create)
    await page().locator('[data-field=nombre] :focus').waitFor()
    await see('formulario-falta')
    await press(t.templateFill.chooseCase)
    await dialog()
      .getByRole('option', { name: `Linderos de ${role}` })
      .waitFor()
    await see('formulario-solicitudes')
    await dialog()
      .getByRole('option', { name: `Linderos de ${role}` })
      .click()
    await page().waitForURL(new RegExp(`solicitud=${cases[role] ?? ''}`))
    await page()
      .getByLabel(/^Nombre del solicitante/)
      .fill('Úrsula Ñáñez')
    if (isPhone) await page().getByText(t.templateFill.preview, { exact: true }).click()
    await preview().getByRole('img').first().waitFor()
    await see('formulario-vista')
  })

  it('a batch and its result', async () => {
    await at(`/plantillas/${template}/usar?modo=varios`, t.templateCsv.intro)
    await see('csv')
    await page().locator('input[type=file]').setInputFiles([csv])
    await page().getByText(t.templateCsv.someWrong(1)).waitFor()
    await see('csv-filas')
    await press(t.templateCsv.submit(1))
    await page().waitForURL(/lote=/)
    await page().getByText(t.templateCsv.doneTitle(1)).waitFor()
    await see('csv-listo')
  })

  it('use from a case', async () => {
    await at(`/solicitudes/${cases[role] ?? ''}`, t.caseFile.history)
    await act(t.caseFile.fromTemplate, t.caseFile.moreDocuments)
    await dialog()
      .getByRole('option', { name: new RegExp(name) })
      .waitFor()
    expect(
      await dialog()
        .getByRole('option', { name: new RegExp(old) })
        .count(),
    ).toBe(0)
    await seeDialog(t.templates.pickTitle, 'caso')
  })

  it('navigation to the screens', async () => {
    await at('/', t.home.activity)
    if (isPhone) {
      expect(await openMenu(t.shell.more)).toContain(t.app.nav.templates)
      await closeMenu()
    } else expect(await page().getByRole('link', { name: t.app.nav.templates, exact: true }).count()).toBe(1)
    if (isPhone) await press(t.app.search)
    else await page().keyboard.press('Control+k')
    await page().getByRole('combobox', { name: t.commands.title }).fill('peticion de con')
    const found = page().getByRole('group', { name: t.commands.groups.template })
    await found.getByRole('option', { name: new RegExp(name) }).waitFor()
    await see('comandos')
    await page().getByRole('combobox', { name: t.commands.title }).fill(t.commands.newTemplate)
    await expect
      .poll(() => page().getByRole('option', { name: t.commands.newTemplate, exact: true }).count())
      .toBe(manages ? 1 : 0)
    await leave()
  })

  it('causes no error in the browser', () => {
    expect(faults()).toEqual([])
  })
})
