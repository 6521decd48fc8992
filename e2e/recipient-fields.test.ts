// Fields of a template that recipients fill from their phones before anybody signs, and then sign.
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

const { recipient: words, fill, ask, signingRequests, templateFill, templateEditor } = texts
const passphrase = 'Ñandú~7q+Xz/Wv&Km=26'
const authority = createShortLivedAuthority()

const { foja, browser } = await openStage()
const office = await openAs(browser, foja, people.admin, desktop)
const root = Buffer.from(authority.root.certificate)
await trust(office, foja.origin, { name: 'raiz.cer', mimeType: 'application/pkix-cert', buffer: root })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

async function makeTemplate(): Promise<Template> {
  type Uploaded = { documents: Document[] }
  const base = pdfFile('Contrato.pdf', makePdf({ pages: 1 }))
  const { documents } = await sendFiles<Uploaded>(office, foja.origin, 'upload_document/', {}, [base])
  const place = { page: 1, x: 60, taken: [] }
  const fields = [
    { ...newField('text', { ...place, y: 120 }), key: 'inmueble', label: 'Inmueble', required: true },
    { ...newField('text', { ...place, y: 160 }), key: 'domicilio', label: 'Domicilio', required: true },
    { ...newField('date', { ...place, y: 200 }), key: 'nacimiento', label: 'Fecha de nacimiento' },
    { ...newField('signature', { ...place, y: 600 }), key: 'firma_1', label: 'Firma 1', role: 'Arrendador' },
    { ...newField('signature', { ...place, x: 320, y: 600 }), key: 'firma_2', label: 'Firma 2', role: 'Arrendataria' },
  ]
  const filled = fields.map((field) => (field.key === 'nacimiento' ? { ...field, filled_by: 'firma_2' } : field))
  const body = { name: 'Contrato', pdf_path: documents[0]!.pdf_path, fields: filled, key: randomUUID() }
  return await call<Template>(office, foja.origin, 'save_template/', body)
}

/** Opens the link of a recipient on a phone. */
async function openLink(id: string) {
  const { url } = await call<{ url: string }>(office, foja.origin, 'recipient_link/', { id_recipient: id })
  const page = await (await browser.newContext(phone)).newPage()
  const faults = watch(page)
  await page.goto(url)
  return { page, faults }
}

async function sign(page: Page, nombre: string): Promise<void> {
  await button(page, words.sign).click()
  const issued = authority.issue({ commonName: nombre.toUpperCase(), keyType: 'p256' })
  const buffer = Buffer.from(writeP12({ ...issued, passphrase, variant: 'modern' }))
  const file = { name: 'firma.p12', mimeType: 'application/x-pkcs12', buffer }
  await page.getByLabel(words.key.file).setInputFiles([file])
  await page.getByLabel(words.key.password).fill(passphrase)
  await page
    .getByRole('button', { name: /^Firmar (el|los|\d)/ })
    .last()
    .click()
  await page.getByRole('heading', { level: 1, name: words.done.signed(words.oneDocument) }).waitFor()
}

