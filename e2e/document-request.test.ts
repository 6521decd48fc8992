// A person without an account delivers documents by a checklist at /pedido; the office reviews them on the case file.
import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { startSmtpServer } from '@foja/testing/smtp'
import { makePdf } from '@foja/testing/pdfs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { pngOf } from '../apps/server/test/pictures.ts'
import { desktop, phone } from './support/devices.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { texts } from './support/spanish.ts'
import { call, makeCaseOf } from './support/wire.ts'

const { ask, code, delivery, deliveries, caseFile, photos } = texts
const smtp = await startSmtpServer()
afterAll(() => smtp.close())
const environment = {
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  MAIL_FROM: 'Foja <foja@condorandino.ec>',
}
const { foja, browser } = await openStage({ environment })
const office = await openAs(browser, foja, people.admin)

const items = ['Cédula de identidad', 'Rol de pagos', 'Certificado bancario', 'Planilla', 'Carta de renuncia']
const pdf = (name: string, pages = 1) => ({ name, mimeType: 'application/pdf', buffer: makePdf({ pages }) })
const picture = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: pngOf(60, 80, Buffer.alloc(60 * 80 * 4, 120)),
})

const row = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

async function deliver(page: Page, name: string, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  await row(page, name).locator('input[type=file]:not([capture])').setInputFiles(files)
}
const arrived = async (page: Page, name: string) =>
  await row(page, name).getByText(delivery.status.recibido, { exact: true }).waitFor()

/** Asks for a code, reads it from the mail and types it. */
async function typeCode(page: Page, address: string): Promise<void> {
  const codes = () =>
    smtp.messages
      .filter(({ to }) => to.includes(address))
      .flatMap(({ mail }) => /\b(\d{6})\b/.exec(mail.text ?? '')?.[1] ?? [])
  const before = codes().length
  await page.getByRole('button', { name: code.send }).click()
  await expect.poll(() => codes().length, { interval: 200 }).toBe(before + 1)
  await expect.poll(() => codes().length, { interval: 200 }).toBe(before + 1)
  await page.getByLabel(code.code, { exact: true }).fill(codes().at(-1)!)
  await look(page, `codigo-${before === 0 ? 'telefono' : 'escritorio'}`)
  await page.getByRole('button', { name: code.open }).click()
}

