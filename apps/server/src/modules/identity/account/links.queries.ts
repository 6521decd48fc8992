import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type Transaction } from 'kysely'
import { hasCredentials, hasSecondFactor, maySignIn } from '../session/people.queries.ts'

/**
 * Finds a valid link: unused, not expired, of a user who may sign in and still needs it. Invitations are for users
 * without any way to sign in, resets for users with one.
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
      'company.nombre as company',
      hasSecondFactor().as('has_second_factor'),
    ])
    .where(`link.${column}`, '=', value)
    .where('link.used_at', 'is', null)
    .where('link.expires_at', '>', now)
    .where('app_user.removed_at', 'is', null)
    .where(maySignIn)
    .where((eb) =>
      eb.or([
        eb.and([eb('link.kind', '=', 'invitation'), eb.not(hasCredentials())]),
        eb.and([eb('link.kind', '=', 'reset'), hasCredentials()]),
      ]),
    )
    .executeTakeFirst()
}
export type OpenLink = NonNullable<Awaited<ReturnType<typeof findOpenLink>>>

/**
 * True if an invalid link needs no action: it was used or voided, it was a reset (the user can request another), or its
 * row is deleted and the user at `address` can sign in.
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
    .where(hasCredentials)
    .executeTakeFirst()
  return person !== undefined
}

/** Voids every open link of a user, or only those of `kind`. */
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

const retentionMs = 30 * 24 * 3_600_000

/** Deletes one-time links a month after they expire, used or not; the history keeps the events. */
export async function sweepLinks(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('one_time_link')
    .where('expires_at', '<', new Date(now.getTime() - retentionMs))
    .execute()
}
