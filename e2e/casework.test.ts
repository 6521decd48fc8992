// The life of a case, with a browser per user and a real mail server.
import { makePdf } from '@foja/testing/pdfs'
import { startSmtpServer, type Received } from '@foja/testing/smtp'
import type { BrowserContext, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phone } from './support/devices.ts'
import { look, untilQuiet, watch } from './support/look.ts'
import { dayAhead, localDay, makeGroup, openAs, openStage } from './support/office.ts'
import { people, type Colleague } from './support/people.ts'
import { pdfFile, takePhoto } from './support/person.ts'
import { texts as t } from './support/spanish.ts'
import { call, fetchDocument } from './support/wire.ts'
import { namesInZip } from './support/zip.ts'

type Desk = { page: Page; context: BrowserContext; faults: () => string[] }

/** Ids of the case and of its first document. */
let id = ''
let idDocument = ''

const title = 'Ruptura del contrato de obra'
const acta = 'Demanda de la obra.pdf'

async function sitDown(person: Colleague): Promise<Desk> {
  const context = await openAs(browser, foja, person)
  const page = await context.newPage()
  return { page, context, faults: watch(page) }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const see = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor()
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first()
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).last().click()
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' })
const openCase = async (page: Page) => {
  await page.goto(`${foja.origin}/solicitudes/${id}`)
  await see(page, t.caseFile.history)
}
const fromMenu = async (page: Page, menu: string, entry: string) => {
  await press(page, menu)
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Waits for the first message that matches. */
async function mailTo(address: string, what: (mail: Received) => boolean = () => true): Promise<Received> {
  const find = () => smtp.messages.find((one) => one.to.includes(address) && what(one))
  await expect.poll(find, { interval: 200 }).toBeDefined()
  return find()!
}

async function bytesOf(download: Download): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts)
}
async function downloaded(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) }
}

let smtp = await startSmtpServer()
afterAll(() => smtp.close())
const environment = {
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  MAIL_FROM: 'Centro de Mediación <avisos@condorandino.ec>',
}
const { foja, browser } = await openStage({ environment })
const ursula = await sitDown(people.usuario)
const marta = await sitDown(people.mediador)
const elena = await sitDown(people.otherMediador)
const gustavo = await sitDown(people.gestor)

