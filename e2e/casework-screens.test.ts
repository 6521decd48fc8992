// Every casework screen with its dialogs: both languages, light and dark, desktop and phone. No axe violation, no
// overflow, no Spanish in English, and no forbidden action.
import { launchBrowser } from '@foja/testing/browser'
import { makePdf } from '@foja/testing/pdfs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeTwoRoles } from './support/two-roles.ts'
import type { Foja } from './support/foja.ts'
import { dayAhead, localDay, makeGroup, openAs, startOffice, whoIs } from './support/office.ts'
import { people } from './support/people.ts'
import { pdfFile, takePhoto } from './support/person.ts'
import { call, type WireDocument } from './support/wire.ts'

let browser: Browser
let foja: Foja
let photo: Buffer
/** One unsent with two requests; one sent, with a date and a mediation in progress; one concluded. */
const cases = { open: '', sent: '', done: '' }
const documents: { pdf: WireDocument; photo: WireDocument }[] = []
const date = dayAhead(1)
let share: { url: string }
let locked: { url: string }

/** Creates the data shown on the screens. */
async function prepare(origin: string): Promise<void> {
  const author = await openAs(browser, foja, people.usuario)
  const staff = await openAs(browser, foja, people.mediador)
  const boss = await openAs(browser, foja, people.admin)
  photo = await takePhoto(author)
  const pdf = makePdf({ pages: 3 })
  const image = { name: 'Fachada.jpg', mimeType: 'image/jpeg', buffer: photo }
  const open = await makeGroup(author, origin, 'Cierre del local', [
    { titulo: 'Entrega del local', files: [pdfFile('Demanda del local.pdf', pdf), image] },
    { titulo: 'Devolución de la garantía', files: [pdfFile('Contrato del local.pdf', pdf)] },
  ])
  const sent = await makeGroup(author, origin, 'Linderos de la finca', [
    { titulo: 'Linderos de la finca', files: [pdfFile('Plano de la finca.pdf', pdf), pdfFile('Escritura.pdf', pdf)] },
  ])
  const done = await makeGroup(author, origin, 'Deuda del taller', [
    { titulo: 'Deuda del taller', files: [pdfFile('Pagaré.pdf', pdf)] },
  ])
  cases.open = open.solicitudes[0]!.id_solicitud
  cases.sent = sent.solicitudes[0]!.id_solicitud
  cases.done = done.solicitudes[0]!.id_solicitud
  const [main, attached] = open.solicitudes[0]!.description
  documents.push({ pdf: main!, photo: attached! })
  const [plan] = sent.solicitudes[0]!.description

  const id = await whoIs(staff, origin)
  await call(author, origin, 'send_solicitud/', { id_solicitud: cases.sent, mensaje: 'Falta la firma del vecino.' })
  const { version } = await call<{ version: number }>(author, origin, `details_solicitud/${cases.sent}/`)
  const plans = { fecha_agendada: date, lugar: 'Sala 1, av. Amazonas N24-155', asignado_a: id }
  await call(staff, origin, 'update_solicitud_type/', { id_solicitud: cases.sent, version, ...plans })
  await call(staff, origin, `change_status_mediation/${plan!.id_documento}/`, { status: 'en_proceso' })
  await call(staff, origin, 'send_solicitud/', { id_solicitud: cases.done })
  const last = await call<{ version: number }>(staff, origin, `details_solicitud/${cases.done}/`)
  await call(staff, origin, 'update_solicitud_type/', {
    id_solicitud: cases.done,
    version: last.version,
    status: 'concluido',
  })
  const letter = { id_documento: main!.id_documento, to: ['inigo@example.com'], subject: 'Su copia', as: 'attachment' }
  for (const context of [author, staff, boss]) await call(context, origin, 'send_document_by_email/', letter)

  share = await call(author, origin, 'create_share_document/', { id_documento: main!.id_documento })
  const secret = { id_documento: main!.id_documento, password: 'Quito-2026' }
  locked = await call(author, origin, 'create_share_document/', secret)
  // A document in each user's recycle bin.
  for (const [who, context] of Object.entries({ author, staff, boss })) {
    const made = await makeGroup(context, origin, `Por error, ${who}`, [
      { titulo: 'Por error', files: [pdfFile('Queda.pdf', pdf), pdfFile('Sobra.pdf', pdf)] },
    ])
    const { id_documento } = made.solicitudes[0]!.description[1]!
    await call(context, origin, 'delete_document/', { id_documento }, 'DELETE')
  }
  for (const context of [author, staff, boss]) await context.close()
}

