import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** The authorities of a company: its own and those of all companies. */
export async function findAnchors(db: Kysely<Database>, idCompany: string | null) {
  return await db
    .selectFrom('trust_anchor')
    .selectAll()
    .where((eb) =>
      idCompany === null
        ? eb('id_company', 'is', null)
        : eb.or([eb('id_company', 'is', null), eb('id_company', '=', idCompany)]),
    )
    .orderBy('subject')
    .orderBy('id')
    .execute()
}
export type AnchorRow = Awaited<ReturnType<typeof findAnchors>>[number]

export async function findAnchor(db: Kysely<Database>, id: string): Promise<AnchorRow | undefined> {
  return await db.selectFrom('trust_anchor').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The fingerprints that a company, or null for all companies, trusts by its own row. */
export async function findKnown(
  db: Kysely<Database>,
  idCompany: string | null,
  fingerprints: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('trust_anchor')
    .where('fingerprint', 'in', fingerprints)
    .where((eb) => (idCompany === null ? eb('id_company', 'is', null) : eb('id_company', '=', idCompany)))
    .select('fingerprint')
    .execute()
  return rows.map(({ fingerprint }) => fingerprint)
}