describe('a case from start to end', () => {
  it('is created by a usuario: two requests, attachments, photographs that become a PDF', async () => {
    const { page, context } = ursula
    const photos = [1, 2].map(async (at) => ({
      name: `Foto ${at}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await takePhoto(context, `Foto ${at}`),
    }))
    await page.goto(`${foja.origin}/solicitudes/nueva`)
    await page.getByLabel(t.wizard.caseTitle).fill(title)
    await press(page, t.wizard.next)
    await page.getByRole('radio', { name: t.wizard.layouts.each.title }).check()
    const input = page.locator('input[type=file]').first()
    await input.setInputFiles([pdfFile(acta, makePdf({ pages: 3 })), pdfFile('Contrato de obra.pdf', makePdf())])
    await see(page, 'Contrato de obra.pdf')
    await input.setInputFiles(await Promise.all(photos))
    await press(page, t.wizard.imagesJoin)
    await page.getByLabel(t.photos.name).fill('Estado de la obra')
    await page.getByRole('img', { name: t.photos.page(2) }).waitFor()
    await press(page, t.photos.rotate(1))
    await look(page, 'vida-fotos')
    await press(page, t.photos.make(2))
    await closed(page)
    await see(page, 'Estado de la obra.pdf')
    // The photographs belong to the first request.
    await press(page, t.wizard.fileActions('Estado de la obra.pdf'))
    await page.getByRole('menuitem', { name: t.wizard.fileTo('Demanda de la obra') }).click()
    await see(page, t.wizard.attachment)
    await page.getByLabel(new RegExp(`${t.wizard.request(1)}.*${t.wizard.requestTitle}`)).fill('Obra inconclusa')
    await page.getByLabel(new RegExp(`${t.wizard.request(2)}.*${t.wizard.requestTitle}`)).fill('Cobro de la multa')
    await look(page, 'vida-solicitudes')
    await press(page, t.wizard.next)
    await press(page, t.wizard.addPerson)
    await page.getByLabel(t.wizard.name, { exact: true }).fill('Íñigo Núñez Íñiguez')
    await page.getByLabel(t.wizard.role, { exact: true }).fill('Contratante')
    await page.getByLabel(t.wizard.email).fill('inigo@obra.ec')
    await press(page, t.wizard.next)
    await press(page, t.wizard.submit)
    await page.waitForURL(/\/solicitudes\/[A-Z0-9-]{19}/)
    id = page.url().split('/').at(-1)!
    await see(page, 'Obra inconclusa')
    const made = await call<{ description: { id_documento: string; nombre: string; paginas: number }[] }>(
      context,
      foja.origin,
      `details_solicitud/${id}/`,
    )
    expect(made.description.map(({ nombre, paginas }) => [nombre, paginas])).toEqual([
      [acta, 3],
      ['Estado de la obra.pdf', 2],
    ])
    idDocument = made.description[0]!.id_documento
    await look(page, 'vida-caso')
  })

  it('is sent, and the staff is notified immediately', async () => {
    // The live stream opens shortly after the page; it is open once it is answered.
    const live = marta.page.waitForResponse((response) => response.url().endsWith('/live/'))
    await marta.page.goto(`${foja.origin}/`)
    await see(marta.page, t.home.activity)
    const bell = marta.page.getByRole('button', { name: new RegExp(`^${t.app.notices}`) })
    await live
    expect(await bell.getAttribute('aria-label')).toBe(t.app.notices)
    const { page } = ursula
    await openCase(page)
    await press(page, t.caseFile.send)
    await dialog(page).getByLabel(t.caseForms.message).fill('El plazo vence el viernes.')
    await look(page, 'vida-enviar')
    await inDialog(page, t.caseForms.send.submit)
    await closed(page)
    await see(page, t.domain.solicitudStatus.agendado)
    await page.getByRole('button', { name: t.caseFile.send, exact: true }).waitFor({ state: 'detached' })
    await expect.poll(() => bell.getAttribute('aria-label')).toBe(`${t.app.notices}: ${t.app.unread(1)}`)
    await bell.click()
    await dialog(marta.page)
      .getByRole('link', { name: new RegExp(people.usuario.name) })
      .waitFor()
    await look(marta.page, 'vida-avisos')
    await dialog(marta.page).getByRole('link').first().click()
    await marta.page.waitForURL(`**/solicitudes/${id}`)
    await closed(marta.page)
    const mail = await mailTo(people.gestor.email)
    expect(mail.mail.text).toContain(`/solicitudes/${id}`)
  })

  it('gets a mediador and a date, and all participants a calendar invitation', async () => {
    const { page } = marta
    await openCase(page)
    await see(page, t.caseFile.noDate)
    await press(page, t.caseFile.setDate)
    const at = dayAhead(3)
    await dialog(page).locator('input[type=date]').fill(localDay(at))
    await dialog(page).locator('input[type=time]').fill('10:30')
    await dialog(page)
      .getByRole('textbox', { name: new RegExp(`^${t.caseForms.place}`) })
      .fill('Sala 2')
    await dialog(page).getByRole('combobox', { name: t.caseForms.assignee }).fill('marta')
    await page.getByRole('option', { name: new RegExp(people.mediador.name) }).click()
    await look(page, 'vida-agendar')
    await inDialog(page, t.caseForms.edit.save)
    await closed(page)
    await see(page, 'Sala 2')
    const { mail } = await mailTo('inigo@obra.ec', (one) => /METHOD:REQUEST/.test(one.raw.toString()))
    const calendar = mail.attachments.find(({ contentType }) => contentType.startsWith('text/calendar'))
    const lines = (calendar?.content.toString() ?? '').replaceAll(/\r\n[ \t]/g, '')
    expect(lines).toContain('METHOD:REQUEST')
    expect(lines).toContain('LOCATION:Sala 2')
    expect(lines).toContain('SUMMARY:')
    await mailTo(people.usuario.email, (one) => /METHOD:REQUEST/.test(one.raw.toString()))
    const file = await downloaded(page, () => press(page, t.caseFile.toCalendar))
    expect(file.name).toMatch(/\.ics$/)
    expect(file.bytes.toString()).toContain('BEGIN:VEVENT')
    await page.goto(`${foja.origin}/agenda?semana=${localDay(at)}`)
    await page.getByRole('link', { name: 'Obra inconclusa' }).waitFor()
    await look(page, 'vida-agenda')
    // The author sees it without reloading.
    await see(ursula.page, 'Sala 2')
  })

  it('is mediated step by step, with reasons', async () => {
    const { page } = marta
    await openCase(page)
    const register = async (document: string, status: string, reason: string) => {
      await fromMenu(page, t.caseFile.actionsOf(document), t.caseFile.mediate)
      await dialog(page).getByRole('radio', { name: status, exact: true }).check()
      await dialog(page).getByLabel(t.mediation.reason).fill(reason)
      await inDialog(page, t.mediation.save)
      await closed(page)
      await see(page, t.mediation.saved(document, status))
    }
    const { mediation } = t.domain
    await register(acta, mediation.en_proceso, 'Se reunieron las partes')
    await register(acta, mediation.acuerdo_parcial, 'Falta el valor de la multa')
    // Going back requires a reason.
    await fromMenu(page, t.caseFile.actionsOf(acta), t.caseFile.mediate)
    await dialog(page).getByRole('radio', { name: mediation.en_proceso, exact: true }).check()
    await inDialog(page, t.mediation.save)
    await see(page, t.mediation.reasonMissing)
    await look(page, 'vida-motivo')
    await dialog(page).getByLabel(t.mediation.reason).fill('Aceptaron hablar de la multa')
    await inDialog(page, t.mediation.save)
    await closed(page)
    await register(acta, mediation.acuerdo_total, 'Pagará en tres cuotas')
    await see(page, '«Pagará en tres cuotas»')
    await look(page, 'vida-mediado')
  })

  it('shows both versions to the user who saves later, and loses neither', async () => {
    await openCase(marta.page)
    await openCase(elena.page)
    for (const { page } of [marta, elena]) await fromMenu(page, t.caseFile.more, t.caseFile.edit)
    await dialog(marta.page).getByLabel(t.caseForms.edit.notes).fill('El acta se firma el lunes.')
    await dialog(elena.page).getByLabel(t.caseForms.edit.notes).fill('Traer el certificado bancario.')
    await dialog(elena.page)
      .getByRole('textbox', { name: new RegExp(`^${t.caseForms.place}`) })
      .fill('Sala 5')
    await inDialog(marta.page, t.caseForms.edit.save)
    await closed(marta.page)
    const { page } = elena
    await inDialog(page, t.caseForms.edit.save)
    await see(page, t.caseForms.merge.title)
    await see(page, 'El acta se firma el lunes.')
    await look(page, 'vida-comparar')
    const save = dialog(page).getByRole('button', { name: t.caseForms.merge.save })
    expect(await save.isDisabled()).toBe(true)
    await dialog(page)
      .getByRole('group', { name: t.caseForms.fields.notas })
      .getByRole('radio', { name: new RegExp(`^${t.caseForms.merge.theirs}`) })
      .check()
    await save.click()
    await closed(page)
    await see(page, 'Sala 5')
    await see(page, 'El acta se firma el lunes.')
    // Live, on the other user's screen.
    await see(marta.page, 'Sala 5')
  })

  it('is concluded with a warning about open items, and becomes read-only', async () => {
    const { page } = marta
    await openCase(page)
    await press(page, t.caseFile.conclude)
    await see(page, t.caseForms.conclude.warning)
    await look(page, 'vida-concluir')
    await inDialog(page, t.caseForms.conclude.anyway)
    await closed(page)
    await see(page, t.domain.solicitudStatus.concluido)
    await page.getByRole('button', { name: t.mediation.register }).waitFor({ state: 'detached' })
    await see(ursula.page, t.domain.solicitudStatus.concluido)
  })

  it('has a history with every step, and a valid chain', async () => {
    const { page } = ursula
    await openCase(page)
    await see(page, t.caseFile.intact)
    await page.getByRole('button', { name: t.caseFile.allEvents }).click()
    const { sentences } = t.events
    const named = (who: string) => ({ who, document: `«${acta}»` })
    for (const sentence of [
      sentences['solicitud.sent'](named(people.usuario.name)),
      sentences['mediation.changed'](named(people.mediador.name)),
      sentences['solicitud.updated'](named(people.otherMediador.name)),
      sentences['solicitud.concluded'](named(people.mediador.name)),
    ])
      await see(page, sentence)
    await see(page, t.caseFile.intact)
    await look(page, 'vida-historial')
  })
})

describe('sending documents by email', () => {
  const openEmail = async (page: Page) => {
    await page.goto(`${foja.origin}/documentos/${idDocument}?tab=correos`)
    await press(page, t.documents.email)
    await dialog(page).getByLabel(t.emails.to).waitFor()
  }
  const send = async (page: Page, to: string, as: 'attachment' | 'link') => {
    await openEmail(page)
    await dialog(page).getByLabel(t.emails.to).fill(to)
    await dialog(page).getByLabel(t.emails.message).fill('Buenos días: aquí va su copia.')
    await dialog(page).getByRole('radio', { name: t.emails.asOptions[as] }).click()
    await inDialog(page, t.emails.send)
    await closed(page)
  }
  const row = (page: Page, to: string) => page.getByRole('listitem').filter({ hasText: to }).first()

  it('works as an attachment, with its bytes', async () => {
    await send(gustavo.page, 'rosa@parte.ec', 'attachment')
    const { mail } = await mailTo('rosa@parte.ec')
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([acta])
    expect(mail.attachments[0]!.content.equals(await fetchDocument(gustavo.context, foja.origin, idDocument))).toBe(
      true,
    )
    expect(mail.text).toContain('aquí va su copia')
    // Shown on the document without reloading.
    await row(gustavo.page, 'rosa@parte.ec').getByText(t.emails.statuses.sent).waitFor()
    await look(gustavo.page, 'correo-enviado')
  })

  it('works as a link, which opens without an account, on a phone', async () => {
    await send(gustavo.page, 'luis@parte.ec', 'link')
    const { mail } = await mailTo('luis@parte.ec')
    expect(mail.attachments).toEqual([])
    const link = /http:\/\/\S+\/compartido\?share=[\w-]+/.exec(mail.text ?? '')![0]
    const visitor = await browser.newContext(phone)
    const visit = await visitor.newPage()
    watch(visit)
    await visit.goto(link)
    await visit.getByRole('img', { name: /Página 1 de 3/ }).waitFor()
    await look(visit, 'correo-enlace-telefono')
    await visitor.close()
  })

  it('reports failure for a refused address, and sends once it is corrected', async () => {
    smtp.behaviour.recipient = (address) =>
      address.startsWith('nadie@') ? { code: 550, text: '5.1.1 no such user here' } : undefined
    const { page } = gustavo
    await send(page, 'nadie@parte.ec', 'attachment')
    const mine = row(page, 'nadie@parte.ec')
    await mine.getByText(t.emails.statuses.failed).waitFor()
    await mine.getByText(/no acepta esa dirección/).waitFor()
    await look(page, 'correo-fallido')
    await mine.getByRole('button', { name: t.emails.retry, exact: true }).click()
    await page.getByRole('button', { name: t.emails.removeAddress('nadie@parte.ec') }).click()
    await page.getByLabel(t.emails.to).last().fill('alguien@parte.ec')
    await look(page, 'correo-corregir')
    await press(page, t.emails.retryTitle)
    await mailTo('alguien@parte.ec')
    await row(page, 'alguien@parte.ec').getByText(t.emails.statuses.sent).waitFor()
    delete smtp.behaviour.recipient
  })

  it('waits while the mail server is down, says why, and sends when it is back', async () => {
    const { port } = smtp
    const { page } = gustavo
    await smtp.close()
    await send(page, 'tarde@parte.ec', 'attachment')
    const mine = row(page, 'tarde@parte.ec')
    await mine.getByText(/No se pudo conectar con el servidor de correo/).waitFor()
    await mine.getByText(t.emails.statuses.queued).waitFor()
    await look(page, 'correo-espera')
    smtp = await startSmtpServer({ port })
    await mine.getByRole('button', { name: t.emails.retryNow, exact: true }).click()
    await press(page, t.emails.retryTitle)
    await mailTo('tarde@parte.ec')
    await mine.getByText(t.emails.statuses.sent).waitFor()
    expect(smtp.messages.filter(({ to }) => to.includes('tarde@parte.ec'))).toHaveLength(1)
    await page.goto(`${foja.origin}/correos`)
    await see(page, 'tarde@parte.ec')
    await look(page, 'correo-bandeja')
  })
})

describe('a document', () => {
  let other: { id: string; documents: string[] }
  beforeAll(async () => {
    const files = [pdfFile('Boceto.pdf', makePdf()), pdfFile('Planos.pdf', makePdf({ pages: 2 }))]
    const made = await makeGroup(ursula.context, foja.origin, 'Cubierta del taller', [
      { titulo: 'Cubierta del taller', files },
    ])
    const { id_solicitud, description } = made.solicitudes[0]!
    other = { id: id_solicitud, documents: description.map((one) => one.id_documento) }
  })

  it('is restored by Undo, or from the recycle bin', async () => {
    const { page } = ursula
    await page.goto(`${foja.origin}/solicitudes/${other.id}`)
    const link = page.getByRole('link', { name: 'Boceto.pdf' })
    await link.waitFor()
    await fromMenu(page, t.caseFile.actionsOf('Boceto.pdf'), t.caseFile.delete)
    await see(page, t.caseFile.deleted)
    await link.waitFor({ state: 'detached' })
    await press(page, t.ui.undo)
    await link.waitFor()
    await fromMenu(page, t.caseFile.actionsOf('Boceto.pdf'), t.caseFile.delete)
    // It disappears before the server answers.
    await link.waitFor({ state: 'detached' })
    await untilQuiet(page)
    await page.goto(`${foja.origin}/papelera`)
    await look(page, 'papelera')
    await press(page, `${t.reader.restore} Boceto.pdf`)
    await see(page, t.reader.restored)
    await see(page, t.reader.binEmpty)
    await page.goto(`${foja.origin}/solicitudes/${other.id}`)
    await link.waitFor()
    await see(page, t.caseFile.intact)
  })

  it('is shared with a password and a view limit, also by QR', async () => {
    const { page } = ursula
    await page.goto(`${foja.origin}/documentos/${other.documents[1]}`)
    await press(page, t.documents.share)
    await dialog(page).locator('input[type=password]').fill('Quito-2026')
    await dialog(page).getByLabel(t.shares.maxViews).fill('1')
    await inDialog(page, t.shares.create)
    const url = await dialog(page).getByLabel(t.shares.link, { exact: true }).inputValue()
    await dialog(page).getByRole('img', { name: t.shares.qrAlt }).waitFor()
    await look(page, 'compartir-qr')
    const file = await downloaded(page, () => inDialog(page, t.shares.qrDownload))
    expect(file.bytes.subarray(1, 4).toString()).toBe('PNG')
    const visitor = await browser.newContext(phone)
    const visit = await visitor.newPage()
    await visit.goto(url)
    await see(visit, t.shares.passwordTitle)
    await visit.getByLabel(t.shares.password, { exact: true }).fill('Quito-2026')
    await press(visit, t.shares.passwordButton)
    await visit.getByRole('img', { name: /Página 1 de 2/ }).waitFor()
    await visitor.close()
    const late = await browser.newContext(phone)
    const second = await late.newPage()
    watch(second)
    await second.goto(url)
    await see(second, t.shares.goneTitle)
    await look(second, 'compartir-agotado')
    await late.close()
    await page.reload()
    await press(page, t.documents.share)
    await see(page, t.shares.viewsOf(1, 1))
    await page.keyboard.press('Escape')
  })
})

describe('bulk actions on cases', () => {
  const bar = (page: Page) => page.getByRole('toolbar', { name: t.ui.selection })
  const choose = async (page: Page, titles: readonly string[]) => {
    for (const one of titles) await page.getByRole('checkbox', { name: t.ui.selectRow(one) }).check()
    await bar(page).waitFor()
  }
  const titles = ['Lote uno', 'Lote dos', 'Lote tres']
  beforeAll(async () => {
    for (const name of titles) {
      const files = [pdfFile(`${name}.pdf`, makePdf())]
      const made = await makeGroup(ursula.context, foja.origin, name, [{ titulo: name, files }])
      const { id_solicitud } = made.solicitudes[0]!
      await call(ursula.context, foja.origin, 'send_solicitud/', { id_solicitud })
    }
  })

  it('assign and return, with a result for each', async () => {
    const { page } = gustavo
    await page.goto(`${foja.origin}/solicitudes?q=lote`)
    await choose(page, titles)
    await bar(page).getByRole('button', { name: t.listTools.assign }).click()
    await dialog(page).getByRole('combobox', { name: t.caseForms.assignee }).fill('elena')
    await page.getByRole('option', { name: new RegExp(people.otherMediador.name) }).click()
    await inDialog(page, t.listTools.assign)
    await see(page, t.listTools.progress(3, 3))
    await look(page, 'lote-asignado')
    await inDialog(page, t.listTools.close)
    // The action is done and the selection cleared.
    await bar(page).waitFor({ state: 'detached' })
    await choose(page, titles)
    await bar(page).getByRole('button', { name: t.listTools.return }).click()
    await inDialog(page, t.listTools.return)
    await see(page, t.caseForms.return.reasonMissing)
    await dialog(page).getByLabel(t.caseForms.return.reason).fill('Falta la cédula')
    await inDialog(page, t.listTools.return)
    await see(page, t.listTools.progress(3, 3))
    await inDialog(page, t.listTools.close)
    await page.goto(`${foja.origin}/solicitudes?q=lote&status=pendiente`)
    for (const one of titles) await see(page, one)
    await mailTo(people.usuario.email, ({ mail }) => (mail.text ?? '').includes('Falta la cédula'))
  })

  it('download a valid ZIP, and CSV', async () => {
    const { page } = gustavo
    await page.goto(`${foja.origin}/solicitudes?q=lote`)
    await choose(page, titles)
    const zip = await downloaded(page, () => bar(page).getByRole('button', { name: t.listTools.zip }).click())
    expect(zip.name).toMatch(/\.zip$/)
    const inside = namesInZip(zip.bytes)
    for (const one of titles) expect(inside.some((name) => name.endsWith(`${one}.pdf`))).toBe(true)
    await bar(page).getByRole('button', { name: t.ui.clearSelection }).click()
    const csv = await downloaded(page, () => press(page, t.solicitudes.export))
    expect(csv.name).toMatch(/\.csv$/)
    const lines = csv.bytes.toString('utf8').trim().split('\r\n')
    expect(lines).toHaveLength(4)
    for (const one of titles) expect(lines.some((line) => line.includes(one))).toBe(true)
  })
})

it('cause no error in any browser', () => {
  for (const { faults } of [ursula, marta, elena, gustavo])
    expect(faults().filter((fault) => !/400 \(Bad Request\)/.test(fault))).toEqual([])
})
