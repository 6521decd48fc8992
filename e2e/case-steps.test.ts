// A case of three files from the wizard to its end: one code, one send, one result; and the next step at each moment.
import { makePdf } from '@foja/testing/pdfs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { look, watch } from './support/look.ts'
import { dayAhead, localDay, makeGroup, openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { pdfFile } from './support/person.ts'
import { texts as t } from './support/spanish.ts'
import { call, listCases } from './support/wire.ts'

type Details = {
  status: string
  solicitud_main: { id_solicitud_main: string; solicitudes: unknown[] }
  description: { nombre: string; status_mediacion: string }[]
}

/** The code of the case. */
let code = ''

const title = 'Reparto de la herencia'
const names = ['Testamento.pdf', 'Inventario.pdf', 'Acta.pdf']
const { next } = t.caseFile

const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
const see = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor()
const dialog = () => page.getByRole('dialog').first()
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true }).last().click()
const closed = () => dialog().waitFor({ state: 'detached' })
const details = () => call<Details>(context, foja.origin, `details_solicitud/${code}/`)
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

/** The text of the primary buttons on the page. */
const goldButtons = (on = page) => on.locator('main').locator('button.bg-primary, a.bg-primary').allInnerTexts()

/** Top of the documents card and of its first document, in pixels from the top of the window. */
async function documentsTop(on: Page): Promise<[number, number]> {
  const card = on.locator('section[aria-labelledby=documents-title]')
  const [whole, first] = [await card.boundingBox(), await card.getByRole('link').first().boundingBox()]
  return [whole!.y, first!.y]
}

const { foja, browser } = await openStage()
const context = await openAs(browser, foja, people.gestor, desktop)
const page = await context.newPage()
const faults = watch(page)

