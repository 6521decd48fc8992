import { parseCertificate } from '@foja/pades/certificate'
import { parseCrl } from '@foja/pades/crl/crl'
import type { RevocationMaterial } from '@foja/pades/revocation'
import type { VerifyOptions } from '@foja/pades/verify'
import type { TestAuthority, TestCertificate } from './ca.ts'
import { makeCrl } from './pki-services-crl.ts'

/** A list of each issuer, made at `now`, that names no certificate: what a verifier fetches when nothing was revoked. */
export function emptyLists(
  issuers: readonly Pick<TestCertificate, 'certificate' | 'privateKey'>[],
  now: Date,
): RevocationMaterial {
  const nextUpdate = new Date(now.getTime() + 86_400_000)
  const crls = issuers.map((issuer) =>
    parseCrl(makeCrl({ issuer: { ...issuer, chain: [] }, thisUpdate: now, nextUpdate })),
  )
  return { ocsps: [], crls, certificates: [] }
}

/** Verifies by a test authority that has revoked nothing. */
export const trustIn = ({ root, intermediate }: TestAuthority, now = new Date()): VerifyOptions => ({
  anchors: [parseCertificate(root.certificate)],
  now,
  material: emptyLists([root, intermediate], now),
})
