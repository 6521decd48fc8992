import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import type { Trust } from '../../signing-worker/protocol.ts'
import { countingAuthorities, readSwitches } from './authorities.queries.ts'
import { canBeAnchor, shippedAuthorities, shippedEncoding } from './shipped-authorities.ts'

/** DER of the authorities added from files for all companies, and with `idCompany` also for that one. */
async function addedAnchors(db: Kysely<Database>, idCompany: string | null): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom('trust_anchor')
    .select('certificate')
    .where((eb) => {
      const ofAll = eb('id_company', 'is', null)
      return idCompany === null ? ofAll : eb.or([ofAll, eb('id_company', '=', idCompany)])
    })
    .orderBy('fingerprint')
    .execute()
  return rows.map(({ certificate }) => new Uint8Array(certificate))
}

/**
 * Trust of a company's verdicts: the shipped authorities that are on, and added ones. Shipped intermediates complete
 * chains to their root and are anchors only if their root is unknown.
 */
export async function trustOf(db: Kysely<Database>, idCompany: string | null): Promise<Trust> {
  const [switches, added] = await Promise.all([readSwitches(db), addedAnchors(db, idCompany)])
  const counting = countingAuthorities(switches)
  const on = new Set(counting.map(({ fingerprint }) => fingerprint))
  const completing = [...shippedAuthorities().values()].filter(
    (one) => !canBeAnchor(one) && one.anchors.some((anchor) => on.has(anchor)),
  )
  const encodings = (some: readonly { fingerprint: string }[]) =>
    some.map(({ fingerprint }) => shippedEncoding(fingerprint))
  return {
    anchors: [...encodings(counting.filter(({ purpose }) => purpose === 'general')), ...added],
    timestampAnchors: [...encodings(counting), ...added],
    intermediates: encodings(completing),
  }
}