describe('a case of three files', () => {
  it('is one request with one code, which the wizard shows before', async () => {
    await page.goto(`${foja.origin}/solicitudes/nueva`)
    await page.getByLabel(t.wizard.caseTitle).fill(title)
    await press(t.wizard.next)
    const together = page.getByRole('radio', { name: t.wizard.layouts.one.title })
    expect(await together.isChecked()).toBe(true)
    const files = names.map((name) => pdfFile(name, makePdf()))
    await page.locator('input[type=file]').first().setInputFiles(files)
    await see('Acta.pdf')
    await see(t.wizard.createsWhat('1 solicitud', '3 documentos'))
    code = await page.locator('main .code').first().innerText()
    await look(page, 'pasos-asistente')
    await press(t.wizard.next)
    await press(t.wizard.addPerson)
    await page.getByLabel(t.wizard.name, { exact: true }).fill('Rosa Mora Albán')
    await page.getByLabel(t.wizard.role, { exact: true }).fill('Heredera')
    await page.getByLabel(t.wizard.email).fill('rosa@parte.ec')
    await press(t.wizard.next)
    await press(t.wizard.submit)
    await page.waitForURL(`**/solicitudes/${code}`)
    await heading(title)
    expect(await page.locator('main .code').first().innerText()).toBe(code)
    const made = await details()
    expect(made.solicitud_main.id_solicitud_main).toBe(code)
    expect(made.solicitud_main.solicitudes).toHaveLength(1)
    expect(made.description.map(({ nombre }) => nombre)).toEqual(names)
  })

  it('offers one step at a time, with the only primary button', async () => {
    await heading(next.titles.send)
    expect(await goldButtons()).toEqual([t.caseFile.send])
    await look(page, 'pasos-enviar')
  })

  it('says before sending what is missing, to whom it goes and what will happen', async () => {
    const { send } = t.caseForms
    await press(t.caseFile.send)
    const lines = async () => (await dialog().getByRole('listitem').allInnerTexts()).map((line) => line.trim())
    await dialog().getByText(send.noMail).waitFor()
    expect(await lines()).toEqual([
      send.unassigned,
      send.noDate,
      send.noMail,
      send.state,
      send.notifiesStaff,
      send.noInvitation,
    ])
    await look(page, 'pasos-enviar-avisos')
    await dialog().getByRole('combobox', { name: t.caseForms.assignee }).fill('marta')
    await page.getByRole('option', { name: new RegExp(people.mediador.name) }).click()
    await dialog().getByText(send.notifies(people.mediador.name)).waitFor()
    await dialog()
      .locator('input[type=date]')
      .fill(localDay(dayAhead(3)))
    await dialog().locator('input[type=time]').fill('10:30')
    await dialog()
      .getByText(/^La invitación para el .* a Rosa Mora Albán queda guardada hasta que se configure el correo\.$/)
      .waitFor()
    expect(await dialog().getByText(send.noDate).count()).toBe(0)
    await look(page, 'pasos-enviar-completo')
  })

  it('is sent once, and the page stays where it is with its title in sight', async () => {
    await inDialog(t.caseForms.send.submit)
    await closed()
    await page.getByRole('heading', { name: /^La cita es el / }).waitFor()
    await see(t.domain.solicitudStatus.agendado)
    expect(await page.evaluate('scrollY')).toBe(0)
    expect((await page.getByRole('heading', { name: title }).boundingBox())!.y).toBeGreaterThan(0)
    expect(await details()).toMatchObject({ status: 'agendado', asignado_a: { nombre: people.mediador.name } })
    // Its appointment has yet to take place.
    expect(await goldButtons()).toEqual([])
    await look(page, 'pasos-cita')
  })

  it('stays where it was scrolled to when a dialog closes', async () => {
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.evaluate('scrollTo(0, 60)')
    await press(t.caseFile.changeDate)
    await dialog().getByRole('textbox', { name: t.caseForms.place }).fill('Sala 2')
    await inDialog(t.caseForms.edit.save)
    await closed()
    await see('Sala 2')
    expect(await page.evaluate('scrollY')).toBe(60)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('gets one result for all its documents in one dialog', async () => {
    await press(t.mediation.register)
    await dialog().getByRole('checkbox', { name: t.mediation.all }).waitFor()
    await dialog().getByRole('radio', { name: t.domain.mediation.acuerdo_total, exact: true }).check()
    await look(page, 'pasos-registrar')
    await inDialog(t.mediation.save)
    await closed()
    await see(t.mediation.savedAll(3, t.domain.mediation.acuerdo_total))
    const { description } = await details()
    expect(description.map(({ status_mediacion: status }) => status)).toEqual(Array(3).fill('acuerdo_total'))
    await heading(next.titles.sign)
    expect(await goldButtons()).toEqual([next.signSeveral(3, 3)])
    await look(page, 'pasos-firmar')
  })

  it('takes a different result for one document', async () => {
    await press(t.caseFile.actionsOf('Inventario.pdf'))
    await page.getByRole('menuitem', { name: t.mediation.register }).click()
    await dialog().getByRole('radio', { name: t.domain.mediation.acuerdo_parcial, exact: true }).check()
    await dialog().getByLabel(t.mediation.reason).fill('Falta el terreno')
    await inDialog(t.mediation.save)
    await closed()
    const { description } = await details()
    const results = description.map(({ status_mediacion: status }) => status)
    expect(results).toEqual(['acuerdo_total', 'acuerdo_parcial', 'acuerdo_total'])
  })

  it('is concluded, and no step is left', async () => {
    await press(t.caseFile.conclude)
    await inDialog(t.caseForms.conclude.anyway)
    await closed()
    await heading(next.done)
    expect(await goldButtons()).toEqual([])
    await look(page, 'pasos-concluida')
  })
})

describe('the case page and the list', () => {
  it('start the documents within 420 pixels, also with several requests', async () => {
    const one = (titulo: string) => ({ titulo, files: [pdfFile(`${titulo}.pdf`, makePdf())] })
    const requests = ['Linderos de la finca', 'Uso del agua', 'Camino de paso'].map(one)
    const group = await makeGroup(context, foja.origin, 'Tres asuntos', requests)
    const [first, second] = group.solicitudes
    for (const { id_solicitud } of [first!, second!])
      await call(context, foja.origin, 'send_solicitud/', { id_solicitud })
    const single = await makeGroup(context, foja.origin, 'Un asunto', [one('Un asunto')])
    for (const device of [desktop, phone]) {
      const small = await openAs(browser, foja, people.gestor, device)
      const tab = await small.newPage()
      for (const { solicitudes } of [single, group]) {
        await tab.goto(`${foja.origin}/solicitudes/${solicitudes[0]!.id_solicitud}`)
        await tab.getByText(t.caseFile.history).first().waitFor()
        await look(tab, `pasos-${device === phone ? 'movil' : 'escritorio'}-${solicitudes.length}`)
        const [card, document] = await documentsTop(tab)
        expect(card).toBeLessThanOrEqual(420)
        if (solicitudes.length === 1) expect(document).toBeLessThanOrEqual(420)
        expect(await goldButtons(tab)).toHaveLength(1)
      }
      await tab.goto(`${foja.origin}/solicitudes`)
      const row = tab
        .getByRole(device === phone ? 'listitem' : 'row')
        .filter({ hasText: 'Tres asuntos' })
        .first()
      await row.getByText(t.domain.part.sent(2, 3)).waitFor()
      await row.getByText(t.domain.solicitudStatus.agendado, { exact: true }).waitFor()
      await look(tab, `pasos-lista-${device === phone ? 'movil' : 'escritorio'}`)
      await small.close()
    }
  })

  it('keep each file in its own request where that is chosen', async () => {
    await page.goto(`${foja.origin}/solicitudes/nueva`)
    await page.getByLabel(t.wizard.caseTitle).fill('Por separado')
    await press(t.wizard.next)
    await page.getByRole('radio', { name: t.wizard.layouts.each.title }).check()
    const files = ['Uno.pdf', 'Dos.pdf'].map((name) => pdfFile(name, makePdf()))
    await page.locator('input[type=file]').first().setInputFiles(files)
    await see(t.wizard.createsWhat('2 solicitudes', '2 documentos'))
    const shown = await page.locator('main .code').first().innerText()
    await press(t.wizard.next)
    await press(t.wizard.next)
    await press(t.wizard.submit)
    await page.waitForURL(`**/solicitudes/${shown}`)
    await page.getByRole('navigation', { name: t.caseFile.requests }).getByRole('link', { name: 'Dos' }).click()
    await page.waitForURL((url) => !url.href.includes(shown))
    await heading('Por separado')
    expect(await page.locator('main .code').first().innerText()).toBe(shown)
    const group = (await listCases(context, foja.origin)).find(({ titulo }) => titulo === 'Por separado')
    expect(group!.solicitudes.map(({ description }) => description.length)).toEqual([1, 1])
  })

  it('cause no unexpected error in the browser', () => {
    expect(faults()).toEqual([])
  })
})