beforeAll(async () => {
  browser = await launchBrowser()
  foja = await startOffice({ sample: true })
  await prepare(foja.origin)
})
afterAll(async () => {
  await browser.close()
  await foja.stop()
})

describeTwoRoles({ browser: () => browser, foja: () => foja }, (desk) => {
  const { t, tag, isPhone, isStaff, manages, context, page, screen } = desk
  const { dialog, at, see, press, leave, seeDialog, openMenu, closeMenu } = screen
  /** Every action of the case page, visible and in its menu. */
  const offered = async (): Promise<string[]> => {
    const inSight = await page().locator('main').getByRole('button').allInnerTexts()
    const inMenu = await openMenu(t.caseFile.more)
    await closeMenu()
    return [...inSight, ...inMenu].map((text) => text.trim())
  }
  const act = (name: string) => screen.act(name, t.caseFile.more)

  it('home, notifications and the command bar', async () => {
    await at('/', t.home.activity)
    await see('inicio')
    await page()
      .getByRole('button', { name: new RegExp(`^${t.app.notices}`) })
      .click()
    await dialog().getByRole('heading', { name: t.notices.title, exact: true }).waitFor()
    await see('avisos')
    await leave()
    if (isPhone) await press(t.app.search)
    else await page().keyboard.press('Control+k')
    await page().getByRole('combobox', { name: t.commands.title }).fill('linderos')
    await page()
      .getByRole('option', { name: /Linderos de la finca/ })
      .first()
      .waitFor()
    await see('comandos')
    await leave()
  })

  it('the list, its filters, a selection and bulk actions', async () => {
    await at('/solicitudes', 'Cierre del local')
    await see('lista')
    await press(t.solicitudes.filters)
    await dialog().getByRole('heading', { name: t.listTools.filtersTitle }).waitFor()
    expect(await dialog().getByText(t.caseForms.assignee, { exact: true }).count()).toBe(isStaff ? 1 : 0)
    await seeDialog(t.listTools.filtersTitle, 'lista-filtros')
    for (const title of ['Cierre del local', 'Linderos de la finca'])
      await page()
        .getByRole('checkbox', { name: t.ui.selectRow(title) })
        .check()
    const bar = page().getByRole('toolbar', { name: t.ui.selection })
    await bar.waitFor()
    await see('lista-seleccion')
    const { listTools } = t
    const staffActs = [listTools.assign, listTools.return, listTools.conclude]
    const names = await bar.getByRole('button').allInnerTexts()
    expect(names).toContain(listTools.send)
    expect(staffActs.filter((name) => names.includes(name))).toEqual(isStaff ? staffActs : [])
    for (const name of [listTools.send, ...(isStaff ? staffActs : [])]) {
      await bar.getByRole('button', { name, exact: true }).click()
      await seeDialog(/./, `lista-${name.toLowerCase()}`)
    }
    await at('/solicitudes?q=nada+de+esto', t.solicitudes.nothingTitle('nada de esto'))
    await see('lista-vacia')
  })

  it('the wizard, with photographs that become a PDF', async () => {
    await at('/solicitudes/nueva', t.wizard.title)
    await page().getByLabel(t.wizard.caseTitle).fill('Muro medianero')
    await see('asistente-1')
    await press(t.wizard.next)
    const image = { name: 'Muro.jpg', mimeType: 'image/jpeg', buffer: photo }
    await page()
      .locator('input[type=file]')
      .first()
      .setInputFiles([pdfFile('Informe.pdf', makePdf()), image])
    await page().getByText('Informe.pdf').first().waitFor()
    await see('asistente-2')
    await press(t.wizard.imagesJoin)
    await page()
      .getByRole('img', { name: t.photos.page(1) })
      .waitFor()
    await seeDialog(t.photos.title, 'asistente-fotos')
    await press(t.wizard.next)
    await press(t.wizard.addPerson)
    await page().getByLabel(t.wizard.name, { exact: true }).fill('Íñigo Núñez')
    await page().getByLabel(t.wizard.role, { exact: true }).fill('Lessee')
    await see('asistente-3')
    await press(t.wizard.next)
    await see('asistente-4')
  })

  it('an unsent case: its dialogs, and an edit conflict', async () => {
    await at(`/solicitudes/${cases.open}`, t.caseFile.history)
    await see('caso-pendiente')
    const all = await offered()
    expect(all).toEqual(expect.arrayContaining([t.caseFile.send, t.caseFile.edit]))
    for (const never of [t.caseFile.conclude, t.caseFile.return]) expect(all).not.toContain(never)
    expect(all.includes(t.caseFile.reschedule)).toBe(isStaff)
    await act(t.caseFile.send)
    await dialog().getByRole('heading', { name: t.caseForms.send.title }).waitFor()
    expect(await dialog().getByLabel(t.caseForms.place).count()).toBe(isStaff ? 1 : 0)
    await seeDialog(t.caseForms.send.title, 'caso-enviar')

    await act(t.caseFile.edit)
    await dialog().getByLabel(t.caseForms.edit.notes).fill(`${tag}: mine`)
    await see('caso-editar')
    const { version } = await call<{ version: number }>(context(), foja.origin, `details_solicitud/${cases.open}/`)
    const faster = { id_solicitud: cases.open, version, notas: `${tag}: theirs` }
    await call(context(), foja.origin, 'update_solicitud_type/', faster)
    await dialog().getByRole('button', { name: t.caseForms.edit.save, exact: true }).click()
    await dialog().getByRole('heading', { name: t.caseForms.merge.title }).waitFor()
    await see('caso-comparar')
    await dialog()
      .getByRole('radio', { name: new RegExp(`^${t.caseForms.merge.mine}`) })
      .check()
    await press(t.caseForms.merge.save)
    await dialog().waitFor({ state: 'detached' })
    await page()
      .locator('p')
      .filter({ hasText: `${tag}: mine` })
      .waitFor()
  })

  it('a case in progress: the actions of the role', async () => {
    await at(`/solicitudes/${cases.sent}`, t.caseFile.history)
    await see('caso-agendado')
    const all = await offered()
    const staffActs = [t.caseFile.conclude, t.caseFile.return, t.caseFile.reschedule, t.mediation.register]
    expect(staffActs.filter((name) => all.includes(name))).toEqual(isStaff ? staffActs : [])
    expect(all).not.toContain(t.caseFile.send)
    expect(all.includes(t.caseFile.edit)).toBe(isStaff)
    if (isStaff) {
      await act(t.caseFile.conclude)
      await seeDialog(t.caseForms.conclude.title, 'caso-concluir')
      await act(t.caseFile.return)
      await seeDialog(t.caseForms.return.title, 'caso-devolver')
      await act(t.caseFile.reschedule)
      await seeDialog(t.caseForms.edit.schedule, 'caso-agendar')
      await press(t.mediation.register)
      await seeDialog(t.mediation.modalTitle, 'caso-resultado')
    }
    const menu = await openMenu(t.caseFile.actionsOf('Plano de la finca.pdf'))
    await see('caso-menu', '[role=menu]')
    expect(menu.includes(t.caseFile.mediate)).toBe(isStaff)
    expect(menu.includes(t.caseFile.delete)).toBe(isStaff)
    await page().getByRole('menuitem', { name: t.caseFile.shareUsers }).click()
    await dialog().getByText(people.otherMediador.name).waitFor()
    await seeDialog(/Plano de la finca/, 'caso-personas')
    await act(t.caseFile.email)
    await seeDialog(t.emails.sendTitle('Plano de la finca.pdf'), 'caso-correo')
  })

  it('a concluded case: read, or returned by the staff', async () => {
    await at(`/solicitudes/${cases.done}`, t.caseFile.history)
    await see('caso-concluido')
    const all = await offered()
    for (const never of [t.caseFile.send, t.caseFile.edit, t.caseFile.conclude, t.mediation.register, t.caseFile.add])
      expect(all).not.toContain(never)
    expect(all.includes(t.caseFile.return)).toBe(isStaff)
  })

  it('the reader: search, versions, emails, links and users, deleting', async () => {
    const { pdf } = documents[0]!
    await at(`/documentos/${pdf.id_documento}?tab=versiones`, t.documents.current)
    await page()
      .getByRole('img', { name: t.documents.pageAlt(1, 3) })
      .waitFor()
    const small = page().getByRole('navigation', { name: t.documents.pages })
    expect(await small.isVisible()).toBe(!isPhone)
    await press(t.documents.search)
    await page().getByRole('searchbox', { name: t.documents.search }).fill('page')
    await page().locator('[data-hit=current]').first().waitFor({ state: 'attached' })
    await see('documento-buscar')
    await press(t.documents.closeSearch)
    await at(`/documentos/${pdf.id_documento}?tab=correos`, 'inigo@example.com')
    await see('documento-correos')
    await screen.act(t.documents.share, t.documents.more)
    await dialog().getByText(t.shares.withPassword).waitFor()
    await see('documento-enlaces')
    await page().getByRole('tab', { name: t.shares.tabs.people }).click()
    await dialog().getByText(people.otherMediador.name).waitFor()
    await seeDialog(/Demanda del local/, 'documento-personas')
    await openMenu(t.documents.more)
    await page().getByRole('menuitem', { name: t.documents.remove, exact: true }).click()
    await seeDialog(t.reader.deleteTitle('Demanda del local.pdf'), 'documento-eliminar')
    await at(`/documentos/${documents[0]!.photo.id_documento}`, 'Fachada.jpg')
    await page()
      .getByRole('img', { name: t.reader.image('Fachada.jpg') })
      .waitFor()
    await see('adjunto')
  })

  it('the outbox for the staff; the recycle bin for all', async () => {
    await at('/correos', manages ? t.emails.text : t.emails.forbiddenTitle)
    if (manages) await page().getByRole('button', { name: 'Su copia' }).first().waitFor()
    await see('correos')
    if (isPhone) {
      const menu = await openMenu(t.shell.more)
      expect(menu.includes(t.app.nav.outbox)).toBe(manages)
      await see('mas', '[role=menu]')
      await closeMenu()
    } else expect(await page().getByRole('link', { name: t.app.nav.outbox }).count()).toBe(manages ? 1 : 0)
    if (manages) {
      await page().getByRole('button', { name: 'Su copia' }).first().click()
      await dialog().getByText(t.emails.heldReason).waitFor()
      await seeDialog('Su copia', 'correo')
    }
    await at('/papelera', 'Sobra.pdf')
    await see('papelera')
  })

  it('the agenda, as a week and as a list, and own profile', async () => {
    const week = `/agenda?semana=${localDay(date)}`
    await at(week, 'Linderos de la finca')
    await see('agenda')
    expect(await page().getByRole('combobox', { name: t.agenda.assignee }).count()).toBe(isStaff ? 1 : 0)
    if (!isPhone) {
      await at(`${week}&vista=lista`, 'Linderos de la finca')
      await see('agenda-lista')
    }
    await at('/perfil', t.profile.lastLogin)
    await see('perfil')
  })

  it('shared pages', async () => {
    await at(share.url.slice(foja.origin.length), t.shares.publicTitle)
    await see('compartido')
    await at(locked.url.slice(foja.origin.length), t.shares.passwordTitle)
    await see('compartido-clave')
  })

  it('causes no unexpected error in the browser', () => {
    expect(desk.faults().filter((fault) => !/the server responded with a status of 4/.test(fault))).toEqual([])
    // The server refuses a stale save, and a link without its password.
    expect(desk.refused.filter((url) => !/update_solicitud_type|get_document_share/.test(url))).toEqual([])
  })
})
