import { BadgeAlert, BadgeCheck } from 'lucide-react'
import type { SignerState } from '../../features/signing/api/signer.ts'
import { useExpiry } from '../../features/signing/components/certificate-card.tsx'
import { gradeExpiry } from '../../features/signing/expiry.ts'
import { useFormat } from '../../lib/texts/texts.tsx'
import { useHomeTexts } from '../../features/home/texts/home.ts'
import { useSigningTexts } from '../../features/signing/texts/signing.ts'
import { AppLink } from '../../shared/app-link.tsx'
import { paths } from '../../lib/router/paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { FigureCard } from '../../ui/figure-card.tsx'

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
      <Alert line variant="info" className="mb-4" title={home.setUpTitle} action={link(home.setUpButton)}>
        {home.setUpText}
      </Alert>
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
    <Alert
      line
      variant={grade === 'notice' ? 'info' : grade === 'warning' ? 'warning' : 'error'}
      className="mb-4"
      title={title}
      action={link(home.renew)}
    >
      {text(date(certificate.not_after))}
    </Alert>
  )
}

/** Remaining validity of the certificate, or its problem. */
export function CertificateFigure({ signer }: { signer: SignerState }) {
  const home = useHomeTexts()
  const { certificate: texts } = home
  const { certificate } = signer
  if (certificate === null) {
    return (
      <FigureCard icon={<BadgeAlert />} tone="primary" value={texts.none} label={texts.label} note={texts.noneNote} />
    )
  }
  return <KnownCertificate certificate={certificate} />
}

function KnownCertificate({ certificate }: { certificate: NonNullable<SignerState['certificate']> }) {
  const home = useHomeTexts()
  const { plural, date } = useFormat()
  const { certificate: texts } = home
  const end = date(certificate.not_after)
  const expiry = useExpiry(certificate)
  if (expiry.grade === 'expired' || certificate.problems.length > 0) {
    const value = expiry.grade === 'expired' ? texts.expired : texts.blocked
    return (
      <FigureCard
        icon={<BadgeAlert />}
        tone="error"
        value={value}
        label={texts.label}
        note={expiry.grade === 'expired' ? expiry.text : texts.until(end)}
      />
    )
  }
  if (expiry.grade !== 'fine') {
    const value = plural(certificate.days_left, texts.left)
    const tone = expiry.grade === 'urgent' ? 'error' : expiry.grade === 'warning' ? 'warning' : 'info'
    return <FigureCard icon={<BadgeAlert />} tone={tone} value={value} label={texts.leftLabel} note={texts.ends(end)} />
  }
  return (
    <FigureCard icon={<BadgeCheck />} tone="success" value={texts.ok} label={texts.label} note={texts.until(end)} />
  )
}
