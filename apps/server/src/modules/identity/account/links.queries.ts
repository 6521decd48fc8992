import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type Transaction } from 'kysely'
import { hasWayIn, mayComeIn } from '../session/session.public.ts'

/**
 * A link that is still good: neither used nor made void nor over, of somebody who may come in, and for what it was made:
 * an invitation while there is no way in, a password beside or in place of one while there is.
 */
export async function findOpenLink(db: Kysely<Database>, by: { hash: string } | { id: string }, now: Date) {
  const [column, value] = 'hash' in by ? (['hash', by.hash] as const) : (['id', by.id] as const)
  return await db
    .selectFrom('one_time_link as link')
    .innerJoin('app_user', 'app_user.id', 'link.id_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .select([
      'link.id',
      'link.kind',
      'link.expires_at',
      'app_user.id as id_user',
      'app_user.email',
      'app_user.nombre',
      'app_user.id_company',
      'app_user.locale',
      'app_user.totp_enabled_at',
      'company.nombre as company',
    ])
    .where(`link.${column}`, '=', value)
    .where('link.used_at', 'is', null)
    .where('link.expires_at', '>', now)
    .where('app_user.removed_at', 'is', null)
    .where(mayComeIn)
    .where((eb) =>
      eb.or([
        eb.and([eb('link.kind', '=', 'invitation'), eb.not(hasWayIn())]),
        eb.and([eb('link.kind', '=', 'reset'), hasWayIn()]),
      ]),
    )
    .executeTakeFirst()
}
export type OpenLink = NonNullable<Awaited<ReturnType<typeof findOpenLink>>>

/**
 * Whether nobody has anything to do about a link that is no longer good: it was used or made void by another, its person
 * asked for it and asks again, or it is forgotten by now and its person, at `address`, has a way in.
 */
export async function linkIsSpent(db: Kysely<Database>, id: string | null, address: string): Promise<boolean> {
  const links = db.selectFrom('one_time_link').select(['kind', 'used_at'])
  const link = id === null ? undefined : await links.where('id', '=', id).executeTakeFirst()
  if (link !== undefined) return link.kind === 'reset' || link.used_at !== null
  const person = await db
    .selectFrom('app_user')
    .select('id')
    .where(sql`lower(email)`, '=', address.toLowerCase())
    .where('removed_at', 'is', null)
    .where(hasWayIn)
    .executeTakeFirst()
  return person !== undefined
}

/** Makes every open link of a person void; `kind`: only those. */
export async function voidLinks(
  trx: Transaction<Database>,
  user: string,
  at: Date,
  kind?: 'invitation' | 'reset',
): Promise<void> {
  let open = trx.updateTable('one_time_link').set({ used_at: at }).where('id_user', '=', user)
  if (kind !== undefined) open = open.where('kind', '=', kind)
  await open.where('used_at', 'is', null).execute()
}
