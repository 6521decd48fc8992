import type { PictureOffice } from '../picture-office.ts'
import { texts as t } from '../spanish.ts'
import { press, choose, verdictCard, type PicturesOf } from './picture.ts'

export const signPictures = (office: PictureOffice): PicturesOf<'sign'> => ({
  signPdf: {
    path: `/firmar?ids=${office.document}`,
    part: (page) => page.getByRole('application'),
    above: 34,
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
  storeKey: {
    path: '/firma',
    part: (page) => page.getByRole('heading', { name: t.signing.certificate, exact: true }),
    above: 20,
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
  verify: {
    path: '/verificar',
    act: (page) => choose(page, office.signed.valid),
    part: (page) => verdictCard(page, t.verdict.badges.valid),
    above: 6,
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
  toConfirm: {
    path: '/verificar',
    act: (page) => choose(page, office.signed.unknown),
    part: (page) => verdictCard(page, t.verdict.badges.indeterminate),
    above: 6,
  },
  adobe: {
    path: '/verificar',
    act: (page) => choose(page, office.signed.unknown),
    part: (page) => page.getByRole('heading', { name: t.verdict.headings.indeterminate }),
    above: 24,
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
})
