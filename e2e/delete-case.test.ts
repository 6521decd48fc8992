// Case files made by mistake: deleting them, the recycle bin, and what the dialogs promise.
import { makePdf } from '@foja/testing/pdfs'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { recycleDays } from '@foja/contracts/constants'
import { desktop, phone } from './support/devices.ts'
import { p12File, passphrase } from './support/keys.ts'
import { look, watch } from './support/look.ts'
import { dayAhead, makeGroup, openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { pdfFile } from './support/person.ts'
import { texts as t } from './support/spanish.ts'
import { call, keepCertificate, listCases, type WireGroup } from './support/wire.ts'

type Desk = { page: Page; context: BrowserContext; faults: () => string[] }

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const see = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor()
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first()
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).last().click()
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' })

const titles = async ({ context }: Desk) => (await listCases(context, foja.origin)).map(({ titulo }) => titulo)

async function openCase({ page }: Desk, { solicitudes }: WireGroup): Promise<void> {
  await page.goto(`${foja.origin}/solicitudes/${solicitudes[0]!.id_solicitud}`)
  await see(page, t.caseFile.history)
}

/** The entries of a menu, which is closed again. */
async function entriesOf({ page }: Desk, name: string): Promise<string[]> {
  await press(page, name)
  await page.getByRole('menu').waitFor()
  const entries = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  return entries.map((entry) => entry.trim())
}

async function askToDelete({ page }: Desk): Promise<void> {
  await press(page, t.caseFile.more)
  await page.getByRole('menuitem', { name: t.caseFile.deleteCase, exact: true }).click()
  await dialog(page).waitFor()
}

const makeCase = (titulo: string, files = 1) =>
  makeGroup(author.context, foja.origin, titulo, [
    { titulo, files: Array.from({ length: files }, (_, at) => pdfFile(`${titulo} ${at + 1}.pdf`, makePdf())) },
  ])

async function sitDown(person: (typeof people)[keyof typeof people]): Promise<Desk> {
  const context = await openAs(browser, foja, person, desktop)
  const page = await context.newPage()
  return { page, context, faults: watch(page) }
}

const { foja, browser } = await openStage()
const author = await sitDown(people.usuario)
const manager = await sitDown(people.gestor)
const admin = await sitDown(people.admin)

