import type { CertificateDetails } from '@foja/contracts/signers'
import { signingProblems, type Certificate } from '@foja/pades/certificate'
import { buildChain } from '@foja/pades/chain'
import { shownName } from '@foja/pades/distinguished-name'
import type { Trust } from '../../../signing-worker/protocol.ts'
import { parseAuthorities } from '../../../signing-worker/parse-authorities.ts'

const dayMs = 24 * 60 * 60_000

/** Presents a certificate to its owner, with its validity and the problems that prevent signing at `now`. */
export function presentCertificate(
  certificate: Certificate,
  chain: Certificate[],
  trust: Trust,
  now: Date,
): CertificateDetails {
  const { subject, issuer } = certificate
  const { trusted } = buildChain(
    certificate,
    [...chain, ...parseAuthorities(trust.intermediates)],
    parseAuthorities(trust.anchors),
    now,
  )
  return {
    nombre: shownName(subject),
    identificacion: subject.serialNumber ?? null,
    organizacion: subject.organization ?? null,
    pais: subject.country ?? null,
    issuer: shownName(issuer),
    serial: certificate.serialNumber,
    not_before: certificate.notBefore.toISOString(),
    not_after: certificate.notAfter.toISOString(),
    key_type: certificate.keyType,
    fingerprint: certificate.fingerprint,
    chain_length: chain.length,
    trusted,
    problems: signingProblems(certificate, now),
    days_left: Math.floor((certificate.notAfter.getTime() - now.getTime()) / dayMs),
  }
}
