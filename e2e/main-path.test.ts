// From an empty installation to a signature that others can verify, in a real browser.
import { launchBrowser } from '@foja/testing/browser'
import { runValidator } from '@foja/testing/signing'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { startFoja, type Foja } from './support/foja.ts'
import { p12File, passphrase, rootCertificate } from './support/keys.ts'
import { look, watch } from './support/look.ts'
import { documentsOfOthers, ownDocument } from './support/pdfs.ts'
import {
  act,
  createCase,
  downloadDocument,
  drawSignature,
  openDocument,
  pdfFile,
  readVerdict,
  setUpOffice,
  signDocument,
  uploadCertificate,
} from './support/person.ts'
import { variants } from './support/variants.ts'

const browser = await launchBrowser()
afterAll(async () => browser.close())

function checkWithOthers(pdf: Buffer): void {
  const pdfsig = runValidator('pdfsig', ['-nocert'], pdf)
  if (pdfsig === null) return
  expect(pdfsig.output).toContain('Signature is Valid')
  expect(pdfsig.output).toContain('Total document signed')
}

const devices = [
  ['desktop, light', desktop, 'legacy'],
  ['phone, dark', phone, 'modern'],
] as const

describe.each(variants(devices))('main path on %s', (device, options, variant) => {
  const tag = device.split(',')[0]
  let foja: Foja
  let context: BrowserContext
  let page: Page
  let faults: () => string[]
  let shareUrl = ''
  const document = documentsOfOthers(1)[0] ?? ownDocument()

  beforeAll(async () => {
    foja = await startFoja()
    context = await browser.newContext(options)
    page = await context.newPage()
    faults = watch(page)
  })
  afterAll(async () => {
    await context.close()
    await foja.stop()
  })

  it('sets up the first company', async () => {
    await page.goto(foja.origin)
    await page.waitForURL('**/bienvenida')
    await look(page, `${tag}-bienvenida`)
    await setUpOffice(page, foja.origin, true)
    await look(page, `${tag}-inicio`)
  })

  it('creates a solicitud with a PDF and finds it in the list', async () => {
    await createCase(page, foja.origin, 'Arriendo de la bodega', [pdfFile(document.name, document.bytes)])
    await look(page, `${tag}-caso`)
    await page.goto(`${foja.origin}/solicitudes`)
    await page.getByText('Arriendo de la bodega').first().waitFor()
    await look(page, `${tag}-solicitudes`)
    await page.getByRole('link', { name: 'Arriendo de la bodega' }).first().click()
    await openDocument(page, document.name)
    await look(page, `${tag}-documento`)
  })

  it('uploads a certificate, draws the place and signs', async () => {
    const reader = page.url()
    await uploadCertificate(page, foja.origin, p12File(variant), passphrase)
    await look(page, `${tag}-firma`)
    await page.goto(reader)
    await page.getByRole('img', { name: /Página 1 de/ }).waitFor()
    await drawSignature(page, [0.5, 0.7], [0.9, 0.8])
    if (tag === 'phone')
      await page
        .getByRole('button', { name: /Firmar/ })
        .first()
        .click()
    await look(page, `${tag}-firmar`)
    await signDocument(page, passphrase)
    expect(await readVerdict(page)).toBe('Falta confirmar quién firmó')
    await look(page, `${tag}-por-confirmar`)
  })

  it('trusts the authority and shows a valid verdict that validators confirm', async () => {
    const reader = page.url()
    await page.goto(`${foja.origin}/autoridades`)
    await page.locator('input[type=file]').setInputFiles([rootCertificate])
    await page.getByRole('dialog').getByText('Huella SHA-256').waitFor()
    await look(page, `${tag}-autoridad-comparar`)
    await page.getByRole('button', { name: 'Confiar', exact: true }).click()
    await page.getByText('Autoridad agregada').first().waitFor()
    await look(page, `${tag}-autoridades`)
    await page.goto(reader)
    expect(await readVerdict(page)).toBe('Las firmas son válidas')
    await look(page, `${tag}-valida`)
    checkWithOthers(await downloadDocument(page))
  })

  it('shares a link that opens without signing in', async () => {
    await act(page, 'Compartir')
    await page.getByRole('dialog').waitFor()
    await look(page, `${tag}-compartir`)
    await page.getByRole('button', { name: 'Crear enlace' }).click()
    shareUrl = await page.getByLabel('Enlace', { exact: true }).inputValue()
    await look(page, `${tag}-enlace`)
    const visitor = await browser.newContext(options)
    const visit = await visitor.newPage()
    const visitFaults = watch(visit)
    await visit.goto(shareUrl)
    await visit.getByText('Compartido por').first().waitFor()
    await visit.getByRole('img', { name: /Página 1 de/ }).waitFor()
    await visit.getByText('Válida').first().waitFor()
    await look(visit, `${tag}-compartido`)
    expect(visitFaults()).toEqual([])
    await visitor.close()
  })

  it('causes no error in the browser', () => {
    expect(faults()).toEqual([])
  })
})
