// Signature appearances: each kind, hand-drawn, on every page, at the last place, in an existing field.
import { makePdf } from '@foja/testing/pdfs'
import { runValidator } from '@foja/testing/signing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { phone } from './support/devices.ts'
import { p12File, passphrase, rootCertificate } from './support/keys.ts'
import { look, untilStill, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { textOf } from './support/pdf-text.ts'
import { choose, drawSignature, signDocument } from './support/person.ts'
import { texts } from './support/spanish.ts'
import { fetchDocument, keepCertificate, makeCase, trust } from './support/wire.ts'

const { advancedOptions, mySignature, signOptions } = texts
const { appearances } = signOptions

const { foja, browser } = await openStage()
const context = await openAs(browser, foja, people.admin)
await keepCertificate(context, foja.origin, p12File('modern', 'p256'), passphrase)
await trust(context, foja.origin, rootCertificate)
const page = await context.newPage()
const faults = watch(page)

/** Opens a new document, ready to be signed; returns its id. */
async function openNew(title: string, pdf: Uint8Array): Promise<string> {
  const { document } = await makeCase(context, foja.origin, title, `${title}.pdf`, pdf)
  await page.goto(`${foja.origin}/documentos/${document.id_documento}`)
  await page.getByRole('img', { name: /Página 1 de/ }).waitFor()
  await page.getByRole('radio', { name: appearances.text, exact: true }).waitFor()
  return document.id_documento
}

/** Checks the signed file with validators and returns its text. */
async function signedWords(id: string): Promise<string | null> {
  const pdf = await fetchDocument(context, foja.origin, id)
  const pdfsig = runValidator('pdfsig', ['-nocert'], pdf)
  if (pdfsig !== null) expect(pdfsig.output).toContain('Signature is Valid')
  return textOf(pdf)
}

const box = () => page.getByRole('application')
const kind = (name: string) => page.getByRole('radio', { name, exact: true })
const owner = /LUCÍA FERNANDA PEÑAHERRERA NARVÁEZ/

describe('a signature stamp', () => {
  it('has QR, name, reason and place', async () => {
    const id = await openNew('Con QR', makePdf({ pages: 3 }))
    await page.getByLabel(signOptions.reason).fill('Apruebo el acta')
    await page.getByLabel(signOptions.location).fill('Ibarra')
    await drawSignature(page, [0.45, 0.55], [0.9, 0.7])
    await look(page, 'aspecto-qr')
    await signDocument(page, passphrase)
    const words = await signedWords(id)
    if (words !== null) {
      expect(words).toMatch(owner)
      expect(words).toContain('Apruebo el acta')
      expect(words).toContain('Ibarra')
    }
    await look(page, 'aspecto-qr-firmado')
  })

  it('starts at the last used place, on a page of another document', async () => {
    const id = await openNew('Solo datos', makePdf({ pages: 3 }))
    await box().waitFor()
    await kind(appearances.text).check()
    await look(page, 'aspecto-datos')
    await signDocument(page, passphrase)
    const words = await signedWords(id)
    if (words !== null) expect(words).toMatch(owner)
  })

  it('as a margin line, needs no place', async () => {
    const id = await openNew('Al margen', makePdf({ pages: 2 }))
    await kind(appearances.margin).check()
    await page.getByText(signOptions.marginHint).waitFor()
    await box().waitFor({ state: 'detached' })
    await look(page, 'aspecto-margen')
    await signDocument(page, passphrase)
    const words = await signedWords(id)
    if (words !== null) expect(words).toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/)
    await look(page, 'aspecto-margen-firmado')
  })

  it('on every page, is a single signature', async () => {
    const id = await openNew('En todas', makePdf({ pages: 3 }))
    await page.getByText(signOptions.advanced).click()
    await page.getByRole('switch', { name: advancedOptions.everyPage }).click()
    await look(page, 'aspecto-todas')
    await signDocument(page, passphrase)
    const words = await signedWords(id)
    if (words !== null) expect(words.match(/Firmado electrónicamente por/g)).toHaveLength(3)
    await expect.poll(() => page.getByRole('tab', { name: /Firmas/ }).innerText()).toMatch(/1/)
  })

  it('can be invisible', async () => {
    const id = await openNew('Invisible', makePdf())
    await kind(appearances.invisible).check()
    await page.getByText(signOptions.invisibleHint).waitFor()
    await signDocument(page, passphrase)
    const words = await signedWords(id)
    if (words !== null) expect(words).not.toMatch(owner)
  })
})

