// People without an account sign, decline and hand over documents at /pedido, each with their own certificate.
import type { Calls } from '@foja/client'
import { simpleConsent } from '@foja/contracts/simple-signature'
import { createShortLivedAuthority } from '@foja/testing/short-lived'
import { writeP12 } from '@foja/testing/p12'
import { intactByOpenssl } from '@foja/testing/openssl'
import { makePdf } from '@foja/testing/pdfs'
import { runValidator } from '@foja/testing/signing'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { leaksOf, secretsOf } from './support/leaks.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import type { UploadedFile } from './support/person.ts'
import { startRecordingProxy } from './support/recording-proxy.ts'
import { texts } from './support/spanish.ts'
import { whole } from './support/variants.ts'
import { clientOf, fetchDocument, makeCaseOf, trust } from './support/wire.ts'

const { recipient: words, simple, officeSeal, ask, requestCard, signingRequests, verdict, domain } = texts
const passphrase = 'Ñandú~7q+Xz/Wv&Km=26'
const authority = createShortLivedAuthority()

const proxy = await startRecordingProxy()
afterAll(() => proxy.close())
const { foja, browser } = await openStage()
const office = await openAs(browser, foja, people.admin)
const api = clientOf(office, foja.origin)
const root = Buffer.from(authority.root.certificate)
await trust(office, foja.origin, { name: 'raiz.cer', mimeType: 'application/pkix-cert', buffer: root })

type Outsider = { nombre: string; number: string; p12: UploadedFile; secrets: ReturnType<typeof secretsOf> }

function outsider(nombre: string, number: string): Outsider {
  const issued = authority.issue({ commonName: nombre.toUpperCase(), serialNumber: `IDCEC-${number}`, keyType: 'p256' })
  const bytes = Buffer.from(writeP12({ ...issued, passphrase, variant: 'modern' }))
  return {
    nombre,
    number,
    p12: { name: `${number}.p12`, mimeType: 'application/x-pkcs12', buffer: bytes },
    secrets: secretsOf(bytes, issued.privateKey, passphrase),
  }
}

/** A page of a person without an account; all that it sends is recorded. */
async function openLink(url: string, options: BrowserContextOptions): Promise<{ page: Page; faults: () => string[] }> {
  const recorded = { ...options, proxy: { server: proxy.server, bypass: '<-loopback>' } }
  const page = await (await browser.newContext(recorded)).newPage()
  const faults = watch(page)
  await page.goto(url)
  return { page, faults }
}

const address = (nombre: string) => `${nombre.split(' ')[0]!.toLowerCase()}@cliente.example`

type NewRequest = Calls['POST']['/api/v1/create_signing_request/']['body']

async function askFor(
  titulo: string,
  names: readonly string[],
  recipients: NewRequest['recipients'],
  more: Partial<NewRequest> = {},
) {
  const files = names.map((name) => ({ name, bytes: makePdf({ pages: 2 }) }))
  const made = await makeCaseOf(office, foja.origin, titulo, files)
  const documents = made.documents.map(({ id_documento }) => ({ id_documento }))
  const body = { titulo, documents, recipients, ...more }
  const request = await api.call('POST', '/api/v1/create_signing_request/', { body })
  return { request, id_solicitud: made.id_solicitud, documents }
}

const linkOf = async ({ id }: { id: string }) =>
  (await api.call('POST', '/api/v1/recipient_link/', { body: { id_recipient: id } })).url
const stateOf = async ({ id }: { id: string }) =>
  await api.call('GET', '/api/v1/details_signing_request/{id}/', { params: { id } })
/** The requests with a document, newest first. */
const requestsOf = async ({ id_documento }: { id_documento: string }) =>
  (await api.call('GET', '/api/v1/list_signing_requests/', { query: { id_documento } })).results

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

/** Reads, chooses the key and types the passphrase; returns when the button that signs is ready. */
async function readyToSign(page: Page, { p12 }: Outsider): Promise<void> {
  await button(page, words.sign).click()
  await page.getByLabel(words.key.file).setInputFiles([p12])
  await page.getByLabel(words.key.password).fill(passphrase)
}
const submit = (page: Page) => page.getByRole('button', { name: /^Firmar (el|los|\d)/ }).last()

