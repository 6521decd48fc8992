import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import { linkDigest, linkToken } from './link-token.ts'
import { voidLinks } from './links.queries.ts'

const hour = 3_600_000

/** How long a link is good, in milliseconds. */
const lifetimes = { invitation: 7 * 24 * hour, reset: hour } as const

export type NewLink = {
  /** Whose password it lets choose. */
  user: { id: string }
  kind: 'invitation' | 'reset'
  /** Who makes it; null: the person asked for it. */
  by: { id: string } | null
  at: Date
}

/** A link; `token` is its secret, said nowhere but to whom it is for. */
export type CreatedLink = { id: string; token: string; expires_at: Date }

/** Makes a link that lets somebody choose a password, once; those of its kind that were open are void from now on. */
export async function createLink(
  trx: Transaction<Database>,
  { keys }: Pick<AppDeps, 'keys'>,
  { user, kind, by, at }: NewLink,
): Promise<CreatedLink> {
  // Two at once must not leave two open links.
  await trx.selectFrom('app_user').select('id').where('id', '=', user.id).forUpdate().executeTakeFirstOrThrow()
  await voidLinks(trx, user.id, at, kind)
  const id = randomUUID()
  const token = linkToken(keys, id)
  const expires_at = new Date(at.getTime() + lifetimes[kind])
  await trx
    .insertInto('one_time_link')
    .values({
      id,
      hash: linkDigest(token),
      id_user: user.id,
      kind,
      created_at: at,
      expires_at,
      created_by: by?.id ?? null,
    })
    .execute()
  return { id, token, expires_at }
}
