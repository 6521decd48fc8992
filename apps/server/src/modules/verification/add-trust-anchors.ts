import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { uniqueViolation } from '@foja/db/errors'
import { parseCertificates, type Certificate } from '@foja/pades/certificate'
import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { ProblemError } from '../../http/problem.ts'
import type { AnchorRow } from './trust-anchors.queries.ts'

export type CertificateFile = { name: string; bytes: Uint8Array }

function readAuthorities(file: CertificateFile): Certificate[] {
  let certificates: Certificate[]
  try {
    certificates = parseCertificates(file.bytes)
  } catch (error) {
    throw padesProblem(error, file.name)
  }
  if (certificates.length === 0) throw new ProblemError('certificate_damaged', { subject: file.name })
  const person = certificates.find((certificate) => !certificate.isCa)
  if (person !== undefined) throw new ProblemError('trust_anchor_not_ca', { subject: file.name })
  return certificates
}

const nameOf = ({ subject }: Certificate) => subject.commonName ?? subject.text

/**
 * Trusts every authority of the files: for all companies when an admin says so, for the own company otherwise. All or
 * none are added.
 * @throws ProblemError certificate_damaged, trust_anchor_not_ca, trust_anchor_exists
 */
export async function addTrustAnchors(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  actor: SessionActor,
  ip: string,
  files: CertificateFile[],
): Promise<AnchorRow[]> {
  const unique = new Map(files.flatMap(readAuthorities).map((certificate) => [certificate.fingerprint, certificate]))
  const at = deps.clock()
  const idCompany = actor.role === 'admin' ? null : actor.id_company
  try {
    return await inTransaction(deps.db, async (trx) => {
      const rows: AnchorRow[] = []
      for (const certificate of unique.values()) {
        const row = await trx
          .insertInto('trust_anchor')
          .values({
            id: randomUUID(),
            id_company: idCompany,
            certificate: certificate.der,
            subject: nameOf(certificate),
            issuer: certificate.issuer.commonName ?? certificate.issuer.text,
            serial: certificate.serialNumber,
            fingerprint: certificate.fingerprint,
            not_before: certificate.notBefore,
            not_after: certificate.notAfter,
            created_by: actor.id,
            created_at: at,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        rows.push(row)
        const data = { subject: row.subject, fingerprint: row.fingerprint }
        const who = { id_company: actor.id_company, actor: actor.id, actor_label: actor.nombre, ip, at }
        await appendEvent(trx, { ...who, action: 'trust_anchor.added', data })
      }
      return rows
    })
  } catch (error) {
    if (uniqueViolation(error) === null) throw error
    throw new ProblemError('trust_anchor_exists', { subject: files.map((file) => file.name).join(', '), cause: error })
  }
}