describe('a signing request of two documents', () => {
  const [ana, beto, carla] = [
    outsider('Ana Quishpe', '1712345678'),
    outsider('Beto Ñaupari', '1798765432'),
    outsider('Carla Núñez', '1755555555'),
  ]

  it('is signed by two at once, then by a third, and all signatures hold', async () => {
    const recipients = [ana, beto, carla].map(({ nombre, number }, at) => ({
      nombre,
      email: address(nombre),
      rol: 'firma' as const,
      turno: at < 2 ? 1 : 2,
      identificacion: number,
      must_match: true,
    }))
    const { request, documents } = await askFor('Arriendo del local', ['Acta.pdf', 'Convenio.pdf'], recipients)
    const links = await Promise.all(request.recipients.slice(0, 2).map(linkOf))
    const [first, second] = [await openLink(links[0]!, phone), await openLink(links[1]!, desktop)]
    await button(first.page, words.sign).waitFor()
    await look(first.page, 'pedido-telefono')
    await readyToSign(first.page, ana)
    await look(first.page, 'pedido-clave')
    await readyToSign(second.page, beto)
    await look(second.page, 'pedido-clave-escritorio')
    await Promise.all([submit(first.page).click(), submit(second.page).click()])
    const done = words.done.signed('2 documentos')
    for (const { page } of [first, second]) await page.getByRole('heading', { level: 1, name: done }).waitFor()
    await look(first.page, 'pedido-listo')
    const waiting = await stateOf(request)
    expect(waiting.recipients.map(({ status }) => status)).toEqual(['firmado', 'firmado', 'enviado'])
    const third = await openLink(await linkOf(request.recipients[2]!), desktop)
    // A certificate of another person is refused before anything is sent.
    await readyToSign(third.page, ana)
    await submit(third.page).click()
    await third.page.getByText(words.key.differs('ANA QUISHPE', 'IDCEC-1712345678')).waitFor()
    await third.page.getByLabel(words.key.file).setInputFiles([carla.p12])
    await third.page.getByLabel(words.key.password).fill(passphrase)
    await submit(third.page).click()
    await third.page.getByRole('heading', { level: 1, name: done }).waitFor()
    await third.page.getByText(words.done.complete).waitFor()
    await look(third.page, 'pedido-completo')
    expect((await stateOf(request)).status).toBe('completada')
    for (const { id_documento } of documents) {
      const pdf = await fetchDocument(office, foja.origin, id_documento)
      expect(intactByOpenssl(pdf, root) ?? 3).toBe(3)
      const changed = Buffer.from(pdf)
      changed[20]! ^= 1
      expect(intactByOpenssl(changed, root) ?? 0).toBe(0)
      const pdfsig = runValidator('pdfsig', ['-nocert'], pdf)
      if (pdfsig === null) continue
      expect(pdfsig.output.match(/Signature is Valid/g)).toHaveLength(3)
      for (const { nombre } of [ana, beto, carla]) expect(pdfsig.output).toContain(nombre.toUpperCase())
    }
    // Of two who sign at once, the later one is refused and prepares again.
    for (const { faults } of [first, second, third]) expect(faults().filter((one) => !one.includes('400'))).toEqual([])
  })

  it('sent no byte of a key, a file or a passphrase', () => {
    expect(proxy.sent.some(({ url }) => url.includes('browser-key.worker'))).toBe(true)
    const secrets = [ana, beto, carla].flatMap((one) => one.secrets)
    for (const one of proxy.sent) expect(leaksOf(one.bytes, secrets), `${one.method} ${one.url}`).toEqual([])
  })
})

