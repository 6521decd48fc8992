import type { Proof } from '@foja/contracts/passkeys'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { requirePerson, type AccountPerson } from './account.queries.ts'
import { withProof } from './own-proof.ts'
import { notifyPerson } from './queue-account-mail.ts'
import { dropPasskeys, dropTotp } from './second-factors.ts'

async function record(
  trx: Transaction<Database>,
  { actor: by, ip }: Ctx,
  person: AccountPerson,
  event: { action: 'totp.removed' | 'passkey.removed'; at: Date; data?: Record<string, string> },
): Promise<void> {
  const { action, at } = event
  const data = { ...event.data, ...(by.id === person.id ? {} : { nombre: person.nombre }) }
  const { id_company } = person
  await appendEvent(trx, { action, actor: by.id, actor_label: by.nombre, id_company, data, ip, at })
}

/**
 * Removes every second factor of a user: the app's codes, the passkeys and the recovery codes. Records the events and
 * notifies the user. Returns false, without a notification, if there was none.
 */
export async function removeSecondFactorsOf(
  trx: Transaction<Database>,
  ctx: Ctx,
  user: string,
  at: Date,
): Promise<boolean> {
  const { actor: by, ip, userAgent } = ctx
  const person = await requirePerson(trx, user)
  await dropTotp(trx, user)
  const keys = await dropPasskeys(trx, user)
  const hadTotp = person.totp_enabled_at !== null
  if (!hadTotp && keys.length === 0) return false
  // The origin of an admin's request is not disclosed to the user.
  const source = by.id === user ? { origin: { ip, userAgent } } : { by }
  await notifyPerson(trx, ctx, person, { kind: 'totp_removed', ...source })
  if (hadTotp) await record(trx, ctx, person, { action: 'totp.removed', at })
  for (const llave of keys) await record(trx, ctx, person, { action: 'passkey.removed', at, data: { llave } })
  return true
}

/**
 * Removes the app's codes of the caller. A company that requires a second factor allows it if a passkey is left.
 * @throws ProblemError totp_not_on, totp_required_by_company, and those of `withProof`
 */
export async function removeTotp(ctx: Ctx, proof: Proof): Promise<void> {
  const before = await requirePerson(ctx.db, ctx.actor.id)
  if (before.totp_enabled_at === null) throw new ProblemError('totp_not_on')
  await withProof(ctx, proof, async ({ trx, person, at }) => {
    if (person.totp_enabled_at === null) throw new ProblemError('totp_not_on')
    const { passkeys } = person
    if (person.exige_totp === true && passkeys === 0) throw new ProblemError('totp_required_by_company')
    await dropTotp(trx, person.id)
    const { ip, userAgent } = ctx
    const kind = passkeys === 0 ? 'totp_removed' : 'totp_removed_beside'
    await notifyPerson(trx, ctx, person, { kind, origin: { ip, userAgent } })
    await record(trx, ctx, person, { action: 'totp.removed', at })
  })
}
