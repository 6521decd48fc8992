import type { TrustAnchorPreview } from '@foja/contracts/verification'
import type { Certificate } from '@foja/pades/certificate'
import { shownName } from '@foja/pades/distinguished-name'
import type { Ctx } from '../../../context.ts'
import { canBeAnchor, counts, readSwitches, shippedAuthorities, findKnown } from '../../verification-core/public.ts'
import { ownerOf } from './add-trust-anchors.ts'

/** Previews the authorities of an upload, so that users can compare fingerprints. Stores nothing. */
export async function previewTrustAnchors(
  { db, actor }: Ctx,
  certificates: readonly Certificate[],
): Promise<TrustAnchorPreview[]> {
  const unique = new Map(certificates.map((certificate) => [certificate.fingerprint, certificate]))
  const [known, switches] = await Promise.all([findKnown(db, ownerOf(actor), [...unique.keys()]), readSwitches(db)])
  return Array.from(unique.values(), ({ subject, issuer, fingerprint, notBefore, notAfter }) => {
    const shipped = shippedAuthorities().get(fingerprint)
    return {
      subject: shownName(subject),
      issuer: shownName(issuer),
      fingerprint,
      not_before: notBefore.toISOString(),
      not_after: notAfter.toISOString(),
      known:
        known.includes(fingerprint) || (shipped !== undefined && canBeAnchor(shipped) && counts(switches, shipped)),
      shipped: shipped !== undefined,
    }
  })
}