describe('another request', () => {
  it('is declined with a reason, which the sender reads on the case', async () => {
    const recipients = [{ nombre: 'Dora Vega', email: 'dora@cliente.example', rol: 'firma' as const }]
    const { request, id_solicitud } = await askFor('Compraventa', ['Contrato.pdf'], recipients)
    const { page, faults } = await openLink(await linkOf(request.recipients[0]!), phone)
    await button(page, words.refuse.firma).click()
    await page.getByLabel(words.declining.reason).fill('El monto no es el acordado')
    await look(page, 'pedido-no-firma')
    await button(page, words.declining.confirm).click()
    await page.getByRole('heading', { name: words.declined.title.firma }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: words.gone.title }).waitFor()
    await look(page, 'pedido-ya-no-abre')
    const sender = await office.newPage()
    await sender.goto(`${foja.origin}/solicitudes/${id_solicitud}`)
    await sender.getByText(requestCard.title, { exact: true }).first().waitFor()
    await sender.getByText('El monto no es el acordado').first().waitFor()
    await look(sender, 'pedido-rechazado-expediente')
    expect(faults().filter((one) => !one.includes('404'))).toEqual([])
  })

  // More than a minute: the real clock and the real job.
  it.runIf(whole)('ends when its term passes, which the late person and the sender read', async () => {
    const recipients = [{ nombre: 'Iván Toro', email: 'ivan@cliente.example', rol: 'firma' as const }]
    const expires_at = new Date(Date.now() + 10_000).toISOString()
    const { request, id_solicitud } = await askFor('Cesión de derechos', ['Cesión.pdf'], recipients, { expires_at })
    const { page } = await openLink(await linkOf(request.recipients[0]!), phone)
    await button(page, words.sign).waitFor()
    await expect.poll(async () => (await stateOf(request)).status, { timeout: 120_000 }).toBe('vencida')
    await page.reload()
    await page.getByRole('heading', { name: words.gone.title }).waitFor()
    const sender = await office.newPage()
    await sender.goto(`${foja.origin}/solicitudes/${id_solicitud}`)
    await button(sender, requestCard.showPeople).click()
    await sender.getByText(signingRequests.states.expired).first().waitFor()
    await look(sender, 'pedido-vencido-expediente')
  })

  it('keeps a draft, which is opened again, changed and sent', async () => {
    const made = await makeCaseOf(office, foja.origin, 'Poder general', [{ name: 'Poder.pdf', bytes: makePdf() }])
    const page = await office.newPage()
    const faults = watch(page)
    await page.goto(`${foja.origin}/pedidos/nuevo?solicitud=${made.id_solicitud}`)
    await page.getByLabel(ask.name).fill('Nora Vega')
    await page.getByRole('textbox', { name: ask.email }).fill(address('Nora Vega'))
    await page.getByLabel(ask.message).fill('Con calma.')
    await button(page, ask.save).click()
    await page.getByText(requestCard.draftText).waitFor()
    await look(page, 'pedir-firmas-borrador-expediente')
    await page.goto(`${foja.origin}/pedidos`)
    await page.getByRole('link', { name: `${texts.requestList.goOn}: Poder` }).waitFor()
    await look(page, 'pedidos-borrador')
    await page.getByRole('link', { name: `${texts.requestList.goOn}: Poder` }).click()
    await page.getByText('Nora Vega').first().waitFor()
    expect(await page.getByLabel(ask.message).inputValue()).toBe('Con calma.')
    await page.getByRole('combobox', { name: `${ask.role}: Nora Vega` }).click()
    await page.getByRole('option', { name: ask.roles.firma_simple }).click()
    await page.getByText(ask.codeNeedsMail).waitFor()
    await page.getByText(ask.sealMissing.ask).or(page.getByText(ask.sealMissing.upload)).waitFor()
    await look(page, 'pedir-firmas-borrador')
    await page.emulateMedia({ colorScheme: 'dark' })
    await look(page, 'pedir-firmas-borrador-oscuro')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(phone.viewport!)
    await look(page, 'pedir-firmas-borrador-movil')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('combobox', { name: `${ask.role}: Nora Vega` }).click()
    await page.getByRole('option', { name: ask.roles.firma, exact: true }).click()
    await button(page, ask.send).click()
    await page.getByText(signingRequests.states.held).waitFor()
    await look(page, 'pedido-sin-correo')
    expect(faults()).toEqual([])
    await page.close()
  })

  it('shows where each person signs beside the list', async () => {
    const made = await makeCaseOf(office, foja.origin, 'Entrega de llaves', [{ name: 'Acta.pdf', bytes: makePdf() }])
    const page = await office.newPage()
    const faults = watch(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${foja.origin}/pedidos/nuevo?solicitud=${made.id_solicitud}`)
    for (const name of ['Elsa Mora', 'Hugo Rivas']) {
      if (name !== 'Elsa Mora') await button(page, ask.add).click()
      await page.getByLabel(ask.name).last().fill(name)
      await page.getByRole('textbox', { name: ask.email }).last().fill(address(name))
      await button(page, ask.ready).click()
    }
    // Once with the keyboard, once dragged to the middle of the page.
    await button(page, ask.placePut('Elsa Mora')).press('Enter')
    await page.locator('[role=application]:focus').waitFor()
    await page.keyboard.press('Shift+ArrowUp')
    const chip = (await button(page, ask.placePut('Hugo Rivas')).boundingBox())!
    const sheet = (await page.locator('[data-page="1"]').boundingBox())!
    await page.mouse.move(chip.x + chip.width / 2, chip.y + chip.height / 2)
    await page.mouse.down()
    await page.mouse.move(sheet.x + sheet.width / 2, sheet.y + sheet.height / 2, { steps: 8 })
    await page.mouse.up()
    // The place of the one that is not chosen is moved at once, and back by undo.
    const placeOf = (name: string) => page.getByRole('application', { name: new RegExp(name) })
    const before = (await placeOf('Elsa Mora').boundingBox())!
    await page.mouse.move(before.x + 40, before.y + 20)
    await page.mouse.down()
    await page.mouse.move(before.x + 140, before.y - 80, { steps: 8 })
    await page.mouse.up()
    const moved = (await placeOf('Elsa Mora').boundingBox())!
    expect([moved.x - before.x, moved.y - before.y].map(Math.round)).toEqual([100, -100])
    await button(page, texts.documents.undo).click()
    expect(await placeOf('Elsa Mora').boundingBox()).toEqual(before)
    await placeOf('Hugo Rivas').focus()
    await look(page, 'pedir-firmas-lugares')
    await page.emulateMedia({ colorScheme: 'dark' })
    await look(page, 'pedir-firmas-lugares-oscuro')
    await button(page, ask.edit('Hugo Rivas')).click()
    await look(page, 'pedir-firmas-editar-oscuro')
    await page.emulateMedia({ colorScheme: 'light' })
    await look(page, 'pedir-firmas-editar')
    await button(page, ask.send).click()
    await page.getByText(ask.sent).first().waitFor()
    const results = await requestsOf(made.documents[0]!)
    const places = results[0]!.recipients.map(({ places: of }) => of.map(({ position }) => position))
    expect(places.map((of) => of.length)).toEqual([1, 1])
    const [one, other] = [places[0]![0]!, places[1]![0]!]
    // A4, in points.
    expect([other.x + other.width / 2, other.y + other.height / 2].map(Math.round)).toEqual([298, 421])
    expect(one.y).toBeGreaterThan(other.y + other.height)
    expect(faults()).toEqual([])
    await page.close()
  })

  it('is made on the case page, handed over, and approved by the other person', async () => {
    const made = await makeCaseOf(office, foja.origin, 'Acta de la junta', [{ name: 'Acta.pdf', bytes: makePdf() }])
    const page = await office.newPage()
    const faults = watch(page)
    await page.goto(`${foja.origin}/documentos/${made.documents[0]!.id_documento}`)
    await button(page, ask.title).click()
    await page.getByLabel(ask.name).first().fill('Elsa Mora')
    await page.getByRole('textbox', { name: ask.email }).first().fill('elsa@cliente.example')
    await page.getByRole('combobox', { name: ask.role }).first().click()
    await page.getByRole('option', { name: ask.roles.aprueba }).click()
    await page.getByLabel(ask.delegation).first().click()
    await look(page, 'pedir-firmas')
    await button(page, ask.send).click()
    await page.getByText(ask.sent).first().waitFor()
    await look(page, 'pedir-firmas-enviado')
    const listed = async () => (await requestsOf(made.documents[0]!))[0]!
    const first = await openLink(await linkOf((await listed()).recipients[0]!), desktop)
    await button(first.page, words.delegate.aprueba).click()
    await first.page.getByLabel(words.delegating.name).fill('Félix Mora')
    await first.page.getByLabel(words.delegating.email).fill('felix@cliente.example')
    await button(first.page, words.delegating.confirm).click()
    await first.page.getByRole('heading', { name: words.delegated.title('Félix Mora') }).waitFor()
    const second = await openLink(await linkOf((await listed()).recipients[1]!), phone)
    await button(second.page, words.approve).click()
    await button(second.page, words.approving.confirm).click()
    await second.page.getByRole('heading', { name: words.done.approved(words.oneDocument) }).waitFor()
    const ended = await listed()
    expect([ended.status, ...ended.recipients.map(({ status }) => status)]).toEqual([
      'completada',
      'delegado',
      'aprobado',
    ])
    expect(faults()).toEqual([])
  })
})

describe('a simple signature', () => {
  it('is drawn on a phone, sealed by the office, and labelled wherever it is shown', async () => {
    const settings = await office.newPage()
    const faults = watch(settings)
    await settings.goto(`${foja.origin}/firma/ajustes`)
    await button(settings, officeSeal.choose).click()
    const issued = authority.issue({ commonName: 'Estudio Cóndor', keyType: 'p256' })
    const bytes = Buffer.from(writeP12({ ...issued, passphrase, variant: 'modern' }))
    await settings
      .locator('input[type=file]')
      .setInputFiles([{ name: 'sello.p12', mimeType: 'application/x-pkcs12', buffer: bytes }])
    await settings.getByLabel(texts.signing.passphrase).fill(passphrase)
    await look(settings, 'sello-subir')
    await button(settings, officeSeal.upload.button).click()
    await settings.getByText(officeSeal.upload.done).first().waitFor()
    await settings.getByText('Estudio Cóndor').first().waitFor()
    await look(settings, 'sello')

    const recipients = [
      { nombre: 'Gabriela Ruiz', email: 'gabriela@cliente.example', rol: 'firma_simple' as const, code: false },
    ]
    const { request, id_solicitud, documents } = await askFor('Recibo', ['Recibo.pdf'], recipients)
    const { page, faults: outside } = await openLink(await linkOf(request.recipients[0]!), phone)
    await button(page, words.sign).click()
    const sheet = page.getByRole('img', { name: simple.sheet })
    const { x, y, width, height } = (await sheet.boundingBox())!
    await page.mouse.move(x + width * 0.2, y + height * 0.6)
    await page.mouse.down()
    for (const [right, down] of [
      [0.35, 0.3],
      [0.5, 0.65],
      [0.75, 0.35],
    ] as const) {
      await page.mouse.move(x + width * right, y + height * down, { steps: 8 })
    }
    await page.mouse.up()
    await page.getByRole('checkbox', { name: simpleConsent.es }).check()
    await look(page, 'pedido-firma-simple')
    await page.emulateMedia({ colorScheme: 'light' })
    await look(page, 'pedido-firma-simple-claro')
    await button(page, simple.submit).click()
    await page.getByRole('heading', { level: 1, name: words.done.signed(words.oneDocument) }).waitFor()
    expect((await stateOf(request)).status).toBe('completada')

    const pdf = await fetchDocument(office, foja.origin, documents[0]!.id_documento)
    const pdfsig = runValidator('pdfsig', ['-nocert'], pdf)
    if (pdfsig !== null) {
      expect(pdfsig.output.match(/Signature is Valid/g)).toHaveLength(1)
      expect(pdfsig.output).toContain('Estudio Cóndor')
    }
    const sender = await office.newPage()
    await sender.goto(`${foja.origin}/solicitudes/${id_solicitud}`)
    await sender.getByText(`1 ${domain.signed.simple.one}`).first().waitFor()
    await button(sender, requestCard.showPeople).click()
    await sender.getByText(signingRequests.roles.firma_simple).first().waitFor()
    await look(sender, 'firma-simple-expediente')
    const visitor = await (await browser.newContext(desktop)).newPage()
    await visitor.goto(`${foja.origin}/verificar`)
    await visitor
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'Recibo.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }])
    await visitor
      .getByRole('heading', { name: verdict.simpleOf('Gabriela Ruiz') })
      .first()
      .waitFor()
    expect(await visitor.getByText(verdict.headings.valid).count()).toBe(0)
    await look(visitor, 'firma-simple-verificar')
    for (const one of [faults, outside]) expect(one()).toEqual([])
  })
})
