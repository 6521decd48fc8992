import type { Proof } from '@foja/contracts/passkeys'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { requireSameActor } from '../session/same-actor.ts'
import { lockPerson, type AccountPerson } from './account.queries.ts'
import { limitAttempts, requireOwnPassword } from './own-secrets.ts'
import { findPasskeys } from './passkeys.queries.ts'
import { requireRelyingParty } from './relying-party.ts'
import { isTotpCode, mayUseApp, plainCode, takeCode, type TakenCode } from './take-code.ts'
import { takePasskey } from './take-passkey.ts'
import { notifyRecoveryCodeUsed } from './security-notices.ts'
import { assertionOptions } from './webauthn.ts'

/** The challenge of a proof is bound to the caller's session. */
const useOf = ({ actor }: Ctx) => ({ purpose: 'prove', holder: actor.session }) as const

/**
 * Options for confirming a change with one of the caller's passkeys.
 * @throws ProblemError passkey_unavailable, passkey_none
 */
export async function challengePasskey(ctx: Ctx) {
  const party = requireRelyingParty(ctx)
  const known = await findPasskeys(ctx.db, ctx.actor.id)
  if (known.length === 0) throw new ProblemError('passkey_none')
  return await assertionOptions({ keys: ctx.keys, party, use: useOf(ctx), now: ctx.clock() }, known)
}

/** The caller's row, locked until the transaction ends. */
type Change = { trx: Transaction<Database>; person: AccountPerson; at: Date }

type Proven = Change & {
  /** Notifies the caller if they used a recovery code; for changes that send no message of their own. */
  notifyOfRecoveryCode: () => Promise<void>
}

/**
 * Takes the code of a proof by password; returns its kind, or null if the user has no second factor. Codes of the app
 * are accepted where they are at the sign-in; recovery codes always are.
 */
async function requireCode({ trx, person, at }: Change, ctx: Ctx, code: string | undefined): Promise<TakenCode | null> {
  if (person.totp_enabled_at === null && person.passkeys === 0) return null
  if (code === undefined) throw new ProblemError('own_code_required', { field: 'code' })
  const isAccepted = mayUseApp(person) || !isTotpCode(plainCode(code))
  const taken = isAccepted ? await takeCode(trx, ctx.keys, person.id, code, at) : null
  if (taken === null) throw new ProblemError('totp_wrong', { field: 'code' })
  return taken
}

/**
 * Runs a change of how the caller signs in, once they have proven themselves: with a passkey, or with their password
 * and, if they have a second factor, a code of it. A refused change takes no code.
 * @throws ProblemError own_password_required, password_wrong, own_code_required, totp_wrong, passkey_wrong,
 * passkey_unavailable, paused, unauthenticated, forbidden, and those of `change`
 */
export async function withProof<T>(
  ctx: Ctx,
  { current_password, code, passkey }: Proof,
  change: (proven: Proven) => Promise<T>,
): Promise<T> {
  const { db, clock, actor } = ctx
  if (passkey === undefined) {
    if (current_password === undefined) throw new ProblemError('own_password_required', { field: 'current_password' })
    await requireOwnPassword(ctx, actor.id, current_password)
  } else requireRelyingParty(ctx)
  const run = async () => {
    if (passkey !== undefined) {
      const claim = { assertion: passkey, use: useOf(ctx), user: actor.id }
      if ((await takePasskey(ctx, claim, ctx)) === null) throw new ProblemError('passkey_wrong')
    }
    return await inTransaction(db, async (trx) => {
      const base = { trx, person: await lockPerson(trx, actor.id), at: clock() }
      // The proof takes a while: check the caller again.
      await requireSameActor(trx, actor, base.at)
      const taken = passkey === undefined ? await requireCode(base, ctx, code) : null
      const notifyOfRecoveryCode = async () => {
        if (taken === 'recovery_code') await notifyRecoveryCodeUsed(trx, ctx, base.person, ctx)
      }
      return await change({ ...base, notifyOfRecoveryCode })
    })
  }
  // A password alone is counted by itself.
  return passkey === undefined && code === undefined ? await run() : await limitAttempts(ctx, 'own code', actor.id, run)
}
