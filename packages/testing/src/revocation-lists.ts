import { parseCertificate } from '@foja/pades/certificate'
import { parseCrl } from '@foja/pades/crl/crl'
import type { RevocationMaterial } from '@foja/pades/revocation'
import type { VerifyOptions } from '@foja/pades/verify'
import type { TestAuthority, TestCertificate } from './ca.ts'
import { makeCrl } from './pki-services-crl.ts'

/** An empty CRL of each issuer, dated `now`: nothing is revoked. */
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

/** Options that trust a test authority which has revoked nothing. */
export const trustIn = ({ root, intermediate }: TestAuthority, now = new Date()): VerifyOptions => ({
  anchors: [parseCertificate(root.certificate)],
  now,
  material: emptyLists([root, intermediate], now),
})
