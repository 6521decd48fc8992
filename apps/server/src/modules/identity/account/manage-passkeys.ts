import { mostPasskeys, type Proof, type Registration } from '@foja/contracts/passkeys'
import { appendEvent } from '@foja/db/events'
import { uniqueViolation } from '@foja/db/errors'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { requireSameActor } from '../session/same-actor.ts'
import { lockPerson, type AccountPerson } from './account.queries.ts'
import { withProof } from './own-proof.ts'
import { spendChallenge } from './passkey-challenges.ts'
import { findPasskeys, type StoredPasskey } from './passkeys.queries.ts'
import { notifyPerson } from './queue-account-mail.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { requireRelyingParty } from './relying-party.ts'
import { dropIdleRecoveryCodes } from './second-factors.ts'
import { registrationOptions, verifyRegistration } from './webauthn.ts'

/** The challenge of a new passkey is bound to the caller's session. */
const useOf = ({ actor }: Ctx) => ({ purpose: 'register', holder: actor.session }) as const

/** Emails the user about a passkey that was added or removed, and records the event. */
async function notifyAndRecord(
  trx: Transaction<Database>,
  ctx: Ctx,
  person: AccountPerson,
  { kind, passkey, at }: { kind: 'passkey_added' | 'passkey_removed'; passkey: string; at: Date },
): Promise<void> {
  const { ip, userAgent } = ctx
  const { id, nombre, id_company } = person
  await notifyPerson(trx, ctx, person, { kind, passkey, origin: { ip, userAgent } })
  const action = kind === 'passkey_added' ? 'passkey.added' : 'passkey.removed'
  const data = { llave: passkey }
  await appendEvent(trx, { action, actor: id, actor_label: nombre, id_company, ip, data, at })
}

/**
 * Options for a new passkey of the caller.
 * @throws ProblemError passkey_unavailable, passkey_limit, and those of `withProof`
 */
export async function beginPasskey(ctx: Ctx, proof: Proof) {
  const party = requireRelyingParty(ctx)
  return await withProof(ctx, proof, async ({ trx, person, at, notifyOfRecoveryCode }) => {
    const known = await findPasskeys(trx, person.id)
    if (known.length >= mostPasskeys) throw new ProblemError('passkey_limit')
    await notifyOfRecoveryCode()
    return await registrationOptions({ keys: ctx.keys, party, use: useOf(ctx), now: at }, person, known)
  })
}

/**
 * Stores the passkey that the browser made. With the first second factor, returns new recovery codes; else null.
 * @throws ProblemError passkey_unavailable, passkey_limit, passkey_wrong, passkey_exists, unauthenticated, forbidden
 */
export async function confirmPasskey(
  ctx: Ctx,
  { nombre, passkey: response }: { nombre: string; passkey: Registration },
): Promise<{ id: string; recovery_codes: string[] | null }> {
  const { db, keys, clock, actor } = ctx
  const party = requireRelyingParty(ctx)
  const verified = await verifyRegistration({ keys, party, use: useOf(ctx), now: clock() }, response)
  if (verified === null) throw new ProblemError('passkey_wrong')
  const id = randomUUID()
  try {
    return await inTransaction(db, async (trx) => {
      const at = clock()
      const person = await lockPerson(trx, actor.id)
      await requireSameActor(trx, actor, at)
      if (!(await spendChallenge(trx, verified.challenge, at))) throw new ProblemError('passkey_wrong')
      if (person.passkeys >= mostPasskeys) throw new ProblemError('passkey_limit')
      const row = { id, id_user: actor.id, nombre, created_at: at }
      await trx
        .insertInto('passkey')
        .values({ ...verified.passkey, ...row })
        .execute()
      const isFirst = person.totp_enabled_at === null && person.passkeys === 0
      const recovery_codes = isFirst ? await replaceRecoveryCodes(trx, keys, actor.id) : null
      await notifyAndRecord(trx, ctx, person, { kind: 'passkey_added', passkey: nombre, at })
      return { id, recovery_codes }
    })
  } catch (error) {
    if (uniqueViolation(error) !== 'passkey_credential_key') throw error
    throw new ProblemError('passkey_exists', { cause: error })
  }
}

/** Renames a passkey of the caller. Throws `not_found` if it belongs to another user or was removed. */
export async function renamePasskey({ db, actor }: Ctx, id: string, nombre: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ nombre })
    .where('id', '=', id)
    .where('id_user', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new ProblemError('not_found')
}

/** Requires that what the company asks for is left with the `rest` of the passkeys. */
function requireRest({ exige_totp, exige_passkey, totp_enabled_at }: AccountPerson, rest: StoredPasskey[]): void {
  if (exige_passkey === true && !rest.some(({ suspect_at }) => suspect_at === null)) {
    throw new ProblemError('passkey_required_by_company')
  }
  if (exige_totp === true && totp_enabled_at === null && rest.length === 0) {
    throw new ProblemError('totp_required_by_company')
  }
}

/**
 * Removes a passkey of the caller; with the last second factor, the recovery codes too.
 * @throws ProblemError not_found, totp_required_by_company, passkey_required_by_company, and those of `withProof`
 */
export async function removePasskey(ctx: Ctx, id: string, proof: Proof): Promise<void> {
  const own = await findPasskeys(ctx.db, ctx.actor.id)
  if (!own.some((one) => one.id === id)) throw new ProblemError('not_found')
  await withProof(ctx, proof, async ({ trx, person, at }) => {
    const rest = (await findPasskeys(trx, person.id)).filter((one) => one.id !== id)
    requireRest(person, rest)
    const removed = await trx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('id_user', '=', person.id)
      .returning('nombre')
      .executeTakeFirst()
    if (removed === undefined) throw new ProblemError('not_found')
    await dropIdleRecoveryCodes(trx, person.id)
    await notifyAndRecord(trx, ctx, person, { kind: 'passkey_removed', passkey: removed.nombre, at })
  })
}
