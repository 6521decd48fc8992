import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { createThrottle, slowDown } from '../../../http/throttle.ts'
import { endSessions } from '../session/session.queries.ts'
import { forgetSignInTries } from '../session/sign-in-throttle.ts'
import { hashPassword } from '../session/passwords.ts'
import { personalWords } from './account.queries.ts'
import { linkDigest } from './link-token.ts'
import { findOpenLink, voidLinks, type OpenLink } from './links.queries.ts'
import { notifyPerson } from './queue-account-mail.ts'
import { dropPasskeysOfGivenPassword } from './second-factors.ts'
import { isWeakPassword } from './weak-password.ts'

/** 256 bits cannot be guessed; this only limits the work that a stranger can cause. */
const rule = { tries: 30, seconds: 900 }
/**
 * Each new password resets the limit of second-factor codes, also per browser: without this limit, an attacker who
 * reads the mailbox could guess codes without end.
 */
const perDay = { tries: 5, seconds: 24 * 3600 }
const perDayName = 'password by link'

/** Resets the daily limit of passwords set by link. */
export const forgetLinkPasswords = async (trx: Transaction<Database>, user: string, at: Date): Promise<void> =>
  await createThrottle(trx, () => at).reset(perDayName, user)

/** Returns the link of a token. Throws `link_expired` if it is unknown or no longer valid; `too_many_attempts`. */
export async function checkLink(ctx: Ctx<null>, token: string): Promise<OpenLink> {
  await slowDown(ctx, 'one-time link', ctx.ip, rule)
  const link = await findOpenLink(ctx.db, { hash: linkDigest(token) }, ctx.clock())
  if (link === undefined) throw new ProblemError('link_expired')
  return link
}

/**
 * Sets the password of the link's user, voids all their open links and ends their sessions. Of concurrent calls one
 * succeeds. Returns the user and the address to sign in with.
 * @throws ProblemError link_expired, weak_password (the link stays good), too_many_attempts
 */
export async function setPassword(
  ctx: Ctx<null>,
  { token, password }: { token: string; password: string },
): Promise<{ id: string; email: string; hasSecondFactor: boolean }> {
  const { db, clock, ip, userAgent } = ctx
  const link = await checkLink(ctx, token)
  if (isWeakPassword(password, personalWords(link))) throw new ProblemError('weak_password', { field: 'password' })
  const password_hash = await hashPassword(link.id_user, password)
  const user = link.id_user
  await inTransaction(db, async (trx) => {
    const at = clock()
    // Serializes concurrent uses and creations of links for this user; the second call finds the link used.
    await trx.selectFrom('app_user').select('id').where('id', '=', user).forNoKeyUpdate().executeTakeFirst()
    if ((await findOpenLink(trx, { id: link.id }, at)) === undefined) throw new ProblemError('link_expired')
    await slowDown({ db: trx, clock }, perDayName, user, perDay)
    const dropped = await dropPasskeysOfGivenPassword(trx, user)
    const own = { password_hash, password_changed_at: at, password_given: false }
    await trx.updateTable('app_user').set(own).where('id', '=', user).execute()
    await voidLinks(trx, user, at)
    await endSessions(trx, { user, reason: 'password_reset', at })
    await forgetSignInTries(createThrottle(trx, clock), link.email)
    const { nombre, id_company } = link
    // Before an invitation there was no password, so there is nothing to warn about.
    if (link.kind === 'reset') {
      const notice = { kind: 'password_changed', passkey: dropped.join(', '), origin: { ip, userAgent } } as const
      await notifyPerson(trx, ctx, { ...link, id: user }, notice)
    }
    const act = { actor: user, actor_label: nombre, id_company, data: { kind: link.kind }, ip, at }
    await appendEvent(trx, { action: 'password.reset', ...act })
    for (const llave of dropped) await appendEvent(trx, { action: 'passkey.removed', ...act, data: { llave } })
  })
  return { id: user, email: link.email, hasSecondFactor: link.has_second_factor }
}
