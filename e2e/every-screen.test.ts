// The screens that casework-screens, office and template-roles omit, for two roles, in both languages, light and dark,
// on desktop and phone; and the public ones.
import type { Convocation } from '@foja/contracts/convocations'
import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { makePdf } from '@foja/testing/pdfs'
import { afterAll, describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { describeTwoRoles } from './support/two-roles.ts'
import { startFoja } from './support/foja.ts'
import { rootCertificate } from './support/keys.ts'
import { look, watch } from './support/look.ts'
import { dayAhead, openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { screenOf } from './support/screen.ts'
import { english, texts } from './support/spanish.ts'
import { variants } from './support/variants.ts'
import { call, makeCase, trust } from './support/wire.ts'

const { foja, browser } = await openStage()
const boss = await openAs(browser, foja, people.admin)
await trust(boss, foja.origin, rootCertificate)
const made = await makeCase(boss, foja.origin, 'Arriendo del local', 'Contrato.pdf', makePdf({ pages: 2 }))
const ana = { nombre: 'Ana Quishpe', email: 'ana@cliente.example' }
const toSign = await call<SigningRequest>(boss, foja.origin, 'create_signing_request/', {
  titulo: 'Arriendo del local',
  documents: [{ id_documento: made.document.id_documento }],
  recipients: [{ ...ana, rol: 'firma' }],
})
const toDeliver = await call<DocumentRequest>(boss, foja.origin, 'create_document_request/', {
  id_solicitud: made.id_solicitud,
  recipients: [ana],
  requirements: [{ nombre: 'Rol 08/2026' }, { nombre: 'C. I.' }],
})
const linkOf = async ({ recipients: [recipient] }: { recipients: { id: string }[] }) =>
  (await call<{ url: string }>(boss, foja.origin, 'recipient_link/', { id_recipient: recipient!.id })).url
const held = await makeCase(boss, foja.origin, 'Linderos de la finca', 'Acta.pdf', makePdf({ pages: 2 }))
const { id_solicitud } = held
await call(boss, foja.origin, 'update_solicitud_type/', {
  id_solicitud,
  version: 1,
  partes: [{ ...ana, rol: 'parte' }],
})
await call(boss, foja.origin, 'send_solicitud/', { id_solicitud, fecha_agendada: dayAhead(6) })
const { convocation: convened } = await call<Convocation>(boss, foja.origin, 'convene_parties/', { id_solicitud })
const draft = await call<SigningRequest>(boss, foja.origin, 'create_signing_request/', {
  titulo: 'Acta de linderos',
  documents: [{ id_documento: held.document.id_documento }],
  recipients: [{ ...ana, rol: 'firma_simple', code: false }],
  send: false,
})
const links = [await linkOf(toSign), await linkOf(toDeliver), await linkOf(convened!)] as const
await boss.close()

describeTwoRoles({ browser: () => browser, foja: () => foja, prefix: 'pantallas', inGate: 'phone' }, (desk) => {
  const { t, role, manages, context, page, faults, screen } = desk
  const { at, see, button } = screen

  it('my signature, signing many, and how the office signs', async () => {
    await at('/firma', t.mySignature.uploadText)
    await see('firma')
    await at('/firma/lote', t.batch.pick)
    await see('firma-lote')
    await at('/firma/ajustes', t.settings.defaults)
    await see('firma-ajustes')
    expect(await button(t.settings.save).count()).toBe(manages ? 1 : 0)
    expect(await page().getByRole('combobox').first().isDisabled()).toBe(!manages)
  })

  it('the authorities', async () => {
    await at('/autoridades', t.trust.countries)
    await see('autoridades')
    expect(await page().getByRole('button', { name: t.trust.add }).count()).toBe(manages ? 1 : 0)
    expect((await page().getByRole('switch').count()) > 0).toBe(role === 'admin')
    await at('/autoridades?pais=archivos', t.trust.everyone)
    // Authorities added by an administrator for all companies cannot be removed by a gestor.
    const remove = page().getByRole('button', { name: new RegExp(`^${t.trust.remove} `) })
    expect(await remove.count()).toBe(role === 'admin' ? 1 : 0)
  })

  it('the mail server, which admins set up', async () => {
    await at('/correos', role === 'usuario' || role === 'mediador' ? t.emails.forbiddenTitle : t.emails.title)
    if (role === 'admin') await button(t.emails.setUp).click()
    else {
      expect(await button(t.emails.setUp).count()).toBe(0)
      return
    }
    await page().getByRole('dialog', { name: t.mailSettings.title }).waitFor()
    await button(t.mailSettings.save).click()
    await page().getByText(t.mailSettings.hostMissing).waitFor()
    await see('correos-servidor')
    await page().getByLabel(t.mailSettings.host, { exact: true }).fill('127.0.0.1')
    await page().getByLabel(t.mailSettings.port, { exact: true }).fill('1')
    await page().getByLabel(t.mailSettings.fromAddress, { exact: true }).fill('foja@oficina.ec')
    await button(t.mailSettings.save).click()
    await button(t.mailSettings.test).click()
    await page().getByText(t.mailSettings.notSent).waitFor()
    await see('correos-prueba')
    await button(t.mailSettings.remove).click()
    await button(t.mailSettings.removeYes).click()
    await page().getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('the state of the services, for admins', async () => {
    await at('/estado', role === 'admin' ? t.status.states.ok : t.status.forbiddenTitle)
    await see('estado')
    if (role !== 'admin') return
    await button(t.status.checkOf(t.status.services.disk)).click()
    await button(t.status.checkAll).click()
    await page().getByText(t.status.states.ok).filter({ visible: true }).first().waitFor()
    expect(await page().getByRole('alert').count()).toBe(0)
  })

  it('what is kept of people, for managers', async () => {
    await at('/privacidad', manages ? t.privacy.keptTitle : t.privacy.forbiddenTitle)
    await see('privacidad')
  })

  it('the programs of the office, for managers', async () => {
    await at('/programas', manages ? t.webhooks.page.docs : t.webhooks.page.forbiddenTitle)
    await see('programas')
  })

  it('the help, one of its topics, and the shortcuts', async () => {
    await at('/ayuda', t.help.first.title)
    await see('ayuda')
    await button(t.signTopics.keyFails.title).first().click()
    await page().getByRole('dialog', { name: t.signTopics.keyFails.title }).waitFor()
    await see('ayuda-tema')
    await page().keyboard.press('Escape')
    await page().getByRole('dialog').waitFor({ state: 'detached' })
    await page().getByRole('button', { name: t.help.judge.open, exact: true }).click()
    await page().getByRole('dialog', { name: t.evidenceSheet.title }).waitFor()
    await see('ayuda-juez')
    await page().keyboard.press('Escape')
    await page().getByRole('dialog').waitFor({ state: 'detached' })
    const shortcuts = page().getByRole('dialog', { name: t.help.keys.title })
    // The key counts once the rest of the shell has loaded.
    await expect
      .poll(async () => {
        if ((await shortcuts.count()) === 0) await page().keyboard.press('?')
        return await shortcuts.count()
      })
      .toBe(1)
    await see('ayuda-atajos')
    await page().keyboard.press('Escape')
    await page().getByLabel(t.help.search).fill('zzz')
    await page().getByText(t.help.nothingText).waitFor()
    await see('ayuda-nada')
    await at('/ayuda?desde=%2Fsolicitudes%2F0123456789', t.help.here)
    await page().getByText(t.mediateTopics.convene.title).first().waitFor()
    await see('ayuda-desde')
  })

  it('requests for signatures and for documents, a draft and a convocation', async () => {
    await at('/pedidos', manages ? toSign.titulo : t.requestList.title)
    await see('pedidos')
    await at('/pedidos?tipo=documentos', t.requestList.title)
    await see('pedidos-documentos')
    await at('/pedidos/documentos', t.deliveries.chooseTitle)
    await see('pedir-documentos')
    if (!manages) return
    await at(`/pedidos/documentos?solicitud=${made.id_solicitud}`, t.deliveries.list)
    await see('pedir-documentos-expediente')
    await at(`/pedidos/nuevo?borrador=${draft.id}`, t.ask.mailOff)
    await see('pedir-firmas-borrador')
    await at(`/solicitudes/${id_solicitud}`, t.convocation.title)
    await see('expediente-convocado')
  })

  it('the pages of people without an account', async () => {
    // Their session is the link, also in a browser in which a user is signed in.
    for (const [at, url] of links.entries()) {
      // oxlint-disable no-await-in-loop -- one page after the other
      await page().goto(url)
      await page().getByRole('heading', { level: 1 }).waitFor()
      await see(['pedido-firmar', 'pedido-entregar', 'pedido-contestar'][at]!)
      // oxlint-enable no-await-in-loop
    }
  })

  it('public pages and missing pages', async () => {
    await at('/verificar', t.verify.intro)
    await see('verificar')
    // Touch targets are large enough on a phone, where they are stacked.
    for (const name of [t.verify.codeButton, t.verify.scan])
      expect((await button(name).boundingBox())?.height, name).toBeGreaterThanOrEqual(44)
    await at('/nada', t.app.notFoundTitle)
    await see('no-existe')
    await context().clearCookies()
    await at('/refresh?volver=%2Fagenda', t.refresh.expiredTitle)
    await see('refresh')
    await at('/ingresar', t.session.signInText)
    await see('ingresar')
    await page().getByRole('link', { name: t.help.title, exact: true }).click()
    await page().getByText(t.help.out.title).waitFor()
    await see('ayuda-sin-sesion')
    await at('/olvide', t.account.forgotText)
    await see('olvide')
    await at('/elegir-clave', t.account.incompleteTitle)
    await see('elegir-clave')
    await at('/compartido?share=nada', t.shares.goneTitle)
    await see('compartido-nada')
  })

  it('cause no error in the browser', () => {
    expect(faults().filter((fault) => !/status of 4/.test(fault))).toEqual([])
  })
})

describe('the page of the API', () => {
  it.each(variants([['dark', phone] as const, ['light', desktop] as const]))(
    'is readable: %s',
    async (mode, device) => {
      const context = await browser.newContext({ ...device, colorScheme: mode })
      const page = await context.newPage()
      const faults = watch(page)
      await page.goto(`${foja.origin}/api/docs`)
      await page.getByRole('heading', { name: 'Desde un programa' }).waitFor()
      const { width } = device.viewport!
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      // axe takes half a minute for all calls, which have one form; their examples are closed.
      await page.evaluate(`document.querySelectorAll('article:nth-of-type(n + 9)').forEach((one) => one.remove());
      document.querySelectorAll('details').forEach((one) => { one.open = true })`)
      await look(page, `pantallas-${mode}-api`)
      expect(faults()).toEqual([])
      await context.close()
    },
  )
})

describe('an office before setup', async () => {
  const fresh = await startFoja()
  afterAll(() => fresh.stop())

  const looks = [
    ['dark', 'en', desktop],
    ['light', 'es', desktop],
    ['dark', 'es', phone],
    ['light', 'en', phone],
  ] as const
  it.each(variants(looks))('is set up: %s, %s', async (mode, language, device) => {
    const locale = language === 'es' ? 'es-EC' : 'en-GB'
    const context = await browser.newContext({ ...device, locale, colorScheme: mode })
    const page = await context.newPage()
    const faults = watch(page)
    const tag = `pantallas-${language}-${mode}-${device === phone ? 'phone' : 'desktop'}`
    const { at, see } = screenOf({ page: () => page, origin: () => fresh.origin, language, mode, tag })
    await at('/', (language === 'es' ? texts : english).setup.title)
    expect(new URL(page.url()).pathname).toBe('/bienvenida')
    await see('bienvenida')
    expect(faults()).toEqual([])
    await context.close()
  })
})
