import type { CertificateDetails } from '@foja/contracts/signers'
import { AppearancePreview } from '../../features/signing/components/appearance-preview.tsx'
import { FieldMark } from '../../features/signing/components/field-mark.tsx'
import { PlacementHint } from '../../features/signing/components/placement-hint.tsx'
import type { Signing } from '../../features/signing/use-signing.ts'
import type { Rect } from '../../lib/files/geometry.ts'

type Props = { signing: Signing; certificate: CertificateDetails | null; rect: Rect }

/** Preview of the signature at its position. */
export function Preview({ signing, certificate, rect }: Props) {
  const { draft, chosen } = signing
  return (
    <AppearancePreview
      appearance={chosen.appearance}
      certificate={certificate}
      reason={draft.reason}
      location={draft.location}
      rect={rect}
    />
  )
}

export { FieldMark, PlacementHint }
