import { core } from './en-core.ts'
import { batch } from './en/batch.ts'
import { documents } from './en/documents.ts'
import { domain } from './en/domain.ts'
import { home } from './en/home.ts'
import { profile } from './en/profile.ts'
import { refresh } from './en/refresh.ts'
import { session } from './en/session.ts'
import { settings } from './en/settings.ts'
import { setup } from './en/setup.ts'
import { shares } from './en/shares.ts'
import { mySignature } from './en/my-signature.ts'
import { signOptions } from './en/sign-options.ts'
import { signing } from './en/signing.ts'
import { solicitudes } from './en/solicitudes.ts'
import { trust } from './en/trust.ts'
import { verdict } from './en/verdict.ts'
import { verify } from './en/verify.ts'
import { wizard } from './en/wizard.ts'
import type { Texts } from './es.ts'

export const en: Texts = {
  ...core,
  batch,
  documents,
  domain,
  home,
  profile,
  refresh,
  session,
  settings,
  setup,
  shares,
  mySignature,
  signOptions,
  signing,
  solicitudes,
  trust,
  verdict,
  verify,
  wizard,
}
