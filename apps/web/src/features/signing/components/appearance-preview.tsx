import type { AppearanceKind, CertificateDetails } from '@foja/contracts/signers'
import { QrCode, Signature } from 'lucide-react'
import { useState } from 'react'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'

type Props = {
  appearance: AppearanceKind
  certificate: CertificateDetails | null
  reason: string
  location: string
}

/**
 * About what the signature will look like, in units of the box (container query), so that it grows with it. The server
 * draws the real one, with the real QR and the moment of signing.
 */
export function AppearancePreview({ appearance, certificate, reason, location }: Props) {
  const { signing } = useTexts()
  const { dateTime } = useFormat()
  const [now] = useState(() => dateTime(Date.now()))
  const mark =
    appearance === 'qr' ? (
      <QrCode aria-hidden strokeWidth={1.5} className="h-full w-auto text-[#1f2732]" />
    ) : appearance === 'image' ? (
      <Signature aria-hidden strokeWidth={1} className="h-full w-auto text-[#1f2732]" />
    ) : null
  return (
    <div aria-hidden className="size-full" style={{ containerType: 'size' }}>
      <div className="flex size-full items-center gap-[4cqw] overflow-hidden p-[6cqh]">
        {mark !== null && <span className="h-[84cqh] max-w-[42cqw] shrink-0">{mark}</span>}
        <span className="flex min-w-0 flex-1 flex-col text-[min(9cqh,5cqw)] leading-[1.25] text-[#485463]">
          <span>{signing.signedBy}</span>
          <span className="text-[1.45em] leading-[1.15] font-bold text-[#1f2732] uppercase">
            {certificate?.nombre ?? signing.yourName}
          </span>
          <span>{now}</span>
          {reason.trim() !== '' && <span className="truncate">{signing.reasonLine(reason.trim())}</span>}
          {location.trim() !== '' && <span className="truncate">{signing.locationLine(location.trim())}</span>}
        </span>
      </div>
    </div>
  )
}
