import type { Certificate } from '@foja/pades/certificate'
import { explainWith } from '@foja/pades/explain'
import type { Modification, SignatureReport } from '@foja/pades/verify'
import { shownName } from '@foja/pades/distinguished-name'
import type { EngineReport } from '../protocol.ts'
import { markTime } from '../../texts/marked-times.ts'

const nameOf = (certificate: Certificate) => shownName(certificate.subject)

function presentSigner({ signer, certificate }: SignatureReport): EngineReport['signer'] {
  if (signer === null || certificate === null) return null
  return {
    name: signer.name,
    serial: signer.serial,
    issuer: signer.issuer,
    identificacion: certificate.subject.serialNumber ?? null,
    valid_from: certificate.notBefore.toISOString(),
    valid_to: certificate.notAfter.toISOString(),
    key_type: certificate.keyType,
    fingerprint: certificate.fingerprint,
  }
}

/** The known issuers above the signer. */
function presentChain({ chain }: SignatureReport, anchors: ReadonlySet<string>): EngineReport['chain'] {
  return chain.slice(1).map((certificate) => ({
    nombre: nameOf(certificate),
    organizacion: certificate.subject.organization ?? null,
    pais: certificate.subject.country ?? null,
    fingerprint: certificate.fingerprint,
    valid_to: certificate.notAfter.toISOString(),
    anchor: anchors.has(certificate.fingerprint),
  }))
}

/** A commitment type as the API writes it: `proofOfApproval` becomes `proof_of_approval`; an OID stays. */
const presentCommitment = (type: string) => type.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const presentRectangle = (place: Modification['rectangle']) =>
  place ? { x: place.x, y: place.y, width: place.width, height: place.height } : null

const presentChange = (change: Modification) => ({
  kind: change.kind,
  page: change.page ?? null,
  object: change.object ?? null,
  rectangle: presentRectangle(change.rectangle),
  field: change.field ?? null,
  before: change.before ?? null,
  after: change.after ?? null,
  by: change.by ?? null,
  at: change.at?.toISOString() ?? null,
})

/** Presents a signature report for the API. `anchors`: fingerprints of the trusted certificates. */
export function presentReport(report: SignatureReport, anchors: ReadonlySet<string>): EngineReport {
  return {
    field: report.field,
    kind: report.kind,
    indication: report.indication,
    subindication: report.subindication,
    signer: presentSigner(report),
    chain: presentChain(report, anchors),
    level: report.level,
    signed_at: report.signed_at?.toISOString() ?? null,
    claimed_at: report.claimed_at?.toISOString() ?? null,
    time_source: report.time_source,
    timestamps: report.timestamps.map((stamp) => ({ ...stamp, time: stamp.time.toISOString() })),
    integrity: report.integrity === 'intact',
    covers_whole_file: report.coversWholeFile,
    signed_bytes: report.signedBytes === 0 ? null : report.signedBytes,
    modified_after: report.modifiedAfter,
    modifications: report.modifications.map(presentChange),
    additions: report.additions.map(presentChange),
    visual: report.coversWholeFile
      ? { result: 'whole', reason: null, pages_compared: 0 }
      : { result: 'not_compared', reason: 'not_asked', pages_compared: 0 },
    trusted: report.trusted,
    revocation: report.revocation,
    revocation_source: report.revocation_source,
    revoked_at: report.revoked_at?.toISOString() ?? null,
    reason: report.reason ?? null,
    location: report.location ?? null,
    ...(report.commitment === undefined ? {} : { commitment: presentCommitment(report.commitment) }),
    page: report.page ?? null,
    rectangle: presentRectangle(report.rectangle),
    warnings: report.warnings,
    explanation: { es: explainWith(report, 'es', markTime), en: explainWith(report, 'en', markTime) },
  }
}
