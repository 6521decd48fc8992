// The main path by keyboard alone: place, move and resize the signature, sign, share; with correct focus.
import { makePdf } from '@foja/testing/pdfs'
import { describe, expect, it } from 'vitest'
import { keyboardOn } from './support/keyboard.ts'
import { p12With, passphrase } from './support/keys.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { texts } from './support/spanish.ts'
import { call, keepCertificate, makeCase } from './support/wire.ts'

describe('main path by keyboard alone', async () => {
  const { key, focused, to, dialog, inDialog, opened, backOn } = keyboardOn(() => page)

  const { foja, browser } = await openStage()
  const context = await openAs(browser, foja, people.admin)
  await keepCertificate(context, foja.origin, p12With({ keyType: 'p256' }), passphrase)
  const { document } = await makeCase(context, foja.origin, 'Sin ratón', 'Sin ratón.pdf', makePdf())
  const page = await context.newPage()
  const faults = watch(page)

  it('opens the document from the list', async () => {
    await page.goto(`${foja.origin}/solicitudes`)
    await page.getByRole('link', { name: 'Sin ratón' }).first().waitFor()
    await key('Tab')
    await expect.poll(focused).toBe(texts.shell.skip)
    await key('Enter')
    await to('Sin ratón')
    await key('Enter')
    await page.waitForURL(/\/solicitudes\/[A-Z0-9-]{19}/)
    await page.getByRole('link', { name: 'Sin ratón.pdf' }).first().waitFor()
    await to('Sin ratón.pdf')
    await key('Enter')
    await page.waitForURL(/\/documentos\//)
    await page.getByRole('img', { name: /Página 1 de/ }).waitFor()
  })

  it('places, moves and resizes the signature', async () => {
    const box = page.getByRole('application')
    const label = () => box.getAttribute('aria-label')
    const numbers = async () => ((await label()) ?? '').match(/\d+/g)!.map(Number)
    await page.getByRole('button', { name: texts.signing.placeHere }).waitFor()
    await to(texts.signing.placeHere)
    await key('Enter')
    await box.waitFor()
    await expect.poll(async () => (await focused()) === (await label())).toBe(true)
    const [width, height, left, top] = (await numbers()) as [number, number, number, number]
    await key('ArrowLeft')
    await key('Shift+ArrowUp')
    await expect.poll(numbers).toEqual([width, height, left - 1, top - 10])
    await key('Alt+ArrowRight')
    await key('Alt+Shift+ArrowDown')
    await expect.poll(numbers).toEqual([width + 1, height + 10, left - 1, top - 10])
    await key('Control+z')
    await expect.poll(numbers).toEqual([width + 1, height, left - 1, top - 10])
    await key('Control+y')
    await expect.poll(numbers).toEqual([width + 1, height + 10, left - 1, top - 10])
    await look(page, 'teclado-recuadro')
    await key('Escape')
    await box.waitFor({ state: 'detached' })
    await key('Control+z')
    await box.waitFor()
  })

  it('signs with Enter', async () => {
    await to(texts.signing.passphrase)
    await page.keyboard.type(passphrase)
    await key('Enter')
    await page.getByText(texts.signing.signed).first().waitFor()
    await page.getByRole('heading', { name: texts.verdict.headings.indeterminate }).waitFor()
    const details = await call<object>(context, foja.origin, `details_document/${document.id_documento}/`)
    expect(details).toMatchObject({ version: 2, signatures: { count: 1 } })
  })

  it('shares, and focus moves into the dialog and back to its button', async () => {
    await to(texts.documents.share)
    await key('Enter')
    await opened()
    for (let presses = 0; presses < 12; presses += 1) {
      await key('Tab')
      expect(await inDialog()).toBe(true)
    }
    await to(texts.shares.create)
    await key('Enter')
    await dialog().getByLabel(texts.shares.link, { exact: true }).waitFor()
    await look(page, 'teclado-enlace')
    await key('Escape')
    await backOn(texts.documents.share)
  })

  it('causes no error in the browser', () => {
    expect(faults()).toEqual([])
  })
})