describe('fields that a recipient fills', () => {
  it('are given to a role in the editor, filled on a phone, and then signed', async () => {
    const { id } = await makeTemplate()
    const page = await office.newPage()
    const faults = watch(page)
    await page.goto(`${foja.origin}/plantillas/${id}`)
    await page
      .getByRole('option', { name: /^Domicilio/ })
      .first()
      .click()
    await choose(page, templateEditor.filledBy, 'Arrendataria')
    await look(page, 'campos-plantilla')
    await button(page, templateEditor.save).click()
    await page
      .getByText(/versión 2$/)
      .first()
      .waitFor()

    const { id_solicitud } = await makeCase(office, foja.origin, 'Arriendo', 'Plano.pdf', makePdf())
    await page.goto(`${foja.origin}/plantillas/${id}/usar?solicitud=${id_solicitud}`)
    await page.getByLabel(/^Inmueble/).fill('Av. Amazonas N34-12, Quito')
    await page.getByRole('heading', { name: templateFill.ofRole('Arrendataria') }).waitFor()
    await look(page, 'campos-oficina')
    await button(page, templateFill.ask).click()
    await page.getByRole('region', { name: ask.turn(1) }).waitFor()
    for (const [at, nombre] of ['Beto Ñaupari', 'Ana Quishpe'].entries()) {
      await page.getByLabel(ask.name, { exact: true }).nth(at).fill(nombre)
      const address = `${nombre.split(' ')[0]}@cliente.example`
      await page.getByLabel(ask.email, { exact: true }).nth(at).fill(address)
    }
    await button(page, ask.send).click()
    await page.waitForURL(new RegExp(`/solicitudes/${id_solicitud}`))
    await page.getByText('Contrato.pdf').first().waitFor()
    const { results } = await call<{ results: SigningRequest[] }>(office, foja.origin, 'list_signing_requests/')
    const [request] = results
    const [beto, ana] = request!.recipients
    expect(request!.recipients.map(({ status, fields }) => `${status} ${fields}`)).toEqual([
      'en_espera none',
      'enviado open',
    ])

    const theirs = await openLink(ana!.id)
    await button(theirs.page, words.fill).waitFor()
    expect(await button(theirs.page, words.sign).count()).toBe(0)
    await look(theirs.page, 'campos-leer')
    await page.reload()
    await page.getByText(signingRequests.states.fills).first().waitFor()
    await look(page, 'campos-expediente')
    await button(theirs.page, words.fill).click()
    await theirs.page.getByRole('heading', { name: fill.title }).waitFor()
    await button(theirs.page, fill.submit).click()
    await theirs.page.locator('[data-field=domicilio] :focus').waitFor()
    await look(theirs.page, 'campos-falta')
    await theirs.page.getByLabel(/^Domicilio/).fill('Calle Ñandú 7')
    await theirs.page.getByLabel(/^Fecha de nacimiento/).fill('1990-02-01')
    await look(theirs.page, 'campos-llenos')
    await button(theirs.page, fill.submit).click()
    // The last to fill, and of the first turn: they go on to sign.
    await button(theirs.page, words.sign).waitFor()
    await look(theirs.page, 'campos-firmar')
    await sign(theirs.page, 'Ana Quishpe')
    expect(theirs.faults()).toEqual([])

    const others = await openLink(beto!.id)
    await sign(others.page, 'Beto Ñaupari')
    expect(others.faults()).toEqual([])
    const done = await call<SigningRequest>(office, foja.origin, `details_signing_request/${request!.id}/`)
    expect(done.status).toBe('completada')
    const signed = await fetchDocument(office, foja.origin, done.documents[0]!.id_documento)
    const pdfsig = runValidator('pdfsig', ['-nocert'], signed)
    if (pdfsig !== null) {
      expect(pdfsig.output.match(/Signature is Valid/g)).toHaveLength(2)
      expect(pdfsig.output.match(/Total document signed/g)).toHaveLength(1)
    }
    const found = `search_document/${done.documents[0]!.id_documento}/?q=${encodeURIComponent('Ñandú 7')}`
    expect((await call<{ hits: unknown[] }>(office, foja.origin, found)).hits).toHaveLength(1)
    expect(faults()).toEqual([])
  })

  it('show a recipient on a computer that the others are waited for', async () => {
    const { id } = await makeTemplate()
    const request = await call<SigningRequest>(office, foja.origin, 'request_from_template/', {
      id,
      data: { inmueble: 'Local 1', domicilio: 'Quito' },
      recipients: [
        { nombre: 'Ana Quishpe', email: 'ana@cliente.example', rol: 'firma', field: 'firma_2', turno: 2 },
        { nombre: 'Beto Ñaupari', email: 'beto@cliente.example', rol: 'firma', field: 'firma_1', turno: 1 },
      ],
    })
    const ana = request.recipients.find(({ nombre }) => nombre.startsWith('Ana'))!
    const { url } = await call<{ url: string }>(office, foja.origin, 'recipient_link/', { id_recipient: ana.id })
    const page = await (await browser.newContext(desktop)).newPage()
    const faults = watch(page)
    await page.goto(url)
    await button(page, words.fill).click()
    await page.getByLabel(/^Fecha de nacimiento/).fill('1990-02-01')
    await look(page, 'campos-computadora')
    await button(page, fill.submit).click()
    await page.getByRole('heading', { name: words.early.title }).waitFor()
    await look(page, 'campos-gracias')
    await page.reload()
    await page.getByRole('heading', { name: words.early.title }).waitFor()
    expect(faults()).toEqual([])
  })
})
