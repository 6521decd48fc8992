import type { SignerState } from '../../features/signing/api/signer.ts'
import { gradeExpiry } from '../../features/signing/expiry.ts'
import { useFormat } from '../../lib/texts/texts.tsx'
import { useHomeTexts } from '../../features/home/texts/home.ts'
import { useSigningTexts } from '../../features/signing/texts/signing.ts'
import { AppLink } from '../../shared/app-link.tsx'
import { paths } from '../../lib/router/paths.ts'
import { Notice } from '../../ui/notice.tsx'

/** Notice about the user's certificate; renders nothing if there is nothing to do. */
export function SignerNotice({ signer }: { signer: SignerState }) {
  const home = useHomeTexts()
  const signing = useSigningTexts()
  const { plural, date } = useFormat()
  const { certificate } = signer
  const link = (text: string) => (
    <AppLink to={paths.signer()} className="touch-target">
      {text}
    </AppLink>
  )
  if (certificate === null) {
    return (
      <Notice id="certificate" variant="info" title={home.setUpTitle} action={link(home.setUpButton)}>
        {home.setUpText}
      </Notice>
    )
  }
  const grade = gradeExpiry(certificate.days_left)
  if (grade === 'fine') return null
  const days = certificate.days_left
  const [title, text] =
    grade === 'expired'
      ? [home.expiredTitle, home.expiredText]
      : [
          days === 0 ? home.expiresTodayTitle : home.expiresTitle(plural(days, signing.days)),
          grade === 'urgent' ? home.expiresSoonText : home.expiresText,
        ]
  return (
    <Notice
      id={`certificate-${grade}`}
      variant={grade === 'notice' ? 'info' : grade === 'warning' ? 'warning' : 'error'}
      title={title}
      action={link(home.renew)}
    >
      {text(date(certificate.not_after))}
    </Notice>
  )
}
