// Casework by keyboard alone, with correct focus after each step.
import { makePdf } from '@foja/testing/pdfs'
import { describe, expect, it } from 'vitest'
import { desktop } from './support/devices.ts'
import { keyboardOn, takeFromMenu } from './support/keyboard.ts'
import { look, untilQuiet, watch } from './support/look.ts'
import { localDay, makeGroup, openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { pdfFile } from './support/person.ts'
import { texts as t } from './support/spanish.ts'
import { call } from './support/wire.ts'

describe('casework by keyboard alone', async () => {
  const ids: Record<string, string> = {}

  const { key, focused, to, press, type, see, dialog, inDialog, opened, backOn } = keyboardOn(() => page)
  const at = async (path: string, ready: string) => {
    await page.goto(`${foja.origin}${path}`)
    await see(ready)
    await untilQuiet(page)
  }
  const atCase = (title: string) => at(`/solicitudes/${ids[title]}`, t.caseFile.history)

  const { foja, browser } = await openStage()
  const author = await openAs(browser, foja, people.usuario)
  for (const titulo of ['Gotera en la cocina', 'Cerca del vecino', 'Humedad en el techo', 'Ruido nocturno']) {
    const files = [pdfFile(`${titulo}.pdf`, makePdf({ pages: 2 }))]
    const made = await makeGroup(author, foja.origin, titulo, [{ titulo, files }])
    ids[titulo] = made.solicitudes[0]!.id_solicitud
  }
  await call(author, foja.origin, 'send_solicitud/', { id_solicitud: ids['Gotera en la cocina'] })
  await author.close()
  const context = await openAs(browser, foja, people.gestor, desktop)
  const page = await context.newPage()
  const faults = watch(page)

  it('selects cases in the list and sends them together', async () => {
    await at('/solicitudes', 'Ruido nocturno')
    for (const title of ['Ruido nocturno', 'Humedad en el techo']) {
      await to(t.ui.selectRow(title), 90)
      await key('Space')
    }
    await page.getByRole('toolbar', { name: t.ui.selection }).waitFor()
    await press(t.listTools.send)
    await opened()
    await to(new RegExp(`^${t.caseForms.message}`))
    await type('Para esta semana')
    await press(t.listTools.send)
    await see(t.listTools.progress(2, 2))
    await to(t.listTools.close)
    await look(page, 'teclado-lote')
    await key('Enter')
    await dialog().waitFor({ state: 'detached' })
    // The selection is done: the bar disappears.
    await page.getByRole('toolbar', { name: t.ui.selection }).waitFor({ state: 'detached' })
  })

  it('filters the list, and focus returns to the button', async () => {
    await at('/solicitudes', 'Ruido nocturno')
    await press(t.solicitudes.filters)
    await opened()
    await to(/^Sin fecha/)
    await key('Space')
    await press(t.listTools.apply)
    await backOn(t.solicitudes.filters)
    await page.waitForURL(/sin_fecha=1/)
    await page.getByRole('link', { name: 'Cerca del vecino' }).waitFor({ state: 'detached' })
  })

  it('sets date, place and assignee of a case', async () => {
    await atCase('Ruido nocturno')
    await press(t.caseFile.setDate)
    await opened()
    await to(new RegExp(`^${t.caseForms.date}`))
    // The twelfth of December: valid in every date order.
    const now = new Date()
    const year = now.getFullYear() + (now.getMonth() === 11 && now.getDate() >= 12 ? 1 : 0)
    await type(`1212${year}`)
    await to(new RegExp(`^${t.caseForms.time}`))
    // Ten o’clock, in 12-hour and 24-hour formats.
    await type('1000AM')
    await to(new RegExp(`^${t.caseForms.place}`))
    await type('Sala 3')
    await to(new RegExp(`^${t.caseForms.assignee}`))
    await type('marta')
    await page.getByRole('option', { name: new RegExp(people.mediador.name) }).waitFor()
    await key('Enter')
    // Undo is focusable next.
    await expect.poll(focused).toBe(t.caseForms.removePerson(people.mediador.name))
    await press(t.caseForms.edit.save)
    await dialog().waitFor({ state: 'detached' })
    await see('Sala 3')
    await see(people.mediador.name)
    const made = await call<{ fecha_agendada: string }>(
      context,
      foja.origin,
      `details_solicitud/${ids['Ruido nocturno']}/`,
    )
    expect(localDay(made.fecha_agendada)).toBe(`${year}-12-12`)
  })

  it('records a mediation result', async () => {
    await atCase('Ruido nocturno')
    await press(t.mediation.register)
    await opened()
    // Arrows choose within the group; from the first one up to the last one.
    await to(t.domain.mediation.acuerdo_total)
    await key('ArrowUp')
    await expect.poll(focused).toBe(t.domain.mediation.en_proceso)
    await to(new RegExp(`^${t.mediation.reason}`))
    await type('Se reunieron')
    await press(t.mediation.save)
    await backOn(t.mediation.register)
    await see(t.domain.mediation.en_proceso)
  })

  it('edits, and resolves a conflict of two versions', async () => {
    await atCase('Ruido nocturno')
    await press(t.caseFile.more)
    await takeFromMenu(page, t.caseFile.edit)
    await opened()
    await to(new RegExp(`^${t.caseForms.edit.notes}`))
    await type('Lo mío')
    const id_solicitud = ids['Ruido nocturno']!
    const { version } = await call<{ version: number }>(context, foja.origin, `details_solicitud/${id_solicitud}/`)
    await call(context, foja.origin, 'update_solicitud_type/', { id_solicitud, version, notas: 'Lo ajeno' })
    await press(t.caseForms.edit.save)
    await see(t.caseForms.merge.title)
    await expect.poll(inDialog).toBe(true)
    await to(new RegExp(`^${t.caseForms.merge.mine}`))
    await key('Space')
    await look(page, 'teclado-comparar')
    await press(t.caseForms.merge.save)
    await backOn(t.caseFile.more)
    await see('Lo mío')
  })

  it('writes addresses as chips, removes one, and sends', async () => {
    await atCase('Ruido nocturno')
    await press(t.caseFile.more)
    await takeFromMenu(page, t.caseFile.email)
    await opened()
    await expect.poll(focused).toMatch(new RegExp(`^${t.emails.to}`))
    await type('ana@example.com,')
    await type('luis@example.com ')
    const chips = dialog().getByRole('list', { name: t.emails.recipients })
    await chips.getByText('luis@example.com').waitFor()
    await key('Backspace')
    await chips.getByText('luis@example.com').waitFor({ state: 'detached' })
    await type('rosa@example.com')
    await key('Enter')
    await chips.getByText('rosa@example.com').waitFor()
    await to(t.emails.removeAddress('ana@example.com'), 6, 'Shift+Tab')
    // The removed chip's button disappears: focus moves to the field.
    await key('Enter')
    await chips.getByText('ana@example.com').waitFor({ state: 'detached' })
    await expect.poll(focused).toMatch(new RegExp(`^${t.emails.to}`))
    await look(page, 'teclado-correo')
    await press(t.emails.send)
    // It closes by itself.
    await see(t.emails.heldToast)
    await backOn(t.caseFile.more)
  })

  it('returns a case with a reason', async () => {
    await atCase('Ruido nocturno')
    await press(t.caseFile.more)
    await takeFromMenu(page, t.caseFile.return)
    await opened()
    await to(new RegExp(`^${t.caseForms.return.reason}`))
    await type('Falta la cédula')
    await press(t.caseForms.return.submit)
    await dialog().waitFor({ state: 'detached' })
    await see(t.domain.solicitudStatus.pendiente)
    // The button disappears with its action; focus stays on the page.
    await to(t.caseFile.send)
  })

  it('navigates with the command bar', async () => {
    await atCase('Ruido nocturno')
    await key('Control+k')
    await opened()
    await type('humedad')
    await page
      .getByRole('option', { name: /Humedad en el techo/ })
      .first()
      .waitFor()
    const active = () =>
      page.evaluate(
        `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent`,
      )
    await expect.poll(active).toContain('Humedad en el techo')
    await look(page, 'teclado-comandos')
    await key('Enter')
    await page.waitForURL(`**/solicitudes/${ids['Humedad en el techo']}`)
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Humedad en el techo' }).waitFor()
    await key('Control+k')
    await opened()
    await type('agenda')
    await expect.poll(active).toContain(t.app.nav.agenda)
    await key('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('reads the notifications', async () => {
    // An open dialog hides it from queries by role.
    const bell = page.locator(`button[aria-label^="${t.app.notices}"]`)
    await at('/', t.home.activity)
    await expect.poll(() => bell.getAttribute('aria-label')).toContain(':')
    await press(new RegExp(`^${t.app.notices}`))
    await opened()
    await dialog().getByRole('link').first().waitFor()
    await press(t.notices.markAll)
    await expect.poll(() => bell.getAttribute('aria-label')).toBe(t.app.notices)
    await key('Escape')
    await backOn(t.app.notices)
  })

  it('browses the weeks of the agenda', async () => {
    await at('/agenda', t.agenda.title)
    await press(t.agenda.next)
    await page.waitForURL(/semana=/)
    await expect.poll(focused).toBe(t.agenda.next)
    await to(t.agenda.today, 3, 'Shift+Tab')
    await key('Enter')
    await page.waitForURL((url) => !url.search.includes('semana'))
    await to(t.agenda.views.semana, 6, 'Shift+Tab')
    await key('ArrowRight')
    await page.waitForURL(/vista=lista/)
  })

  it('causes no error in the browser', () => {
    expect(faults().filter((fault) => !/400 \(Bad Request\)/.test(fault))).toEqual([])
  })
})
