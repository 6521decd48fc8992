import type { Assertion } from '@foja/contracts/passkeys'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../../deps.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { requirePerson } from './account.queries.ts'
import { spendChallenge, type ChallengeUse } from './passkey-challenges.ts'
import { findPasskey, type StoredPasskey } from './passkeys.queries.ts'
import { notifyPerson } from './queue-account-mail.ts'
import { relyingParty } from './relying-party.ts'
import { userHandleOf, verifyAssertion } from './webauthn.ts'

export type PasskeyDeps = MailDeps & Pick<AppDeps, 'db' | 'keys'> & { log: Pick<FastifyBaseLogger, 'warn'> }
type Origin = { ip: string; userAgent: string | null }
type Claim = {
  assertion: Assertion
  use: ChallengeUse
  /** The only user whose passkeys count; undefined: the one whose handle the passkey names. */
  user: string | undefined
}

/** True if the passkey belongs to the claimed user. A discoverable passkey must name its user (WebAuthn 7.2, 6). */
function isOf(passkey: StoredPasskey, { assertion, user }: Claim): boolean {
  const { userHandle } = assertion.response
  const handle = Buffer.from(userHandleOf(passkey.id_user)).toString('base64url')
  if (userHandle !== undefined && userHandle !== handle) return false
  return user === undefined ? userHandle !== undefined : passkey.id_user === user
}

/**
 * Takes a passkey's answer to a challenge, once. Returns the user whose passkey it is, or null: unknown passkey, wrong
 * answer, used or expired challenge, all alike.
 */
export async function takePasskey(deps: PasskeyDeps, claim: Claim, origin: Origin): Promise<string | null> {
  const { db, keys, clock } = deps
  const party = relyingParty(deps)
  const passkey = await findPasskey(db, claim.assertion.id)
  if (party === null || passkey === undefined || !isOf(passkey, claim)) return null
  const now = clock()
  const verified = await verifyAssertion({ keys, party, use: claim.use, now }, passkey, claim.assertion)
  if (verified === null) return null
  return await inTransaction(db, async (trx) => {
    const { id } = passkey
    const stored = await trx.selectFrom('passkey').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (stored === undefined || !(await spendChallenge(trx, verified.challenge, now))) return null
    const { counter, synced } = verified
    // A counter that does not grow suggests a copy (WebAuthn Level 3, 6.1.1); without one it stays 0.
    const isCopied = stored.counter > 0 && counter <= stored.counter
    if (isCopied && stored.suspect_at === null) await reportCopy(trx, deps, stored, origin, now)
    if (isCopied || stored.suspect_at !== null) return null
    await trx.updateTable('passkey').set({ counter, synced, last_used_at: now }).where('id', '=', id).execute()
    return stored.id_user
  })
}

/** Stops accepting a passkey that seems to be copied; notifies the user, records the event, and logs it. */
async function reportCopy(
  trx: Transaction<Database>,
  deps: PasskeyDeps,
  { id, id_user, nombre }: StoredPasskey,
  origin: Origin,
  at: Date,
): Promise<void> {
  deps.log.warn({ about: id_user, passkey: id }, 'the signature counter of a passkey went back')
  await trx.updateTable('passkey').set({ suspect_at: at }).where('id', '=', id).execute()
  const person = await requirePerson(trx, id_user)
  await notifyPerson(trx, deps, person, { kind: 'passkey_suspect', passkey: nombre, origin })
  const event = { id_company: person.id_company, actor: id_user, actor_label: person.nombre, ip: origin.ip, at }
  await appendEvent(trx, { action: 'passkey.copy_suspected', ...event, data: { llave: nombre } })
}
