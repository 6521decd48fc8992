import { core } from './es-core.ts'
import { batch } from './es/batch.ts'
import { documents } from './es/documents.ts'
import { domain } from './es/domain.ts'
import { home } from './es/home.ts'
import { profile } from './es/profile.ts'
import { refresh } from './es/refresh.ts'
import { session } from './es/session.ts'
import { settings } from './es/settings.ts'
import { setup } from './es/setup.ts'
import { shares } from './es/shares.ts'
import { mySignature } from './es/my-signature.ts'
import { signOptions } from './es/sign-options.ts'
import { signing } from './es/signing.ts'
import { solicitudes } from './es/solicitudes.ts'
import { trust } from './es/trust.ts'
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

export type Texts = typeof es
