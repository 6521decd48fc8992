import type { Letterhead } from '@foja/mail/letter'
import type { MailPicture } from '@foja/mail/mailer'
import { fitLogo, type FittedLogo } from '@foja/pdf/logo'
import type { AppDeps } from '../../deps.ts'
import { readLogo } from '../identity/public.ts'

type Deps = Pick<AppDeps, 'db' | 'store'>

/** Largest size of the logo in CSS pixels; it is embedded at twice the resolution for dense screens. */
const box = { width: 240, height: 64 }
const dense = { width: box.width * 2, height: box.height * 2 }

/** Cached logos by storage key; a key always names the same content. */
const drawnLogos = new Map<string, FittedLogo | null>()
const mostDrawn = 20

async function drawLogo(deps: Deps, key: string): Promise<FittedLogo | null> {
  const known = drawnLogos.get(key)
  if (known !== undefined) return known
  const png = await readLogo(deps, key)
  if (png === null) return null
  const logo = await fitLogo(png, dense)
  if (drawnLogos.size >= mostDrawn) drawnLogos.delete(drawnLogos.keys().next().value!)
  drawnLogos.set(key, logo)
  return logo
}

/** The letterhead of a company's message and its embedded logo; null without a logo. */
export async function letterheadOf(
  deps: Deps,
  email: { id: string; id_company: string | null },
): Promise<{ head: Letterhead; picture: MailPicture } | null> {
  if (email.id_company === null) return null
  const company = await deps.db
    .selectFrom('company')
    .where('id', '=', email.id_company)
    .select(['nombre', 'logo_key'])
    .executeTakeFirst()
  const logo = company?.logo_key == null ? null : await drawLogo(deps, company.logo_key)
  if (logo === null) return null
  const cid = `logo.${email.id}@foja`
  const shrink = Math.min(1, box.width / logo.width, box.height / logo.height)
  const size = { width: Math.round(logo.width * shrink), height: Math.round(logo.height * shrink) }
  return {
    head: { cid, alt: company!.nombre, ...size },
    picture: { cid, filename: 'logo.png', mime: 'image/png', content: Buffer.from(logo.png) },
  }
}
