import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../../../deps.ts'
import { linkDigest, linkToken } from './link-token.ts'
import { voidLinks } from './links.queries.ts'

const hour = 3_600_000

/** Lifetime of a link, in milliseconds. */
const lifetimes = { invitation: 7 * 24 * hour, reset: hour } as const

export type NewLink = {
  /** The user who may choose a password with it. */
  user: { id: string }
  kind: 'invitation' | 'reset'
  /** The user who creates it; null if the recipient requested it. */
  by: { id: string } | null
  at: Date
}

/** A one-time link. `token` is its secret; only the recipient gets it. */
export type CreatedLink = { id: string; token: string; expires_at: Date }

/**
 * Creates a single-use link to choose a password. A new invitation voids earlier invitations. Reset links stay valid
 * beside each other until one is used: anyone may request one, and a stranger must not void the link that the user has
 * just received.
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
  // Serializes concurrent calls, which would leave two open links.
  await trx.selectFrom('app_user').select('id').where('id', '=', user).forNoKeyUpdate().executeTakeFirstOrThrow()
  await voidLinks(trx, user, at, 'invitation')
}

/** Like `createLink`, in bulk, for users created in this transaction, who have no links yet. Keeps their order. */
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
