import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Kysely } from 'kysely'
import type { ServerKeys } from '../../../keys.ts'
import { findCredentials } from '../session/session.queries.ts'
import { createLink } from './create-link.ts'
import { dropPasskeys, dropTotp } from './second-factors.ts'
import { forgetLinkPasswords } from './set-password.ts'

export type RecoveryLink = { nombre: string; token: string; expires_at: Date; hadSecondFactor: boolean }

/**
 * Creates a recovery link for an operator with access to the server itself, for example when the only administrator
 * lost their password and no email goes out. `withoutTotp` also removes the second factor: the app's codes and the passkeys. Both are recorded as events.
 * Returns null if no user who may sign in has that address.
 */
export async function issueRecoveryLink(
  db: Kysely<Database>,
  keys: ServerKeys,
  { email, withoutTotp }: { email: string; withoutTotp: boolean },
  at: Date,
): Promise<RecoveryLink | null> {
  return await inTransaction(db, async (trx) => {
    const user = await findCredentials(trx, email.trim().toLowerCase())
    if (user === undefined) return null
    const { id, nombre, id_company } = user
    const hadTotp = user.totp_enabled_at !== null
    const hadSecondFactor = hadTotp || user.passkeys > 0
    const hasCredentials = user.password_hash !== null || user.oidc_subject !== null
    const kind = hasCredentials ? 'reset' : 'invitation'
    const { token, expires_at } = await createLink(trx, { keys }, { user, kind, by: null, at })
    // An attacker who reads the mailbox may have used up today's password changes.
    await forgetLinkPasswords(trx, id, at)
    const event = { id_company, actor_label: 'Foja', data: { id_user: id, nombre }, at }
    if (withoutTotp) {
      await dropTotp(trx, id)
      if (hadTotp) await appendEvent(trx, { action: 'totp.removed', ...event })
      for (const llave of await dropPasskeys(trx, id)) {
        await appendEvent(trx, { action: 'passkey.removed', ...event, data: { ...event.data, llave } })
      }
    }
    await appendEvent(trx, { action: 'user.let_in', ...event })
    return { nombre, token, expires_at, hadSecondFactor }
  })
}
