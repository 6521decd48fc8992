// Privacy: what is kept, the terms of case files, the data of one person, a hold, and the own data.
import { makePdf } from '@foja/testing/pdfs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { look, watch } from './support/look.ts'
import { makeGroup, openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { pdfFile } from './support/person.ts'
import { english as e, texts as t } from './support/spanish.ts'
import { call } from './support/wire.ts'

const { foja, browser } = await openStage()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const see = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor()
/** A party of every case file that `makeGroup` makes. */
const party = 'inigo@example.com'

async function download(page: Page, name: string): Promise<string> {
  const [saved] = await Promise.all([page.waitForEvent('download'), press(page, name)])
  return saved.suggestedFilename()
}

describe('privacy', () => {
  it('a gestor sets terms, sees what would go, downloads and erases a person', async () => {
    const context = await openAs(browser, foja, people.gestor, desktop)
    const page = await context.newPage()
    const faults = watch(page)
    await makeGroup(context, foja.origin, 'Arriendo del local', [
      { titulo: 'Arriendo del local', files: [pdfFile('Convenio.pdf', makePdf())] },
    ])
    await page.goto(`${foja.origin}/empresas`)
    await page.getByRole('link', { name: t.companies.privacyLink }).click()
    await see(page, t.privacy.areas.history.term)
    const months = page.getByLabel(t.privacy.monthsOf(t.privacy.noTipo))
    await months.fill('700')
    await see(page, t.privacy.monthsWrong)
    await months.fill('24')
    await press(page, t.privacy.preview)
    await see(page, t.privacy.due(0))
    await press(page, t.privacy.save)
    await see(page, t.privacy.saved)
    await look(page, 'privacidad')
    await page.getByLabel(t.privacy.personLabel).fill('nadie@nada.example')
    await press(page, t.privacy.search)
    await see(page, /Escribe su correo/)
    await page.getByLabel(t.privacy.personLabel).fill(party)
    await press(page, t.privacy.search)
    await see(page, t.privacy.isOther)
    await look(page, 'privacidad-persona')
    expect(await download(page, t.privacy.export)).toMatch(/^datos-personales\.zip$/)
    await press(page, t.privacy.erase)
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
    await press(page, t.privacy.eraseYes)
    await see(page, t.privacy.reasonMissing)
    await look(page, 'privacidad-borrar')
    await page.getByLabel(t.privacy.reason).fill('Lo pidió por carta')
    await press(page, t.privacy.eraseYes)
    await see(page, t.privacy.erased)
    await page.getByLabel(t.privacy.personLabel).fill(party)
    await press(page, t.privacy.search)
    await see(page, /Escribe su correo/)
    // The browser reports the two searches that find no one.
    expect(faults().filter((fault) => !fault.includes('status of 400'))).toEqual([])
    await context.close()
  })

  it('a case file on hold is not deleted', async () => {
    const context = await openAs(browser, foja, people.gestor, desktop)
    const page = await context.newPage()
    const { solicitudes, id_solicitud_main } = await makeGroup(context, foja.origin, 'Con juicio', [
      { titulo: 'Con juicio', files: [pdfFile('Prueba.pdf', makePdf())] },
    ])
    await page.goto(`${foja.origin}/solicitudes/${solicitudes[0]!.id_solicitud}`)
    await see(page, t.caseFile.history)
    const open = async () => {
      await press(page, t.caseFile.more)
      await page.getByRole('menuitem', { name: t.caseFile.hold, exact: true }).click()
      await page.getByRole('dialog').waitFor()
    }
    await open()
    await page.getByLabel(t.hold.reason).fill('Hay un juicio')
    await look(page, 'retener')
    await page.getByRole('dialog').getByRole('button', { name: t.hold.submit, exact: true }).click()
    await see(page, t.hold.done)
    await expect(
      call(context, foja.origin, 'delete_solicitud/', { id_solicitud_main, motivo: 'Ya no' }, 'DELETE'),
    ).rejects.toMatchObject({ code: 'case_held' })
    await open()
    await see(page, 'Hay un juicio')
    await look(page, 'retenido')
    await page.getByRole('dialog').getByRole('button', { name: t.hold.release, exact: true }).click()
    await see(page, t.hold.released)
    await context.close()
  })

  it('fits a phone, dark and in English; others see only their own data', async () => {
    const dark = await openAs(browser, foja, people.gestor, { ...phone, colorScheme: 'dark', locale: 'en-US' })
    const page = await dark.newPage()
    await page.goto(`${foja.origin}/privacidad`)
    await see(page, e.privacy.areas.history.term)
    await look(page, 'privacidad-telefono')
    await dark.close()
    const own = await openAs(browser, foja, people.usuario, phone)
    const mine = await own.newPage()
    await mine.goto(`${foja.origin}/privacidad`)
    await see(mine, t.privacy.forbiddenTitle)
    await mine.goto(`${foja.origin}/perfil`)
    await see(mine, t.profile.ownData)
    expect(await download(mine, t.profile.ownDataGet)).toMatch(/^mis-datos\.zip$/)
    await own.close()
  })
})
