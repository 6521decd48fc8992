import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../../../deps.ts'
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

/**
 * Makes a link that lets somebody choose a password, once. An invitation makes those before it void; links of forgotten
 * passwords stay good beside each other until one is used, as anybody may ask for them: else a stranger could void the
 * one that its person has just got.
 */
export async function createLink(
  trx: Transaction<Database>,
  deps: Pick<AppDeps, 'keys'>,
  { user, kind, by, at }: NewLink,
): Promise<CreatedLink> {
  if (kind === 'invitation') await voidBefore(trx, user.id, at)
  const [link] = await createFirstLinks(trx, deps, { users: [user], kind, by, at })
  return link!
}

async function voidBefore(trx: Transaction<Database>, user: string, at: Date): Promise<void> {
  // Two at once must not leave two open links.
  await trx.selectFrom('app_user').select('id').where('id', '=', user).forNoKeyUpdate().executeTakeFirstOrThrow()
  await voidLinks(trx, user, at, 'invitation')
}

/** As `createLink`, for people of whom no link can be open, as they were made in this transaction; in their order. */
export async function createFirstLinks(
  trx: Transaction<Database>,
  { keys }: Pick<AppDeps, 'keys'>,
  { users, kind, by, at }: Omit<NewLink, 'user'> & { users: readonly { id: string }[] },
): Promise<CreatedLink[]> {
  if (users.length === 0) return []
  const expires_at = new Date(at.getTime() + lifetimes[kind])
  const links = users.map((user) => {
    const id = randomUUID()
    return { id, id_user: user.id, token: linkToken(keys, id), expires_at }
  })
  const more = { kind, created_at: at, created_by: by?.id ?? null }
  const rows = links.map(({ token, ...link }) => ({ ...link, ...more, hash: linkDigest(token) }))
  await trx.insertInto('one_time_link').values(rows).execute()
  return links.map(({ id, token }) => ({ id, token, expires_at }))
}
