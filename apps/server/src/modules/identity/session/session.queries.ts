import type { Actor } from '@foja/contracts/policies'
import type { Role } from '@foja/contracts/roles'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { SessionActor } from '../../../context.ts'
import type { AccessClaims } from './access-token.ts'
import { revokeKeysOf } from '../api-keys/api-keys.queries.ts'
import { lacksFactor, maySignIn, selectLiveSessions, selectPeople } from './people.queries.ts'
import type { RefreshToken } from './refresh-token.ts'

/** Like `lacksFactor`; sessions opened through the OpenID Connect provider need none. */
const lacksTotp = (): RawBuilder<boolean> => sql<boolean>`(not session.by_provider and ${lacksFactor()})`

/** Finds the user of a session that is neither revoked nor expired; the account must be active. */
export async function findLiveActor(
  db: Kysely<Database>,
  claims: AccessClaims,
  now: Date,
): Promise<SessionActor | undefined> {
  return await selectLiveSessions(db, now)
    .select(lacksTotp().as('lacksTotp'))
    .where('session.id', '=', claims.session)
    .where('session.id_user', '=', claims.user)
    .executeTakeFirst()
}

/** Finds the users of these sessions by session id; ended sessions and users who may not sign in are absent. */
export async function findLiveActors(
  db: Kysely<Database>,
  sessions: readonly string[],
  now: Date,
): Promise<Map<string, Actor>> {
  if (sessions.length === 0) return new Map()
  const rows = await selectLiveSessions(db, now)
    .where('session.id', '=', sql<string>`any(${[...sessions]}::uuid[])`)
    .where((eb) => eb.not(lacksTotp()))
    .execute()
  return new Map(rows.map(({ session, id, role, id_company }) => [session, { id, role, id_company }]))
}

/** Finds a user who may sign in by email, given in lower case; compared without case. */
export async function findCredentials(db: Kysely<Database>, email: string) {
  return await selectPeople(db)
    .where(sql`lower(app_user.email)`, '=', email)
    // Matches the partial index on addresses; removed users cannot sign in anyway.
    .where('app_user.removed_at', 'is', null)
    .where(maySignIn)
    .executeTakeFirst()
}

/** Finds a user who may sign in by id. */
export async function findUserWhoMaySignIn(db: Kysely<Database>, id: string) {
  return await selectPeople(db)
    .where('app_user.id', '=', id)
    .where('app_user.removed_at', 'is', null)
    .where(maySignIn)
    .executeTakeFirst()
}

/** Finds the user linked to an OpenID Connect subject, and whether they may sign in. Removed users are not linked. */
export async function findByProvider(db: Kysely<Database>, subject: string) {
  return await selectPeople(db)
    .select(maySignIn().as('maySignIn'))
    .where('oidc_subject', '=', subject)
    .executeTakeFirst()
}

/** A refresh token with its session and user, all of them valid. */
export type RefreshRow = {
  hash: string
  persistent: boolean
  created_at: Date
  used_at: Date | null
  replaced_by: string | null
  session: string
  session_expires_at: Date
  user_agent: string | null
  other_user_agent: string | null
  user: { id: string; nombre: string; email: string; role: Role; id_company: string | null }
}

/**
 * Returns the token's row, locked until the transaction ends; undefined if token, session or user is no longer valid.
 */
export async function findRefreshToken(
  trx: Transaction<Database>,
  { hash, persistent }: RefreshToken,
  now: Date,
): Promise<RefreshRow | undefined> {
  const row = await selectLiveSessions(trx, now)
    .innerJoin('refresh_token', 'refresh_token.id_session', 'session.id')
    .select([
      'refresh_token.created_at',
      'refresh_token.used_at',
      'refresh_token.replaced_by',
      'session.expires_at as session_expires_at',
      'session.user_agent',
      'session.other_user_agent',
    ])
    .where('refresh_token.hash', '=', hash)
    .where('refresh_token.expires_at', '>', now)
    // Locks the session too, so that concurrent requests with two of its tokens are serialized.
    .forUpdate(['session', 'refresh_token'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, nombre, email, role, id_company, ...token } = row
  return { hash, persistent, ...token, user: { id, nombre, email, role, id_company } }
}

/** Why several sessions of a user end together. */
export type EndReason =
  | 'password_changed'
  | 'password_reset'
  | 'address_changed'
  | 'ended_by_person'
  | 'ended_by_office'
  | 'deactivated'
  | 'removed'

/**
 * Ends every session of a user but `except`, with immediate effect, as each request reads these rows. Without
 * `except` it was no session of the user that asked, and their API keys end too. Returns the number of sessions.
 */
export async function endSessions(
  trx: Transaction<Database>,
  { user, except, reason, at }: { user: string; except?: string | undefined; reason: EndReason; at: Date },
): Promise<number> {
  const open = trx
    .updateTable('session')
    .set({ revoked_at: at, revoked_reason: reason })
    .where('id_user', '=', user)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
  const { numUpdatedRows } = await (
    except === undefined ? open : open.where('id', '!=', except)
  ).executeTakeFirstOrThrow()
  if (except === undefined) await revokeKeysOf(trx, user, at)
  return Number(numUpdatedRows)
}

/** Ends a session and, as each request reads this row, its access tokens. */
export async function revokeSession(
  db: Kysely<Database>,
  id: string,
  reason: 'signed_out' | 'reuse_detected',
  now: Date,
): Promise<void> {
  await db.updateTable('session').set({ revoked_at: now, revoked_reason: reason }).where('id', '=', id).execute()
}

const retentionMs = 30 * 24 * 3_600_000

/**
 * Deletes expired tokens, tokens of ended sessions, and sessions and API keys that ended a month ago; the history keeps the events.
 * Exchanged tokens stay until they expire, because their use would reveal a copy.
 */
export async function sweepSessions(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs)
  await db.deleteFrom('refresh_token').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('refresh_token')
    .where('id_session', 'in', (eb) => eb.selectFrom('session').where('revoked_at', 'is not', null).select('id'))
    .execute()
  await db
    .deleteFrom('session')
    .where(sql<boolean>`least(revoked_at, expires_at) < ${before}`)
    .execute()
  await db
    .deleteFrom('api_key')
    .where(sql<boolean>`least(revoked_at, expires_at) < ${before}`)
    .execute()
}
