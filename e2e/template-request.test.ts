// From a template to a signed document in one step: a person for each role, who sign from a phone.
import type { Document } from '@foja/contracts/documents'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import type { Template } from '@foja/contracts/templates'
import { newField } from '@foja/forms/new-field'
import { writeP12 } from '@foja/testing/p12'
import { makePdf } from '@foja/testing/pdfs'
import { createShortLivedAuthority } from '@foja/testing/short-lived'
import { runValidator } from '@foja/testing/signing'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { choose, pdfFile } from './support/person.ts'
import { texts } from './support/spanish.ts'
import { call, fetchDocument, makeCase, sendFiles, trust } from './support/wire.ts'

const { recipient: words, ask, templateFill, templateEditor, templateCsv } = texts
const passphrase = 'Ñandú~7q+Xz/Wv&Km=26'
const authority = createShortLivedAuthority()

const { foja, browser } = await openStage()
const office = await openAs(browser, foja, people.admin, desktop)
const root = Buffer.from(authority.root.certificate)
await trust(office, foja.origin, { name: 'raiz.cer', mimeType: 'application/pkix-cert', buffer: root })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

async function makeTemplate(): Promise<Template> {
  const base = pdfFile('Contrato.pdf', makePdf({ pages: 2 }))
  type Uploaded = { documents: Document[] }
  const { documents } = await sendFiles<Uploaded>(office, foja.origin, 'upload_document/', {}, [base])
  const place = { page: 1, x: 60, taken: [] }
  const fields = [
    { ...newField('text', { ...place, y: 120 }), key: 'inmueble', label: 'Inmueble', required: true },
    { ...newField('signature', { ...place, y: 600 }), key: 'firma_1', label: 'Firma 1', role: 'Arrendador' },
    { ...newField('signature', { ...place, x: 320, y: 600 }), key: 'firma_2', label: 'Firma 2' },
  ]
  const body = { name: 'Contrato de arriendo', pdf_path: documents[0]!.pdf_path, fields, key: randomUUID() }
  return await call<Template>(office, foja.origin, 'save_template/', body)
}