describe('an existing signature field', () => {
  it('is offered and used', async () => {
    const field = { name: 'FirmaArrendatario', rect: [300, 100, 500, 170] }
    const id = await openNew('Con campo', makePdf({ emptyField: field }))
    await page.getByText(signOptions.fieldHint).waitFor()
    await choose(page, signOptions.field, signOptions.fieldOn(field.name, 1))
    await page.getByTestId('field-mark').waitFor()
    await box().waitFor({ state: 'detached' })
    await look(page, 'aspecto-campo')
    await signDocument(page, passphrase)
    const words = await signedWords(id)
    if (words !== null) expect(words).toMatch(owner)
    const pdf = await fetchDocument(context, foja.origin, id)
    const pdfsig = runValidator('pdfsig', ['-nocert'], pdf)
    if (pdfsig !== null) expect(pdfsig.output).toContain(field.name)
  })
})

/** Draws a stroke across the sheet. */
async function scribble(on: Page): Promise<void> {
  await untilStill(on)
  const sheet = (await on.getByRole('img', { name: mySignature.drawSheet }).boundingBox())!
  const at = (share: number): [number, number] => [
    sheet.x + sheet.width * (0.15 + share * 0.7),
    sheet.y + sheet.height * (0.5 + Math.sin(share * 12) * 0.3),
  ]
  await on.mouse.move(...at(0))
  await on.mouse.down()
  for (let step = 1; step <= 40; step += 1) await on.mouse.move(...at(step / 40))
  await on.mouse.up()
}

describe('a hand-drawn signature', () => {
  it('is drawn, undone, redrawn and saved', async () => {
    await page.goto(`${foja.origin}/firma`)
    await page.getByRole('button', { name: mySignature.draw }).click()
    await page.getByRole('dialog').waitFor()
    await look(page, 'dibujo-vacio')
    const save = page.getByRole('button', { name: mySignature.drawSave, exact: true })
    expect(await save.isDisabled()).toBe(true)
    await scribble(page)
    await page.getByRole('button', { name: mySignature.drawClear }).click()
    await expect.poll(() => save.isDisabled()).toBe(true)
    await scribble(page)
    await look(page, 'dibujo')
    await save.click()
    await page.getByText(mySignature.imageSaved).first().waitFor()
    await page.getByRole('img', { name: mySignature.imageHas }).waitFor()
    await look(page, 'dibujo-guardado')
  })

  it('appears in the stamp', async () => {
    const id = await openNew('Con imagen', makePdf())
    await kind(appearances.image).check()
    await box().waitFor()
    await look(page, 'aspecto-imagen')
    await signDocument(page, passphrase)
    await signedWords(id)
    const pdf = await fetchDocument(context, foja.origin, id)
    expect(pdf.toString('latin1')).toContain('/SMask')
    await look(page, 'aspecto-imagen-firmado')
  })

  it('can be drawn on a phone in dark mode', async () => {
    const other = await openAs(browser, foja, people.admin, phone)
    const small = await other.newPage()
    const smallFaults = watch(small)
    await small.goto(`${foja.origin}/firma`)
    await small.getByRole('button', { name: mySignature.draw }).click()
    await small.getByRole('dialog').waitFor()
    await scribble(small)
    await look(small, 'dibujo-telefono')
    await small.goto(`${foja.origin}/firma`)
    await small.getByText(mySignature.imageTitle).waitFor()
    await look(small, 'firma-telefono')
    expect(smallFaults()).toEqual([])
    await other.close()
  })

  it('causes no error in the browser', () => {
    expect(faults()).toEqual([])
  })
})