describe('a case file made by mistake', () => {
  it('is deleted by its author while it is pending, and returns with «Deshacer»', async () => {
    const group = await makeCase('Creado por error')
    const { page } = author
    await openCase(author, group)
    await askToDelete(author)
    await see(page, t.caseFile.deleteTitle('Creado por error'))
    await see(page, t.caseFile.deleteCaseText(1, recycleDays))
    expect(await dialog(page).getByLabel(t.caseForms.return.reason).count()).toBe(0)
    await look(page, 'eliminar-expediente')
    await inDialog(page, t.caseFile.deleteCase)
    await page.waitForURL(`${foja.origin}/solicitudes`)
    await see(page, t.caseFile.caseDeleted)
    await page.getByRole('link', { name: 'Creado por error' }).waitFor({ state: 'detached' })
    expect(await titles(author)).not.toContain('Creado por error')
    await press(page, t.ui.undo)
    await see(page, t.caseFile.caseRestored)
    await page.getByRole('link', { name: 'Creado por error' }).first().waitFor()
    expect(await titles(author)).toContain('Creado por error')
  })

  it('is deleted by a manager with a reason after it was sent; its date and unsent emails are cancelled', async () => {
    const group = await makeCase('Enviado a la oficina equivocada')
    const { id_solicitud, description } = group.solicitudes[0]!
    const { context, page } = manager
    const fecha_agendada = dayAhead(5)
    await call(context, foja.origin, 'send_solicitud/', { id_solicitud, fecha_agendada })
    const mail = { id_documento: description[0]!.id_documento, to: ['rosa@parte.ec'], as: 'attachment' }
    const { id_envio } = await call<{ id_envio: string }>(context, foja.origin, 'send_document_by_email/', mail)
    const statusOf = async () => {
      const found = await call<{ status: string }>(context, foja.origin, `details_email/${id_envio}/`)
      return found.status
    }
    expect(await statusOf()).toBe('held')
    await openCase(author, group)
    expect(await entriesOf(author, t.caseFile.more)).not.toContain(t.caseFile.deleteCase)
    await openCase(manager, group)
    await askToDelete(manager)
    await inDialog(page, t.caseFile.deleteCase)
    await see(page, t.caseFile.deleteReasonMissing)
    await look(page, 'eliminar-expediente-motivo')
    await dialog(page).getByLabel(t.caseForms.return.reason).fill('Es de otra oficina')
    await inDialog(page, t.caseFile.deleteCase)
    await page.waitForURL(`${foja.origin}/solicitudes`)
    expect(await titles(manager)).not.toContain('Enviado a la oficina equivocada')
    expect(await statusOf()).toBe('cancelled')
    await page.goto(`${foja.origin}/agenda?semana=${fecha_agendada.slice(0, 10)}`)
    await see(page, t.agenda.title)
    await look(page, 'agenda-sin-la-cita')
    expect(await page.getByRole('link', { name: 'Enviado a la oficina equivocada' }).count()).toBe(0)
  })

  it('is in the recycle bin with its reason, on a computer and a phone, and is restored there', async () => {
    const { page, context } = manager
    await page.goto(`${foja.origin}/papelera`)
    await see(page, 'Enviado a la oficina equivocada')
    await see(page, /«Es de otra oficina»/)
    await look(page, 'papelera-expediente')
    const small = await openAs(browser, foja, people.gestor, phone)
    const smallPage = await small.newPage()
    await smallPage.goto(`${foja.origin}/papelera`)
    await see(smallPage, /«Es de otra oficina»/)
    await look(smallPage, 'papelera-expediente-movil')
    await small.close()
    // The author may not restore it: it was sent.
    await author.page.goto(`${foja.origin}/papelera`)
    await see(author.page, t.reader.binEmpty)
    await press(page, `${t.reader.restore} Enviado a la oficina equivocada`)
    await see(page, t.reader.binEmpty)
    await press(page, t.reader.openRestored)
    await page.waitForURL(/\/solicitudes\/[A-Z0-9-]{19}/)
    await see(page, 'Enviado a la oficina equivocada')
    await see(page, 'Es de otra oficina')
    const group = (await listCases(context, foja.origin)).find(({ titulo }) => titulo.startsWith('Enviado a'))!
    const [request] = group.solicitudes as [{ status: string; fecha_agendada: string } & WireGroup['solicitudes'][0]]
    expect([request.status, request.description.length]).toEqual(['agendado', 1])
  })

  it('with a signature is deleted by admins only', async () => {
    await keepCertificate(author.context, foja.origin, p12File('modern', 'p256'), passphrase)
    const group = await makeCase('Ya firmado')
    const { id_documento } = group.solicitudes[0]!.description[0]!
    const signing = { id_documento, password: passphrase, appearance: 'invisible' }
    await call(author.context, foja.origin, 'custom_pdf_signing/', signing)
    for (const desk of [author, manager]) {
      await openCase(desk, group)
      expect(await entriesOf(desk, t.caseFile.more)).not.toContain(t.caseFile.deleteCase)
    }
    await openCase(admin, group)
    await askToDelete(admin)
    await inDialog(admin.page, t.caseFile.deleteCase)
    await admin.page.waitForURL(`${foja.origin}/solicitudes`)
    expect(await titles(admin)).not.toContain('Ya firmado')
  })

  it('that was signed while the dialog was open stays, and the dialog says why', async () => {
    const group = await makeCase('Firmado mientras tanto')
    const { id_documento } = group.solicitudes[0]!.description[0]!
    const { page, context } = author
    await openCase(author, group)
    await askToDelete(author)
    const signing = { id_documento, password: passphrase, appearance: 'invisible' }
    await call(context, foja.origin, 'custom_pdf_signing/', signing)
    await inDialog(page, t.caseFile.deleteCase)
    await dialog(page).getByRole('alert').waitFor()
    await look(page, 'eliminar-expediente-firmado')
    await inDialog(page, t.ui.cancel)
    await closed(page)
    expect(await titles(author)).toContain('Firmado mientras tanto')
  })
})

describe('a document of a request', () => {
  it('is deleted while another one remains; the last one offers no deletion', async () => {
    const group = await makeCase('Con dos documentos', 2)
    const { page } = author
    await openCase(author, group)
    const [first, second] = ['Con dos documentos 1.pdf', 'Con dos documentos 2.pdf'] as const
    await press(page, t.caseFile.actionsOf(first))
    await page.getByRole('menuitem', { name: t.caseFile.delete, exact: true }).click()
    await see(page, t.caseFile.deleted)
    await page.getByRole('link', { name: first }).waitFor({ state: 'detached' })
    await expect.poll(() => entriesOf(author, t.caseFile.actionsOf(second))).not.toContain(t.caseFile.delete)
  })

  it('causes no unexpected error in the browser', () => {
    for (const { faults } of [author, manager, admin])
      expect(faults().filter((fault) => !/the server responded with a status of 4/.test(fault))).toEqual([])
  })
})
