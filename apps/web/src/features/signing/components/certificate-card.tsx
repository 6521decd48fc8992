import type { CertificateDetails } from '@foja/contracts/signers'
import { CircleAlert, CircleCheck, ClockAlert, KeyRound } from 'lucide-react'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconTile } from '../../../ui/tile.tsx'

/** From so many days on, the person is told that the certificate ends. */
export const warnFrom = 30

/** How long a certificate still serves, in words, and whether that is worrying. */
export function useExpiry(certificate: CertificateDetails) {
  const { signing } = useTexts()
  const { date, plural } = useFormat()
  const { days_left: left, not_after: end } = certificate
  const text =
    left < 0
      ? signing.expiredOn(date(end))
      : left === 0
        ? signing.expiresToday(date(end))
        : left <= warnFrom
          ? signing.expiresIn(plural(left, signing.days), date(end))
          : signing.validUntil(date(end))
  return { text, tone: left < 0 ? ('error' as const) : left <= warnFrom ? ('warning' as const) : ('fine' as const) }
}

type Props = { certificate: CertificateDetails; onChange: () => void }

const tones = { error: 'text-error-ink', warning: 'text-on-soft-warning', fine: 'text-ink-muted' }

/** Whose certificate signs, who issued it, and what stands in its way. */
export function CertificateCard({ certificate, onChange }: Props) {
  const { signing } = useTexts()
  const expiry = useExpiry(certificate)
  const problems = certificate.problems.filter((code) => code !== 'certificate_expired' || expiry.tone !== 'error')
  const Icon = expiry.tone === 'error' ? CircleAlert : expiry.tone === 'warning' ? ClockAlert : CircleCheck
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
        <span className={cn('flex items-center gap-1.5 font-medium', tones[expiry.tone])}>
          <Icon aria-hidden className="size-4" /> {expiry.text}
        </span>
        {expiry.tone !== 'fine' && (
          <button type="button" onClick={onChange} className="touch-target font-medium text-gold-ink">
            {signing.renew}
          </button>
        )}
      </div>
      {[...(expiry.tone === 'error' ? ['certificate_expired'] : []), ...problems].map((code) => (
        <p key={code} role="alert" className="mt-2 text-small text-error-ink">
          {signing.problems[code] ?? signing.problemUnknown}
        </p>
      ))}
    </div>
  )
}
