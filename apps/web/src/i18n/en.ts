import { core } from './en-core.ts'
import { agenda } from './en/agenda.ts'
import { commands } from './en/commands.ts'
import { notices } from './en/notices.ts'
import { batch } from './en/batch.ts'
import { caseFile } from './en/case-file.ts'
import { caseForms } from './en/case-forms.ts'
import { events } from './en/events.ts'
import { leaving } from './en/leaving.ts'
import { listTools } from './en/list-tools.ts'
import { mediation } from './en/mediation.ts'
import { photos } from './en/photos.ts'
import { documents } from './en/documents.ts'
import { domain } from './en/domain.ts'
import { emails } from './en/emails.ts'
import { home } from './en/home.ts'
import { account } from './en/account.ts'
import { passwords } from './en/passwords.ts'
import { secondStep } from './en/second-step.ts'
import { security } from './en/security.ts'
import { profile } from './en/profile.ts'
import { reader } from './en/reader.ts'
import { refresh } from './en/refresh.ts'
import { session } from './en/session.ts'
import { settings } from './en/settings.ts'
import { setup } from './en/setup.ts'
import { shares } from './en/shares.ts'
import { showcase } from './en/showcase.ts'
import { mySignature } from './en/my-signature.ts'
import { signOptions } from './en/sign-options.ts'
import { signing } from './en/signing.ts'
import { solicitudes } from './en/solicitudes.ts'
import { templates } from './en/templates.ts'
import { templateCsv } from './en/template-csv.ts'
import { templateEditor } from './en/template-editor.ts'
import { templateFill } from './en/template-fill.ts'
import { templateNew } from './en/template-new.ts'
import { trust } from './en/trust.ts'
import { userForms } from './en/user-forms.ts'
import { userImport } from './en/user-import.ts'
import { users } from './en/users.ts'
import { companies } from './en/companies.ts'
import { companyForms } from './en/company-forms.ts'
import { verdict } from './en/verdict.ts'
import { verify } from './en/verify.ts'
import { wizard } from './en/wizard.ts'
import type { Texts } from './es.ts'

export const en: Texts = {
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
