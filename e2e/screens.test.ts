// The screens that are the same for every role, with dialogs and menus, light in Spanish and dark in English: no axe
// violation, no untranslated text. Casework screens are in casework-screens.test.ts.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { p12With, passphrase, rootCertificate } from './support/keys.ts'
import { watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { pdfFile } from './support/person.ts'
import { screenOf } from './support/screen.ts'
import { english, texts } from './support/spanish.ts'
import { variants } from './support/variants.ts'
import { call, enter, keepCertificate, makeCase, trust } from './support/wire.ts'
import { ownDocument } from './support/pdfs.ts'

const runs = [
  ['dark, Spanish, phone', 'dark', 'es', phone],
  ['light, Spanish, desktop', 'light', 'es', desktop],
  ['dark, English, desktop', 'dark', 'en', desktop],
] as const

describe('every screen', async () => {
  const { foja, browser } = await openStage({ sample: true })
  const context = await openAs(browser, foja, people.admin)
  await keepCertificate(context, foja.origin, p12With({}), passphrase)
  await trust(context, foja.origin, rootCertificate)
  const { bytes } = ownDocument()
  const document = (await makeCase(context, foja.origin, 'Convenio A-17', 'convenio-a-17.pdf', bytes)).document
  const unsigned = (await makeCase(context, foja.origin, 'Convenio B-18', 'convenio-b-18.pdf', bytes)).document
  const body = { id_documento: document.id_documento, password: passphrase, appearance: 'invisible' }
  await call(context, foja.origin, 'custom_pdf_signing/', body)
  const shared = await call<{ url: string }>(context, foja.origin, 'create_share_document/', {
    id_documento: document.id_documento,
  })
  await context.close()

  describe.each(variants(runs))('%s', (name, mode, language, device) => {
    const t = language === 'es' ? texts : english
    const tag = name.replaceAll(', ', '-')
    let context: BrowserContext
    let page: Page
    let faults: () => string[]

    const screen = { page: () => page, origin: () => foja.origin, language, mode, tag } as const
    const { at, see, press, seeDialog, openMenu } = screenOf(screen)

    beforeAll(async () => {
      const locale = language === 'es' ? 'es-EC' : 'en-GB'
      context = await browser.newContext({ ...device, locale, colorScheme: mode })
      await enter(context, foja.origin)
      page = await context.newPage()
      faults = watch(page)
    })
    afterAll(async () => context.close())

    it('the wizard, step by step, and its question before discarding a draft', async () => {
      await at('/solicitudes/nueva', t.wizard.title)
      await page.getByLabel(t.wizard.caseTitle).fill('Convenio C-19')
      await see('asistente-1')
      await press(t.wizard.next)
      await see('asistente-2-vacio')
      await page.locator('input[type=file]').first().setInputFiles(pdfFile('convenio-c-19.pdf', ownDocument().bytes))
      await see('asistente-2')
      await press(t.wizard.next)
      await see('asistente-3-vacio')
      await press(t.wizard.addPerson)
      await page.getByLabel(t.wizard.name, { exact: true }).fill('Íñigo Núñez')
      await page.getByLabel(t.wizard.role, { exact: true }).fill('Lessee')
      await see('asistente-3')
      await press(t.wizard.next)
      await see('asistente-4')
      await press(t.wizard.discard)
      await seeDialog(/./, 'asistente-descartar')
    })

    it('the reader: signing, signatures, versions', async () => {
      await at(`/documentos/${unsigned.id_documento}?tab=firmar`, t.signing.passphrase)
      await page.getByRole('img').first().waitFor()
      await press(t.signing.placeHere)
      await page.getByRole('application').waitFor()
      await see('documento-firmar')
      await at(`/documentos/${document.id_documento}?tab=firmas`, t.verdict.headings.valid)
      await page.getByText(t.verdict.facts).first().click()
      await see('documento-firmas')
      await at(`/documentos/${document.id_documento}?tab=versiones`, t.documents.current)
      await see('documento-versiones')
    })

    it('own signature, and its question before removing it', async () => {
      await at('/firma', t.mySignature.facts.fingerprint)
      await see('firma')
      await press(t.mySignature.remove)
      await seeDialog(/./, 'firma-quitar')
      await press(t.mySignature.replace)
      await see('firma-reemplazar')
    })

    it('authorities, and the question before removing one', async () => {
      await at('/autoridades', t.trust.validUntil)
      await see('autoridades')
      await page
        .getByRole('button', { name: new RegExp(t.trust.detailsOf('')) })
        .first()
        .click()
      await seeDialog(/./, 'autoridades-detalles')
      await page.locator('input[type=file]').setInputFiles([rootCertificate])
      await seeDialog(/./, 'autoridades-comparar')
      await at('/autoridades?pais=archivos', t.trust.everyone)
      await page
        .getByRole('button', { name: new RegExp(`^${t.trust.remove} `) })
        .first()
        .click()
      await seeDialog(/./, 'autoridades-quitar')
    })

    it('own profile and account menu', async () => {
      await at('/perfil', t.profile.lastLogin)
      await see('perfil')
      if (device === phone) await openMenu(t.shell.more)
      else {
        await page
          .getByRole('button', { name: /Lucía Peñaherrera/ })
          .last()
          .click()
        await page.getByRole('menu').waitFor()
      }
      await see('perfil-menu', '[role=menu]')
      await page.keyboard.press('Escape')
    })

    it('shared pages, sign-in, /refresh and missing pages', async () => {
      await at(shared.url.slice(foja.origin.length), t.verdict.headings.valid)
      await see('compartido')
      await at('/nada', t.app.notFoundTitle)
      await see('no-existe')
      await context.clearCookies({ name: 'foja.session' })
      await at('/refresh?volver=%2Fsolicitudes', t.refresh.expiredTitle)
      await see('refresh')
      await at('/ingresar', t.session.signInText)
      await see('ingresar')
    })

    it('causes no error in the browser', () => {
      expect(faults()).toEqual([])
    })
  })
})
