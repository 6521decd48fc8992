import { choose as selectOption } from '../person.ts'
import { texts as t } from '../spanish.ts'
import { dialog, press, open, csv, type PicturesOf } from './picture.ts'

export const administerPictures: PicturesOf<'administer'> = {
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
  status: {
    path: '/estado',
    part: (page) => page.getByRole('heading', { name: t.status.list }),
    above: 20,
  },
}
