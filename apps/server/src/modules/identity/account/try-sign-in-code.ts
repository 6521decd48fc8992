import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../../deps.ts'
import { createThrottle, type ThrottleRule } from '../../../http/throttle.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { requirePerson } from './account.queries.ts'
import { notifyPerson } from './queue-account-mail.ts'
import { codeFits, isTotpCode, plainCode, takeCode, type TakenCode } from './take-code.ts'
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
 * At a locked account, where the password is checked after the code: more than strangers send by chance, and one hit
 * in two years of daily warnings.
 */
const wrongCodesAtLock: ThrottleRule = { tries: 500, seconds: day }
const atLock = 'sign-in codes at lock'

/**
 * Checks the second factor after a correct password. Ten wrong codes suggest a stolen password: the user is notified,
 * once a day. After fifty in a day, authenticator codes are no longer checked in browsers unknown to the account. The
 * user can still use known browsers (each with its own fifty), recovery codes (not guessable), or set another password,
 * which the attacker does not know. `app`: codes of the app are accepted; recovery codes always are.
 */
export async function trySignInCode(
  deps: Deps,
  user: { id: string; password_changed_at: Date | null },
  { code, device, app }: { code: string; device: string | undefined; app: boolean },
  origin: Origin,
): Promise<Tried> {
  const throttle = createThrottle(deps.db, deps.clock)
  const subject = `${user.id} ${user.password_changed_at?.getTime() ?? 0} ${device ?? ''}`
  const { allowed, remaining, retryAfter } = await throttle.hit('sign-in codes', subject, wrongCodes)
  if (!allowed && isTotpCode(plainCode(code))) return { outcome: 'spent', retryAfter }
  return await inTransaction(deps.db, async (trx) => {
    const isAccepted = app || !isTotpCode(plainCode(code))
    const taken = isAccepted ? await takeCode(trx, deps.keys, user.id, code, deps.clock()) : null
    if (taken === null) {
      if (wrongCodes.tries - remaining >= suspicious) await notifyOfTries(trx, deps, user.id, origin)
      return { outcome: 'wrong' }
    }
    await createThrottle(trx, deps.clock).refund('sign-in codes', subject)
    if (taken === 'recovery_code') await notifyRecoveryCodeUsed(trx, deps, await requirePerson(trx, user.id), origin)
    return { outcome: 'right', factor: taken }
  })
}

/**
 * True if the code would be accepted at an account that others have locked; takes nothing. The tenth wrong code of the
 * app notifies the user, once a day. After five hundred in a day only recovery codes fit, which cannot be guessed.
 */
export async function codeFitsAtLock(deps: Deps, user: string, code: string, origin: Origin): Promise<boolean> {
  const { db, keys, clock } = deps
  const fits = async () => await codeFits(db, keys, user, code, clock())
  if (!isTotpCode(plainCode(code))) return await fits()
  const throttle = createThrottle(db, clock)
  const { allowed, remaining } = await throttle.hit(atLock, user, wrongCodesAtLock)
  if (!allowed) return false
  if (await fits()) {
    await throttle.refund(atLock, user)
    return true
  }
  if (wrongCodesAtLock.tries - remaining >= suspicious) {
    await inTransaction(db, async (trx) => await notifyOfTries(trx, deps, user, origin))
  }
  return false
}

async function notifyOfTries(trx: Transaction<Database>, deps: Deps, user: string, origin: Origin): Promise<void> {
  const { allowed } = await createThrottle(trx, deps.clock).hit('sign-in codes told', user, oneLetter)
  if (!allowed) return
  await notifyPerson(trx, deps, await requirePerson(trx, user), { kind: 'codes_tried', origin })
}
