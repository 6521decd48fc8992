import type { PictureOffice } from '../picture-office.ts'
import { texts as t } from '../spanish.ts'
import { dialog, press, open, choose, csv, type PicturesOf } from './picture.ts'

export const managePictures = (office: PictureOffice): PicturesOf<'manage'> => ({
  templates: {
    path: `/plantillas/${office.template('Solicitud de mediación')}`,
    act: async (page) => {
      await press(page, t.templateEditor.zoomIn)
      await press(page, t.templateEditor.zoomIn)
    },
    part: (page) => page.getByText('Nombre de quien solicita').last(),
    above: 60,
    left: 60,
  },
  fillTemplate: {
    path: `/plantillas/${office.template('Acta de acuerdo total')}/usar`,
    part: (page) => page.getByText('Número de acta').first(),
    above: 24,
  },
  fillMany: {
    path: `/plantillas/${office.template('Acta de acuerdo total')}/usar?modo=varios`,
    act: (page) =>
      choose(page, [
        csv('acuerdos.csv', [
          'Número de acta;Fecha del acta;Primera parte;Segunda parte;Quien media;Asunto',
          '0431-2026;2026-11-20;Íñigo Núñez;La Mariscal S. A.;Rocío Maldonado;Local comercial',
          '0432-2026;2026-11-20;Sofía Quiñónez;Diego Cevallos;Rocío Maldonado;Alimentos',
          '0433-2026;2026-11-20;Óscar Quintana;Torres del Batán;Rocío Maldonado;Alícuotas',
        ]),
      ]),
    part: (page) => page.getByRole('heading', { name: t.templateCsv.check }),
    left: 21,
  },
  recipientsFill: {
    path: `/plantillas/${office.template('Acta de acuerdo total')}`,
    act: (page) =>
      page
        .getByRole('option', { name: /Asunto/ })
        .first()
        .click(),
    part: (page) => page.getByText(t.templateEditor.filledBy, { exact: true }),
    left: 20,
  },
  users: {
    path: '/usuarios?nueva=1',
    act: async (page) => {
      await dialog(page).getByLabel(t.userForms.name).fill('Inés Zambrano Ponce')
      await dialog(page).getByLabel(t.userForms.email).fill('ines@condorandino.ec')
    },
    part: (page) => dialog(page).getByRole('heading'),
  },
  roles: {
    path: '/usuarios?nueva=1',
    part: (page) => dialog(page).getByText(t.userForms.role, { exact: true }),
  },
  leaves: {
    path: '/usuarios?q=elena',
    act: async (page) => {
      await press(page, t.users.actionsOf('Elena Ruiz Muñoz'))
      await page.getByRole('menuitem', { name: t.users.deactivate }).click()
    },
    part: (page) => dialog(page).getByRole('heading'),
  },
  company: {
    path: '/empresas',
    act: (page) => page.getByRole('link', { name: 'Cóndor Andino (ejemplo)' }).click(),
    part: (page) => page.getByRole('heading', { name: t.companies.logo, exact: true }),
  },
  signingSettings: {
    path: '/firma/ajustes',
    part: (page) => page.getByRole('heading', { name: t.settings.defaults }),
  },
  officeSeal: {
    path: '/firma/ajustes',
    part: (page) => page.getByRole('heading', { name: t.officeSeal.title }),
  },
  apiKeys: {
    path: '/perfil',
    act: async (page) => {
      await open(page, t.apiKeys.create)
      await dialog(page).getByLabel(t.apiKeys.name).fill('Sistema contable')
    },
    part: (page) => dialog(page).getByText(t.apiKeys.name, { exact: true }),
  },
  webhooks: {
    path: '/programas',
    act: async (page) => {
      await open(page, t.webhooks.create)
      await dialog(page).getByRole('textbox').first().fill('https://contabilidad.oficina.ec/foja')
    },
    part: (page) => dialog(page).getByRole('heading'),
  },
  embedding: {
    path: '/programas',
    act: async (page) => {
      await open(page, t.embedding.add)
      await dialog(page).getByRole('textbox').fill('https://www.condorandino.ec')
    },
    part: (page) => dialog(page).getByText(t.embedding.sites, { exact: true }),
  },
  provisioning: {
    path: '/empresas',
    act: async (page) => {
      await page.route('**/api/auth/providers', (route) => route.fulfill({ json: { oidc: { name: 'Google' } } }))
      await page.reload()
      await page.getByRole('link', { name: 'Cóndor Andino (ejemplo)' }).click()
    },
    part: (page) => page.getByRole('heading', { name: t.provisioning.title }),
  },
  privacy: {
    path: '/privacidad',
    act: async (page) => {
      await page.getByLabel(t.privacy.personLabel).fill('elena')
    },
    part: (page) => page.getByRole('heading', { name: t.privacy.personTitle }),
  },
  retention: {
    path: '/privacidad',
    part: (page) => page.getByRole('heading', { name: t.privacy.rulesTitle }),
  },
  bin: {
    path: '/papelera',
    part: (page) => page.getByRole('main').getByText('Borrador del acta.pdf'),
    above: 22,
  },
})
