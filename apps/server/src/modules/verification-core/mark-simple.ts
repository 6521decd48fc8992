import { runForAll } from '@foja/db/company-scope'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import type { EngineVerification } from '../../signing-worker/protocol.ts'

/**
 * Marks the simple signatures that were made in this Foja. Only its own rows count, not what a file says of itself, and
 * only for intact signatures. Rows of every company: a copy may be verified by anyone.
 */
export async function markSimple(db: Kysely<Database>, report: EngineVerification): Promise<EngineVerification> {
  const ids = report.signatures.flatMap(({ signature_id: id, integrity }) => (integrity && id ? [id] : []))
  if (ids.length === 0) return report
  const rows = await runForAll(() =>
    db
      .selectFrom('recipient_version as signed')
      .innerJoin('recipient', 'recipient.id', 'signed.id_recipient')
      .where('signed.signature_id', 'in', ids)
      .select(['signed.signature_id', 'recipient.nombre'])
      .execute(),
  )
  const names = new Map(rows.map(({ signature_id, nombre }) => [signature_id, nombre]))
  const signatures = report.signatures.map((one) => {
    const nombre = one.integrity ? names.get(one.signature_id ?? null) : undefined
    return nombre === undefined ? one : { ...one, simple: { nombre } }
  })
  return { ...report, signatures }
}
