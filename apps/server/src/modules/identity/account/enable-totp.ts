import type { Proof } from '@foja/contracts/passkeys'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { requireSameActor } from '../session/same-actor.ts'
import { lockPerson, requirePerson, type AccountPerson } from './account.queries.ts'
import { limitAttempts, requireOwnPassword } from './own-secrets.ts'
import { notifyPerson } from './queue-account-mail.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { isTotpCode, plainCode } from './take-code.ts'
import { withProof } from './own-proof.ts'
import { createTotp, stepOfCode } from './totp.ts'

const actions = {
  totp_enabled: 'totp.enabled',
  totp_moved: 'totp.moved',
  codes_renewed: 'totp.codes_renewed',
} as const

/** Emails the user about a change of their second factor, in case they did not make it, and records the event. */
async function notifyAndRecord(
  trx: Transaction<Database>,
  ctx: Ctx,
  person: AccountPerson,
  kind: keyof typeof actions,
  at: Date,
): Promise<void> {
  const { ip, userAgent } = ctx
  const { id, nombre, id_company } = person
  await notifyPerson(trx, ctx, person, { kind, origin: { ip, userAgent } })
  const who = { actor: id, actor_label: nombre, id_company, ip }
  await appendEvent(trx, { action: actions[kind], ...who, at })
}

/**
 * Creates a pending secret, which counts once it is confirmed. A user who already has a second factor proves it to move
 * to another phone; the active secret counts until the new one is confirmed.
 * @throws ProblemError totp_already_on (without a proof of the second factor), and those of `withProof`
 */
export async function beginTotp(ctx: Ctx, proof: Proof): Promise<{ secret: string; url: string }> {
  const { db, keys, actor } = ctx
  if (proof.code === undefined && proof.passkey === undefined) {
    const { totp_enabled_at } = await requirePerson(db, actor.id)
    if (totp_enabled_at !== null) {
      await requireOwnPassword(ctx, actor.id, proof.current_password ?? '')
      throw new ProblemError('totp_already_on')
    }
  }
  return await withProof(ctx, proof, async ({ trx, person, at, notifyOfRecoveryCode }) => {
    await notifyOfRecoveryCode()
    const { secret, url, sealed } = createTotp(keys, person)
    const drawn = { totp_next_secret: sealed, totp_next_at: at }
    await trx.updateTable('app_user').set(drawn).where('id', '=', actor.id).execute()
    return { secret, url }
  })
}

/** How long a pending secret may be confirmed, so that a copied one cannot be used later. */
const confirmWithin = 3_600_000

/**
 * Returns the pending secret.
 * @throws ProblemError totp_not_begun (also when expired), totp_already_on
 */
function requireDrawn({ totp_enabled_at, totp_next_secret, totp_next_at }: AccountPerson, now: Date): string {
  const isLate = totp_next_at !== null && now.getTime() - totp_next_at.getTime() > confirmWithin
  if (totp_next_secret !== null && !isLate) return totp_next_secret
  throw new ProblemError(totp_enabled_at === null || isLate ? 'totp_not_begun' : 'totp_already_on')
}

/**
 * Confirms the pending second factor with a first code and activates it in place of the former one. Returns new
 * recovery codes; earlier codes, of the app and of recovery, stop working.
 * @throws ProblemError totp_wrong, totp_not_begun, totp_already_on, paused, unauthenticated, forbidden
 */
export async function confirmTotp(ctx: Ctx, code: string): Promise<string[]> {
  const { db, clock, keys, actor } = ctx
  const confirm = async () =>
    await inTransaction(db, async (trx) => {
      const at = clock()
      const person = await lockPerson(trx, actor.id)
      await requireSameActor(trx, actor, at)
      const { totp_enabled_at } = person
      const drawn = requireDrawn(person, at)
      const plain = plainCode(code)
      const step = isTotpCode(plain) ? stepOfCode(keys, actor.id, drawn, plain, at) : null
      if (step === null) throw new ProblemError('totp_wrong', { field: 'code' })
      await trx
        .updateTable('app_user')
        .set({
          totp_secret: drawn,
          totp_next_secret: null,
          totp_next_at: null,
          totp_enabled_at: totp_enabled_at ?? at,
          totp_last_step: step,
        })
        .where('id', '=', actor.id)
        .execute()
      const codes = await replaceRecoveryCodes(trx, keys, actor.id)
      await notifyAndRecord(trx, ctx, person, totp_enabled_at === null ? 'totp_enabled' : 'totp_moved', at)
      return codes
    })
  return await limitAttempts(ctx, 'own code', actor.id, confirm)
}

/**
 * Replaces the recovery codes; the earlier ones stop working.
 * @throws ProblemError totp_not_on, and those of `withProof`
 */
export async function renewRecoveryCodes(ctx: Ctx, proof: Proof): Promise<string[]> {
  const { db, keys, actor } = ctx
  const { totp_enabled_at, passkeys } = await requirePerson(db, actor.id)
  if (totp_enabled_at === null && passkeys === 0) throw new ProblemError('totp_not_on')
  return await withProof(ctx, proof, async ({ trx, person, at }) => {
    const codes = await replaceRecoveryCodes(trx, keys, actor.id)
    await notifyAndRecord(trx, ctx, person, 'codes_renewed', at)
    return codes
  })
}
