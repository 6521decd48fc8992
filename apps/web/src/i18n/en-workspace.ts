import { documents } from './en/documents.ts'
import { domain } from './en/domain.ts'
import { home } from './en/home.ts'
import { profile } from './en/profile.ts'
import { shares } from './en/shares.ts'
import { signing } from './en/signing.ts'
import { solicitudes } from './en/solicitudes.ts'
import { trust } from './en/trust.ts'
import { verdict } from './en/verdict.ts'
import { wizard } from './en/wizard.ts'

/** The same sections as es-workspace.ts. */
export const workspace = { home, documents, domain, profile, shares, signing, solicitudes, trust, verdict, wizard }
