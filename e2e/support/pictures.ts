import type { Locator, Page } from 'playwright-core'
import type { HelpTopic } from '../../apps/web/src/features/help/topics.ts'
import { files, type PictureOffice } from './picture-office.ts'
import { choose as selectOption } from './person.ts'
import { texts as t } from './spanish.ts'

/** CSS pixels of each picture. */
export const pictureSize = { width: 400, height: 184 }

type Picture = {
  path: string
  /** What the user does first. */
  act?: (page: Page) => Promise<unknown>
  /** The element that the picture shows from its top. */
  part: (page: Page) => Locator
  /** CSS pixels of the picture above the element: 16 by default. */
  above?: number
  /** On a page as wide as a desktop: pixels left of the element. Otherwise the page is as wide as the picture. */
  left?: number
  /** Without a session. */
  guest?: boolean
}

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const open = async (page: Page, name: string) => {
  await press(page, name)
  await dialog(page).waitFor()
}
const choose = (page: Page, ...chosen: Parameters<Locator['setInputFiles']>) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles(...chosen)
const csv = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join('\n')),
})
const verdictCard = (page: Page, badge: string) =>
  page.getByRole('main').locator('section, li, article').filter({ hasText: badge }).last()

/** The picture of each topic of the help, from the sample office. */
export const picturesOf = (office: PictureOffice): Record<HelpTopic, Picture> => ({
  signPdf: {
    path: `/firmar?ids=${office.document}`,
    part: (page) => page.getByRole('application'),
    above: 34,
  },
  storeKey: {
    path: '/firma',
    part: (page) => page.getByRole('heading', { name: t.signing.certificate, exact: true }),
    above: 20,
  },
  signMany: {
    path: '/firma/lote',
    act: async (page) => {
      for (const at of [0, 1])
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await page.getByRole('main').getByRole('checkbox').nth(at).check()
    },
    part: (page) => page.getByRole('main').getByRole('checkbox').first(),
    above: 24,
  },
  keyFails: {
    path: `/firmar?ids=${office.document}`,
    act: async (page) => {
      await page.getByRole('application').waitFor()
      await page.getByLabel(t.signing.passphrase).fill('Clave2026')
      await press(page, t.signMany.button(1))
      await page.locator('[aria-invalid=true]').waitFor()
    },
    part: (page) => page.getByText(t.signing.passphrase, { exact: true }),
  },
  verify: {
    path: '/verificar',
    act: (page) => choose(page, office.signed.valid),
    part: (page) => verdictCard(page, t.verdict.badges.valid),
    above: 6,
  },
  toConfirm: {
    path: '/verificar',
    act: (page) => choose(page, office.signed.unknown),
    part: (page) => verdictCard(page, t.verdict.badges.indeterminate),
    above: 6,
  },
  loose: {
    path: '/documentos',
    part: (page) => page.getByRole('main').getByRole('link', { name: 'Acta de constatación.pdf' }).first(),
    above: 24,
  },
  profile: {
    path: '/perfil',
    part: (page) => page.getByRole('heading', { name: t.security.title }),
    above: 24,
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
  reschedule: {
    path: `/solicitudes/${office.sample('Pensión de alimentos')}`,
    part: (page) => page.getByRole('button', { name: t.caseFile.changeDate, exact: true }),
    above: 84,
  },
  send: {
    path: `/solicitudes/${office.sample('Contrato de obra civil')}`,
    part: (page) => page.getByText(t.caseFile.next.label, { exact: true }),
    above: 32,
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
  company: {
    path: '/empresas',
    act: (page) => page.getByRole('link', { name: 'Cóndor Andino (ejemplo)' }).click(),
    part: (page) => page.getByRole('heading', { name: t.companies.logo, exact: true }),
  },
  signingSettings: {
    path: '/firma/ajustes',
    part: (page) => page.getByRole('heading', { name: t.settings.defaults }),
  },
  bin: {
    path: '/papelera',
    part: (page) => page.getByRole('main').getByText('Borrador del acta.pdf'),
    above: 22,
  },
  companies: {
    path: '/empresas',
    part: (page) => page.getByRole('main').getByRole('link', { name: 'Centro de Mediación Cóndor Andino' }),
    above: 24,
  },
  authorities: {
    path: '/autoridades?pais=EC',
    part: (page) => page.getByRole('tab').first(),
    above: 0,
  },
  mail: {
    path: '/correos',
    act: async (page) => {
      await open(page, t.emails.setUp)
      await press(page, t.mailSettings.change)
      await dialog(page).getByLabel(t.mailSettings.host, { exact: true }).fill('smtp.condorandino.ec')
      await dialog(page).getByLabel(t.mailSettings.port, { exact: true }).fill('587')
      await selectOption(page, t.mailSettings.security, t.mailSettings.securities.starttls)
    },
    part: (page) => dialog(page).getByText(t.mailSettings.host, { exact: true }),
  },
  importUsers: {
    path: '/usuarios?importar=1',
    act: (page) =>
      dialog(page)
        .locator('input[type=file]')
        .setInputFiles([
          csv('personas.csv', [
            'Nombre;Correo;Rol;Cargo',
            'Ana Mora;ana.mora@oficina.example;Mediador;Mediadora',
            'Luis Cárdenas;luis@oficina.example;Usuario;Secretario',
          ]),
        ]),
    part: (page) => dialog(page).getByText(/^Listos para crear/),
  },
  forgotten: {
    path: '/usuarios?q=elena',
    act: async (page) => {
      await press(page, t.users.actionsOf('Elena Ruiz Muñoz'))
      await page.getByRole('menuitem', { name: t.users.password }).waitFor()
    },
    // The rest of the page is hidden from roles.
    part: (page) => page.getByRole('main', { includeHidden: true }).getByText('Elena Ruiz Muñoz').first(),
    above: 28,
  },
  outbox: {
    path: '/correos?estado=failed',
    part: (page) => page.getByRole('main').getByText('Contrato de arrendamiento').first(),
    above: 28,
  },
  status: {
    path: '/estado',
    part: (page) => page.getByRole('heading', { name: t.status.list }),
    above: 20,
  },
  placeStamp: {
    path: `/firmar?ids=${office.document}`,
    part: (page) => page.getByRole('application'),
    above: 70,
    left: 210,
  },
  signInCase: {
    path: `/documentos/${office.document}?tab=firmar`,
    part: (page) => page.getByRole('tab', { name: t.documents.tabs.firmar, exact: true }),
    left: 24,
  },
  askedToSign: {
    path: office.links.sign,
    guest: true,
    part: (page) => page.getByRole('heading', { level: 1 }),
  },
  askedToDeliver: {
    path: office.links.deliver,
    guest: true,
    part: (page) => page.getByText('Cédula de identidad', { exact: true }),
    above: 24,
  },
  convened: {
    path: office.links.attend,
    guest: true,
    part: (page) => page.getByText(t.convened.question),
  },
  sharedLink: {
    path: office.links.shared,
    guest: true,
    part: (page) => page.getByRole('heading', { level: 1 }),
  },
  checkPaper: {
    path: '/verificar',
    part: (page) => page.getByText(t.verify.codeTitle),
  },
  readResult: {
    path: '/verificar',
    act: (page) => choose(page, office.signed.valid),
    part: (page) => page.getByRole('heading', { name: t.verdict.headings.valid }),
    above: 24,
  },
  adobe: {
    path: '/verificar',
    act: (page) => choose(page, office.signed.unknown),
    part: (page) => page.getByRole('heading', { name: t.verdict.headings.indeterminate }),
    above: 24,
  },
  signIn: {
    path: '/ingresar',
    guest: true,
    part: (page) => page.getByText(t.session.email, { exact: true }),
  },
  choosePassword: {
    path: '/olvide',
    guest: true,
    part: (page) => page.getByRole('heading', { name: t.account.forgotTitle }),
  },
  useHelp: {
    path: '/ayuda',
    part: (page) => page.getByRole('searchbox', { name: t.help.search }),
    above: 48,
  },
  home: {
    path: '/',
    part: (page) => page.getByRole('tablist', { name: t.home.todo }),
  },
  followUp: {
    path: '/pedidos',
    part: (page) => page.getByRole('main').getByText('Convenio de pago').first(),
    above: 24,
  },
  readDocument: {
    path: `/documentos/${office.document}?tab=versiones`,
    part: (page) => page.getByRole('tab', { name: t.documents.tabs.versiones }),
    left: 190,
  },
  evidence: {
    path: `/solicitudes/${office.sample('Reconocimiento de deuda')}`,
    part: (page) => page.getByRole('heading', { name: t.caseFile.history }),
  },
  fillTemplate: {
    path: `/plantillas/${office.template('Acta de acuerdo total')}/usar`,
    part: (page) => page.getByText('Número de acta').first(),
    above: 24,
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
  // The last without a session: its page answers as if there were no company from here on.
  install: {
    path: '/ingresar',
    guest: true,
    act: async (page) => {
      await page.route('**/api/v1/setup/', async (route) => {
        const state: unknown = await (await route.fetch()).json()
        await route.fulfill({ json: { ...(state as object), needed: true, code_required: true } })
      })
      await page.goto(new URL('/bienvenida', page.url()).href)
    },
    part: (page) => page.getByText(t.setup.company, { exact: true }),
  },
  sample: {
    path: '/',
    // The notice of mails that failed comes first.
    act: async (page) => {
      await press(page, t.ui.close)
      await page.mouse.move(0, 0)
    },
    part: (page) => page.getByText(t.setup.sampleTitle, { exact: true }),
  },
  backup: {
    path: '/estado',
    act: async (page) => {
      await press(page, t.status.backup.makeNow)
      await page.getByText(/tardó \d+ s/).waitFor()
      await page.getByText(t.status.backup.running).waitFor({ state: 'detached' })
    },
    part: (page) => page.getByRole('heading', { name: t.status.backup.title }),
    // Ends above the folder of the test.
    above: 48,
  },
})
