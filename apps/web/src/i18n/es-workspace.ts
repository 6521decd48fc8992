import { documents } from './es/documents.ts'
import { domain } from './es/domain.ts'
import { home } from './es/home.ts'
import { profile } from './es/profile.ts'
import { shares } from './es/shares.ts'
import { signing } from './es/signing.ts'
import { solicitudes } from './es/solicitudes.ts'
import { trust } from './es/trust.ts'
import { verdict } from './es/verdict.ts'
import { wizard } from './es/wizard.ts'

/** What the pages say, in a chunk that comes beside theirs. A new feature adds its section here and in en-workspace.ts. */
export const workspace = { home, documents, domain, profile, shares, signing, solicitudes, trust, verdict, wizard }
