import { files, type PictureOffice } from '../picture-office.ts'
import { texts as t } from '../spanish.ts'
import { dialog, press, open, choose, type PicturesOf } from './picture.ts'

export const mediatePictures = (office: PictureOffice): PicturesOf<'mediate'> => ({
  home: {
    path: '/',
    part: (page) => page.getByRole('tablist', { name: t.home.todo }),
  },
  newCase: {
    path: '/solicitudes/nueva',
    act: async (page) => {
      await page.getByLabel(t.wizard.caseTitle).fill('Muro medianero')
      await press(page, t.wizard.next)
      await choose(page, [files.claim, files.contract])
      await page.getByText(files.contract.name).waitFor()
    },
    part: (page) => page.getByText(t.wizard.layouts.one.title, { exact: true }),
    above: 26,
  },
  editCase: {
    path: `/solicitudes/${office.sample('Contrato de obra civil')}`,
    part: (page) => page.getByRole('heading', { name: t.caseFile.documents, exact: true }),
  },
  send: {
    path: `/solicitudes/${office.sample('Contrato de obra civil')}`,
    part: (page) => page.getByText(t.caseFile.next.label, { exact: true }),
    above: 32,
  },
  reschedule: {
    path: `/solicitudes/${office.sample('Pensión de alimentos')}`,
    part: (page) => page.getByRole('button', { name: t.caseFile.changeDate, exact: true }),
    above: 84,
  },
  convene: {
    path: `/solicitudes/${office.sample('Pensión de alimentos')}`,
    act: async (page) => {
      await open(page, t.convocation.convene)
      await page.getByLabel(t.convocation.message).fill('Traigan su cédula.')
    },
    part: (page) => dialog(page).getByRole('heading'),
  },
  result: {
    path: `/solicitudes/${office.sample('Reconocimiento de deuda')}`,
    act: async (page) => {
      await open(page, t.mediation.register)
      await dialog(page).getByRole('radio').first().check()
    },
    part: (page) => dialog(page).getByRole('radio').first(),
    above: 28,
  },
  askSigners: {
    path: `/pedidos/nuevo?solicitud=${office.ownCase}`,
    act: async (page) => {
      for (const name of [/^Íñigo Núñez Íñiguez/, /^Ximena Ordóñez Vera/]) {
        // oxlint-disable no-await-in-loop -- the menu opens once for each
        await press(page, t.ask.fromCase)
        await page.getByRole('menuitem', { name }).click()
        // oxlint-enable no-await-in-loop
      }
    },
    part: (page) => page.getByText(t.ask.turn(1), { exact: true }),
    above: 12,
  },
  askDocuments: {
    path: `/pedidos/documentos?solicitud=${office.ownCase}`,
    act: async (page) => {
      await page.getByLabel(t.deliveries.itemName, { exact: true }).first().fill('Cédula de identidad')
      await page.getByLabel(t.deliveries.help).first().fill('Los dos lados')
    },
    part: (page) => page.getByRole('heading', { name: t.deliveries.list }),
  },
  followUp: {
    path: '/pedidos',
    part: (page) => page.getByRole('main').getByText('Convenio de pago').first(),
    above: 24,
  },
  goBack: {
    path: `/solicitudes/${office.sample('Reconocimiento de deuda')}`,
    act: async (page) => {
      await press(page, t.caseFile.more)
      await page.getByRole('menuitem', { name: t.caseFile.return }).click()
      await dialog(page).getByRole('textbox').fill('Falta la firma de la deudora.')
    },
    part: (page) => dialog(page).getByRole('heading'),
  },
  agenda: {
    path: `/agenda?semana=${office.week}`,
    part: (page) => page.getByRole('main').getByText('09:00').last(),
    above: 48,
    left: 86,
  },
  readDocument: {
    path: `/documentos/${office.document}?tab=versiones`,
    part: (page) => page.getByRole('tab', { name: t.documents.tabs.versiones }),
    left: 190,
  },
  share: {
    path: `/documentos/${office.document}`,
    act: async (page) => {
      await press(page, t.documents.more)
      await page.getByRole('menuitem', { name: t.documents.share }).click()
      await dialog(page).waitFor()
    },
    part: (page) => dialog(page).getByRole('tablist'),
    above: 4,
  },
  evidence: {
    path: `/solicitudes/${office.sample('Reconocimiento de deuda')}`,
    part: (page) => page.getByRole('heading', { name: t.caseFile.history }),
  },
  find: {
    path: '/solicitudes',
    act: async (page) => {
      await press(page, t.app.search)
      await page.getByRole('combobox', { name: t.commands.title }).fill('inmobil')
      await page
        .getByRole('option', { name: /Inmobiliaria/ })
        .first()
        .waitFor()
    },
    part: (page) => page.getByRole('combobox', { name: t.commands.title }),
    above: 0,
  },
})
