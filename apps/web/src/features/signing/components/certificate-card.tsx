import type { CertificateDetails } from '@foja/contracts/signers'
import { CircleAlert, CircleCheck, ClockAlert, KeyRound } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSigningTexts } from '../texts/signing.ts'
import { cn } from '../../../ui/cn.ts'
import { IconTile } from '../../../ui/tile.tsx'
import { gradeExpiry, type ExpiryGrade } from '../expiry.ts'

/** The remaining validity of a certificate in words, and its severity. */
function useExpiry(certificate: CertificateDetails) {
  const signing = useSigningTexts()
  const { date, plural } = useFormat()
  const { days_left: left, not_after: end } = certificate
  const grade = gradeExpiry(left)
  const text =
    grade === 'expired'
      ? signing.expiredOn(date(end))
      : left === 0
        ? signing.expiresToday(date(end))
        : grade === 'fine'
          ? signing.validUntil(date(end))
          : signing.expiresIn(plural(left, signing.days), date(end))
  return { text, grade }
}

type Props = { certificate: CertificateDetails; onChange?: () => void }

const looks: Record<ExpiryGrade, { Icon: typeof CircleAlert; ink: string }> = {
  expired: { Icon: CircleAlert, ink: 'text-error-ink' },
  urgent: { Icon: CircleAlert, ink: 'text-error-ink' },
  warning: { Icon: ClockAlert, ink: 'text-on-soft-warning' },
  notice: { Icon: ClockAlert, ink: 'text-ink-muted' },
  fine: { Icon: CircleCheck, ink: 'text-ink-muted' },
}

/** The certificate that signs: subject, issuer and problems. */
export function CertificateCard({ certificate, onChange }: Props) {
  const signing = useSigningTexts()
  const expiry = useExpiry(certificate)
  const { Icon, ink } = looks[expiry.grade]
  // It may have expired since it was fetched.
  const problems = new Set([...(expiry.grade === 'expired' ? ['certificate_expired'] : []), ...certificate.problems])
  return (
    <div className="rounded-lg border border-line p-3">
      <div className="flex items-center gap-3">
        <IconTile tone="primary">
          <KeyRound />
        </IconTile>
        <div className="min-w-0 flex-1">
          <p className="line-clamp-2 leading-tight font-semibold" title={certificate.nombre}>
            {certificate.nombre}
          </p>
          <p className="truncate text-small text-ink-muted">
            {certificate.issuer} · {certificate.key_type}
          </p>
        </div>
      </div>
      <div className="mt-2.5 flex items-center justify-between gap-3 border-t border-line pt-2.5 text-small">
        <span className={cn('flex items-center gap-1.5 font-medium', ink)}>
          <Icon aria-hidden className="size-4" /> {expiry.text}
        </span>
        {expiry.grade !== 'fine' && onChange !== undefined && (
          <button type="button" onClick={onChange} className="touch-target font-medium text-gold-ink">
            {signing.renew}
          </button>
        )}
      </div>
      {[...problems].map((code) => (
        <p key={code} role="alert" className="mt-2 text-small text-error-ink">
          {signing.problems[code] ?? signing.problemUnknown}
        </p>
      ))}
    </div>
  )
}
