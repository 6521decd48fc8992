import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../../deps.ts'
import { createThrottle, type ThrottleRule } from '../../../http/throttle.ts'
import { localeOf } from '../../../texts/locale.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { requirePerson } from './account.queries.ts'
import { queueAccountMail } from './queue-account-mail.ts'
import { isTotpCode, plainCode, takeCode, type TakenCode } from './take-code.ts'
import { notifyRecoveryCodeUsed } from './security-notices.ts'

type Deps = MailDeps & Pick<AppDeps, 'db' | 'keys'>
type Origin = { ip: string; userAgent: string | null }
type Tried = { outcome: 'right'; factor: TakenCode } | { outcome: 'wrong' } | { outcome: 'spent'; retryAfter: number }

const day = 24 * 3600
/**
 * Three of a million codes are valid at a time: at fifty a day, 1 in 20 attackers succeeds in a year of daily warnings.
 */
const wrongCodes: ThrottleRule = { tries: 50, seconds: day }
/** More wrong codes than typing errors explain. */
const suspicious = 10
const oneLetter: ThrottleRule = { tries: 1, seconds: day }

/**
 * Checks the second factor after a correct password. Ten wrong codes suggest a stolen password: the user is notified,
 * once a day. After fifty in a day, authenticator codes are no longer checked in browsers unknown to the account. The
 * user can still use known browsers (each with its own fifty), recovery codes (not guessable), or set another password,
 * which the attacker does not know.
 */
export async function trySignInCode(
  deps: Deps,
  user: { id: string; password_changed_at: Date | null },
  { code, device }: { code: string; device: string | undefined },
  origin: Origin,
): Promise<Tried> {
  const throttle = createThrottle(deps.db, deps.clock)
  const subject = `${user.id} ${user.password_changed_at?.getTime() ?? 0} ${device ?? ''}`
  const { allowed, remaining, retryAfter } = await throttle.hit('sign-in codes', subject, wrongCodes)
  if (!allowed && isTotpCode(plainCode(code))) return { outcome: 'spent', retryAfter }
  return await inTransaction(deps.db, async (trx) => {
    const taken = await takeCode(trx, deps.keys, user.id, code, deps.clock())
    if (taken === null) {
      if (wrongCodes.tries - remaining >= suspicious) await notifyOfTries(trx, deps, user.id, origin)
      return { outcome: 'wrong' }
    }
    await createThrottle(trx, deps.clock).refund('sign-in codes', subject)
    if (taken === 'recovery_code') await notifyRecoveryCodeUsed(trx, deps, await requirePerson(trx, user.id), origin)
    return { outcome: 'right', factor: taken }
  })
}

async function notifyOfTries(trx: Transaction<Database>, deps: Deps, user: string, origin: Origin): Promise<void> {
  const { allowed } = await createThrottle(trx, deps.clock).hit('sign-in codes told', user, oneLetter)
  if (!allowed) return
  const person = await requirePerson(trx, user)
  const { company, locale } = person
  await queueAccountMail(trx, deps, { kind: 'codes_tried', user: person, company, origin, locale: localeOf(locale) })
}