describe('a template with two roles', () => {
  it('names in the editor who signs in a field', async () => {
    const { id } = await makeTemplate()
    const page = await office.newPage()
    const faults = watch(page)
    await page.goto(`${foja.origin}/plantillas/${id}`)
    await page
      .getByRole('option', { name: /^Firma 2/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: templateEditor.role }).fill('Arrendataria')
    await look(page, 'plantilla-rol')
    await button(page, templateEditor.save).click()
    await page
      .getByText(/versión 2$/)
      .first()
      .waitFor()
    expect(faults()).toEqual([])
    await page.close()
  })

  it('becomes a signed document: filled, asked for in one step, and signed from a phone', async () => {
    const [listed] = await call<{ id: string }[]>(office, foja.origin, 'list_template/')
    const { id_solicitud } = await makeCase(office, foja.origin, 'Arriendo', 'Plano.pdf', makePdf())
    const page = await office.newPage()
    const faults = watch(page)
    await page.goto(`${foja.origin}/plantillas/${listed!.id}/usar?solicitud=${id_solicitud}`)
    await page.getByLabel(/^Inmueble/).waitFor()
    await button(page, templateFill.ask).click()
    await page.locator('[data-field=inmueble] :focus').waitFor()
    await page.getByLabel(/^Inmueble/).fill('Av. Amazonas N34-12, Quito')
    await look(page, 'plantilla-pedir')
    await button(page, templateFill.ask).click()
    await page.getByRole('region', { name: ask.turn(1) }).waitFor()
    await look(page, 'plantilla-roles')
    const person = async (at: number, nombre: string) => {
      await page.getByLabel(ask.name, { exact: true }).nth(at).fill(nombre)
      await page
        .getByLabel(ask.email, { exact: true })
        .nth(at)
        .fill(`${nombre.split(' ')[0]}@cliente.example`)
    }
    await person(0, 'Ana Quishpe')
    await person(1, 'Beto Ñaupari')
    await look(page, 'plantilla-roles-listos')
    await page.setViewportSize({ width: 390, height: 844 })
    await look(page, 'plantilla-roles-telefono')
    await page.setViewportSize(desktop.viewport!)
    await button(page, ask.send).click()
    await page.waitForURL(new RegExp(`/solicitudes/${id_solicitud}`))
    await page.getByText('Contrato de arriendo.pdf').first().waitFor()
    const { results } = await call<{ results: SigningRequest[] }>(office, foja.origin, 'list_signing_requests/')
    const [request] = results
    expect(request!.recipients.map(({ places }) => places[0]?.field)).toEqual(['firma_1', 'firma_2'])
    const [document] = request!.documents

    for (const { id, nombre } of request!.recipients) {
      const { url } = await call<{ url: string }>(office, foja.origin, 'recipient_link/', { id_recipient: id })
      const outside = await (await browser.newContext(phone)).newPage()
      const theirs = watch(outside)
      await outside.goto(url)
      await button(outside, words.sign).click()
      const issued = authority.issue({ commonName: nombre.toUpperCase(), keyType: 'p256' })
      const buffer = Buffer.from(writeP12({ ...issued, passphrase, variant: 'modern' }))
      await outside
        .getByLabel(words.key.file)
        .setInputFiles([{ name: 'firma.p12', mimeType: 'application/x-pkcs12', buffer }])
      await outside.getByLabel(words.key.password).fill(passphrase)
      await look(outside, 'plantilla-pedido')
      await outside
        .getByRole('button', { name: /^Firmar (el|los|\d)/ })
        .last()
        .click()
      await outside.getByRole('heading', { level: 1, name: words.done.signed(words.oneDocument) }).waitFor()
      expect(theirs()).toEqual([])
    }
    const done = await call<SigningRequest>(office, foja.origin, `details_signing_request/${request!.id}/`)
    expect(done.status).toBe('completada')
    const pdfsig = runValidator('pdfsig', ['-nocert'], await fetchDocument(office, foja.origin, document!.id_documento))
    if (pdfsig !== null) {
      expect(pdfsig.output.match(/Signature is Valid/g)).toHaveLength(2)
      // Both sign in the fields of the template: no empty one is left.
      for (const name of ['firma_1', 'firma_2']) expect(pdfsig.output).toContain(name)
    }
    await page.goto(`${foja.origin}/documentos/${document!.id_documento}`)
    await page.getByRole('img').first().waitFor()
    await look(page, 'plantilla-firmado')
    expect(faults()).toEqual([])
  })

  it('becomes a request for each row of a CSV; a row with a wrong address stays out', async () => {
    const [listed] = await call<{ id: string }[]>(office, foja.origin, 'list_template/')
    const page = await office.newPage()
    const faults = watch(page)
    await page.goto(`${foja.origin}/plantillas/${listed!.id}/usar?modo=varios`)
    const rows = [
      'Inmueble;Arrendataria;Correo de la arrendataria',
      'Local 1;Ana Quishpe;ana@cliente.example',
      'Local 2;Beto Ñaupari;beto.cliente.example',
      'Local 3;Carla Núñez;carla@cliente.example',
    ]
    const file = { name: 'locales.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
    await page.locator('input[type=file]').setInputFiles([file])
    await page.getByText(templateCsv.allReady('3 filas')).waitFor()
    await page.getByRole('switch', { name: templateCsv.asks }).click()
    await page.getByText(templateCsv.someWrong(3)).waitFor()
    await choose(page, templateCsv.sourceOf('Arrendador'), templateCsv.sources.same)
    const signers = page.getByRole('region', { name: templateCsv.signers })
    await signers.getByRole('textbox', { name: templateCsv.signer.nombre }).fill('Dora Dueña')
    await signers.getByRole('textbox', { name: templateCsv.signer.email }).fill('dora@cliente.example')
    await page.getByText(templateCsv.someWrong(1)).waitFor()
    await look(page, 'plantilla-csv-firmas')
    await page.setViewportSize({ width: 390, height: 844 })
    await look(page, 'plantilla-csv-firmas-telefono')
    await page.setViewportSize(desktop.viewport!)
    await button(page, templateCsv.submitRequests(2)).click()
    await page.getByText(templateCsv.sentTitle(2)).waitFor()
    await look(page, 'plantilla-csv-enviados')
    await page.getByRole('link', { name: templateCsv.seeRequests }).click()
    await page.getByText('Carla Núñez').first().waitFor()
    const { results } = await call<{ results: SigningRequest[] }>(office, foja.origin, 'list_signing_requests/')
    const asked = results.slice(0, 2).map(({ recipients }) => recipients.map(({ email }) => email))
    expect(asked.toSorted()).toEqual([
      ['dora@cliente.example', 'ana@cliente.example'],
      ['dora@cliente.example', 'carla@cliente.example'],
    ])
    expect(faults()).toEqual([])
  })
})
