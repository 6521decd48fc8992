import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { AppDeps } from '../../../deps.ts'
import { ProblemError } from '../../../http/problem.ts'
import { localeOf } from '../../../texts/locale.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { endSessions } from '../session/session.queries.ts'
import { hashPassword } from '../session/passwords.ts'
import { personalWords, requirePerson } from './account.queries.ts'
import { voidLinks } from './links.queries.ts'
import { requireOwnPassword } from './own-secrets.ts'
import { queueAccountMail } from './queue-account-mail.ts'
import { isWeakPassword } from './weak-password.ts'

export type AccountDeps = MailDeps & Pick<AppDeps, 'db' | 'keys'>

/** The caller, their session and where the request comes from. */
export type AccountCaller = { actor: { id: string; session: string }; ip: string; userAgent: string | null }

/**
 * Changes the caller's password, ends their other sessions and voids their open links. Returns the number of ended
 * sessions.
 * @throws ProblemError password_wrong, weak_password, too_many_attempts
 */
export async function changePassword(
  deps: AccountDeps,
  { actor, ...origin }: AccountCaller,
  input: { current_password: string; new_password: string },
): Promise<number> {
  const { db } = deps
  const person = await requirePerson(db, actor.id)
  if (isWeakPassword(input.new_password, personalWords(person))) {
    throw new ProblemError('weak_password', { field: 'new_password' })
  }
  const stored = await requireOwnPassword(deps, actor.id, input.current_password)
  const password_hash = await hashPassword(actor.id, input.new_password)
  return await inTransaction(db, async (trx) => {
    const at = deps.clock()
    const { numUpdatedRows } = await trx
      .updateTable('app_user')
      .set({ password_hash, password_changed_at: at, password_given: false })
      .where('id', '=', actor.id)
      // Optimistic lock: if the password changed meanwhile, the one that was checked is no longer current.
      .where('password_hash', '=', stored)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new ProblemError('password_wrong', { field: 'current_password' })
    await voidLinks(trx, actor.id, at)
    const ended = await endSessions(trx, { user: actor.id, except: actor.session, reason: 'password_changed', at })
    const mail = { user: person, company: person.company, origin, locale: localeOf(person.locale) }
    await queueAccountMail(trx, deps, { kind: 'password_changed', ...mail })
    const { id, nombre, id_company } = person
    const act = { actor: id, actor_label: nombre, id_company, ip: origin.ip, at }
    await appendEvent(trx, { action: 'password.changed', ...act })
    return ended
  })
}
