import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { createHash } from 'node:crypto'
import { sql, type ExpressionBuilder } from 'kysely'
import type { AppDeps } from '../../../deps.ts'
import { spendChallenge } from '../account/passkey-challenges.ts'
import { rememberLogoutMs, type ProviderLogout } from './logout-token.ts'
import type { ProviderPort } from './provider-port.ts'
import { recordSession } from './session.events.ts'

const digestOf = ({ issuer, jti }: ProviderLogout) =>
  createHash('sha256').update(`logout ${issuer} ${jti}`).digest('base64url')

/**
 * The sessions that a logout names. A session whose `sid` the provider did not send at the sign-in is ended with any of
 * its person.
 */
function isNamed({ eb }: ExpressionBuilder<Database, 'session'>, { issuer, subject, sid }: ProviderLogout) {
  const ofPerson =
    subject === null
      ? sql<boolean>`starts_with(provider_subject, ${`${issuer} `})`
      : sql<boolean>`provider_subject = ${subject}`
  if (sid === null) return ofPerson
  const ofSession = eb('provider_sid', '=', sid)
  return eb.and([ofPerson, subject === null ? ofSession : eb.or([ofSession, eb('provider_sid', 'is', null)])])
}

/**
 * Ends the sessions that a logout token of the provider names, once for each token. Returns false if the token was used
 * before. API keys and sessions by password stay.
 */
export async function endByProvider(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { announceEnded }: Pick<ProviderPort, 'announceEnded'>,
  logout: ProviderLogout,
  ip: string,
): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const at = clock()
    if (!(await spendChallenge(trx, digestOf(logout), at, rememberLogoutMs))) return false
    const ended = await trx
      .updateTable('session')
      .set({ revoked_at: at, revoked_reason: 'ended_by_provider' })
      .where((eb) => isNamed(eb, logout))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', at)
      .returning('id_user')
      .execute()
    if (ended.length === 0) return true
    const ids = [...new Set(ended.map(({ id_user }) => id_user))]
    const people = await trx
      .selectFrom('app_user')
      .where('id', 'in', ids)
      .select(['id', 'nombre', 'id_company'])
      .orderBy('id')
      .execute()
    for (const person of people) await recordSession(trx, 'session.ended_by_provider', person, { at, ip })
    await announceEnded(trx, ids)
    return true
  })
}