it('is asked for on the case file, delivered from a phone, returned once, and becomes documents of the case', async () => {
  const made = await makeCaseOf(office, foja.origin, 'Liquidación laboral', [{ name: 'Acta.pdf', bytes: makePdf() }])
  const sender = await office.newPage()
  const faults = watch(sender)
  await sender.goto(`${foja.origin}/solicitudes/${made.id_solicitud}`)
  await sender.getByRole('link', { name: caseFile.askDocuments }).first().click()
  await sender.getByLabel(ask.name, { exact: true }).fill('Joaquín Vera')
  await sender.getByLabel(ask.email, { exact: true }).fill('joaquin@correo-vera.ec')
  await sender.getByRole('checkbox', { name: ask.code }).check()
  for (const [at, name] of items.entries()) {
    if (at > 0) await sender.getByRole('button', { name: deliveries.addItem }).click()
    await sender.getByLabel(deliveries.itemName, { exact: true }).nth(at).fill(name)
  }
  await sender.getByLabel(ask.message).fill('Con esto preparamos la audiencia del 2 de diciembre.')
  await look(sender, 'pedir-documentos')
  await sender.getByRole('button', { name: ask.send }).click()
  await sender.getByText(deliveries.progress(0, 5)).waitFor()
  await look(sender, 'pedir-documentos-enviado')

  const listed = async () =>
    (await call<{ results: DocumentRequest[] }>(office, foja.origin, 'list_document_requests/')).results[0]!
  const { url } = await call<{ url: string }>(office, foja.origin, 'recipient_link/', {
    id_recipient: (await listed()).recipients[0]!.id,
  })
  const outsider = await (await browser.newContext(phone)).newPage()
  const outsiderFaults = watch(outsider)
  await outsider.goto(url)
  await outsider.getByRole('heading', { level: 1 }).waitFor()
  await look(outsider, 'codigo-antes')
  await typeCode(outsider, 'joaquin@correo-vera.ec')
  await row(outsider, 'Rol de pagos').waitFor()
  await look(outsider, 'entregar-telefono')
  await deliver(outsider, 'Rol de pagos', [pdf('rol.pdf')])
  await arrived(outsider, 'Rol de pagos')
  // Photos become one PDF.
  await deliver(outsider, 'Cédula de identidad', [picture('anverso.png'), picture('reverso.png')])
  await look(outsider, 'entregar-fotos')
  await outsider.getByRole('button', { name: photos.make(2) }).click()
  await arrived(outsider, 'Cédula de identidad')
  await deliver(outsider, 'Certificado bancario', [pdf('certificado.pdf')])
  await arrived(outsider, 'Certificado bancario')
  await deliver(outsider, 'Planilla', [pdf('planilla.pdf', 2)])
  await arrived(outsider, 'Planilla')
  await outsider.getByRole('heading', { level: 1, name: delivery.oneMissing('5 documentos') }).waitFor()
  await look(outsider, 'entregar-cuatro-de-cinco')

  await sender.reload()
  await sender.getByText(deliveries.progress(4, 5)).waitFor()
  const review = async (name: string) => {
    await sender.getByRole('button', { name: deliveries.reviewOf(name) }).click()
    await sender.getByRole('heading', { name: deliveries.reviewTitle(name) }).waitFor()
  }
  const accept = async (name: string) => {
    await review(name)
    await sender.getByRole('button', { name: deliveries.accept, exact: true }).click()
    await sender.getByRole('heading', { name: deliveries.reviewTitle(name) }).waitFor({ state: 'hidden' })
  }
  await review('Rol de pagos')
  await sender.getByRole('dialog').getByRole('img').first().waitFor()
  await look(sender, 'revisar')
  await sender.getByRole('button', { name: deliveries.giveBack }).click()
  await sender.getByLabel(deliveries.reason).fill('La foto salió movida y no se lee el total.')
  await look(sender, 'devolver')
  await sender.getByRole('button', { name: deliveries.giveBack }).click()
  await sender.getByText(deliveries.returned('Rol de pagos')).first().waitFor()
  for (const name of ['Cédula de identidad', 'Certificado bancario', 'Planilla']) await accept(name)
  await look(sender, 'revisado-expediente')

  await outsider.reload()
  await row(outsider, 'Rol de pagos').getByText('La foto salió movida').waitFor()
  await look(outsider, 'entregar-por-corregir')
  await deliver(outsider, 'Rol de pagos', [pdf('rol-claro.pdf', 3)])
  await arrived(outsider, 'Rol de pagos')
  await deliver(outsider, 'Carta de renuncia', [pdf('carta.pdf')])
  await arrived(outsider, 'Carta de renuncia')
  await outsider.getByRole('heading', { level: 1, name: delivery.allHere }).waitFor()
  const receipt = outsider.waitForEvent('download')
  await outsider.getByRole('button', { name: delivery.download, exact: true }).click()
  expect((await receipt).suggestedFilename()).toBe(delivery.receiptFile)

  const wide = await (await browser.newContext({ ...desktop, colorScheme: 'dark' })).newPage()
  await wide.goto(url)
  // Another browser with the same link has to show that it reads the mail too.
  await typeCode(wide, 'joaquin@correo-vera.ec')
  await wide.getByRole('heading', { level: 1, name: delivery.allHere }).waitFor()
  await look(wide, 'entregar-escritorio-oscuro')

  await sender.reload()
  for (const name of ['Rol de pagos', 'Carta de renuncia']) await accept(name)
  await sender.getByText(deliveries.completed).first().waitFor()
  expect((await listed()).status).toBe('completa')
  const details = await call<SolicitudDetails>(office, foja.origin, `details_solicitud/${made.id_solicitud}/`)
  expect(details.description).toHaveLength(6)
  await outsider.reload()
  await outsider.getByRole('heading', { level: 1, name: delivery.complete }).waitFor()
  await look(outsider, 'entregar-completo')
  expect(faults()).toEqual([])
  expect(outsiderFaults()).toEqual([])
})

it('keeps what has arrived when the connection is lost, and goes on when it is back', async () => {
  const made = await makeCaseOf(office, foja.origin, 'Compraventa', [{ name: 'Acta.pdf', bytes: makePdf() }])
  const request = await call<DocumentRequest>(office, foja.origin, 'create_document_request/', {
    id_solicitud: made.id_solicitud,
    recipients: [{ nombre: 'Ana Ríos', email: 'ana@cliente.example' }],
    requirements: items.slice(0, 2).map((nombre) => ({ nombre })),
  })
  const { url } = await call<{ url: string }>(office, foja.origin, 'recipient_link/', {
    id_recipient: request.recipients[0]!.id,
  })
  const context = await browser.newContext(desktop)
  const page = await context.newPage()
  await page.goto(url)
  await deliver(page, items[0]!, [pdf('cedula.pdf')])
  await arrived(page, items[0]!)
  await context.setOffline(true)
  await deliver(page, items[1]!, [pdf('rol.pdf')])
  await row(page, items[1]!).getByText(delivery.broken).waitFor()
  await look(page, 'entregar-sin-conexion')
  await context.setOffline(false)
  await arrived(page, items[1]!)
  await look(page, 'entregar-escritorio')
})
