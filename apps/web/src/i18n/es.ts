import { core } from './es-core.ts'
import { agenda } from './es/agenda.ts'
import { commands } from './es/commands.ts'
import { notices } from './es/notices.ts'
import { batch } from './es/batch.ts'
import { caseFile } from './es/case-file.ts'
import { caseForms } from './es/case-forms.ts'
import { events } from './es/events.ts'
import { leaving } from './es/leaving.ts'
import { listTools } from './es/list-tools.ts'
import { mediation } from './es/mediation.ts'
import { photos } from './es/photos.ts'
import { documents } from './es/documents.ts'
import { domain } from './es/domain.ts'
import { emails } from './es/emails.ts'
import { home } from './es/home.ts'
import { account } from './es/account.ts'
import { passwords } from './es/passwords.ts'
import { secondStep } from './es/second-step.ts'
import { security } from './es/security.ts'
import { profile } from './es/profile.ts'
import { reader } from './es/reader.ts'
import { refresh } from './es/refresh.ts'
import { session } from './es/session.ts'
import { settings } from './es/settings.ts'
import { setup } from './es/setup.ts'
import { shares } from './es/shares.ts'
import { showcase } from './es/showcase.ts'
import { mySignature } from './es/my-signature.ts'
import { signOptions } from './es/sign-options.ts'
import { signing } from './es/signing.ts'
import { solicitudes } from './es/solicitudes.ts'
import { templates } from './es/templates.ts'
import { templateCsv } from './es/template-csv.ts'
import { templateEditor } from './es/template-editor.ts'
import { templateFill } from './es/template-fill.ts'
import { templateNew } from './es/template-new.ts'
import { trust } from './es/trust.ts'
import { userForms } from './es/user-forms.ts'
import { userImport } from './es/user-import.ts'
import { users } from './es/users.ts'
import { companies } from './es/companies.ts'
import { companyForms } from './es/company-forms.ts'
import { verdict } from './es/verdict.ts'
import { verify } from './es/verify.ts'
import { wizard } from './es/wizard.ts'

/**
 * Every text in Spanish, the source; English has its type, so that a missing key does not compile. For types and
 * tests: the page itself loads the sections that it needs (see load.ts). A new feature adds its section here, in en.ts
 * and in both lists of sections.
 */
export const es = {
  ...core,
  notices,
  commands,
  agenda,
  batch,
  caseFile,
  caseForms,
  events,
  leaving,
  listTools,
  mediation,
  photos,
  documents,
  domain,
  emails,
  home,
  account,
  passwords,
  secondStep,
  security,
  profile,
  reader,
  refresh,
  session,
  settings,
  setup,
  shares,
  showcase,
  mySignature,
  signOptions,
  signing,
  solicitudes,
  templates,
  templateCsv,
  templateEditor,
  templateFill,
  templateNew,
  trust,
  userForms,
  userImport,
  users,
  companies,
  companyForms,
  verdict,
  verify,
  wizard,
}

export type Texts = typeof es
