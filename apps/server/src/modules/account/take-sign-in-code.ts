import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { ServerKeys } from '../../keys.ts'
import { localeOf, type MailDeps } from '../emails/emails.public.ts'
import { requirePerson } from './account.queries.ts'
import { queueAccountMail } from './queue-account-mail.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { takeCode, type TakenCode } from './take-code.ts'

/**
 * Takes the second factor that somebody signs in with, as `takeCode` does. A recovery code is written down somewhere: its
 * person is told that it was used, and how many are left.
 */
export async function takeSignInCode(
  trx: Transaction<Database>,
  deps: MailDeps & { keys: ServerKeys },
  user: string,
  code: string,
  origin: { ip: string; userAgent: string | null },
): Promise<TakenCode | null> {
  const taken = await takeCode(trx, deps.keys, user, code, deps.clock())
  if (taken !== 'recovery_code') return taken
  const person = await requirePerson(trx, user)
  const left = await countRecoveryCodes(trx, user)
  const { company, locale } = person
  await queueAccountMail(trx, deps, {
    kind: 'code_used',
    user: person,
    company,
    origin,
    left,
    locale: localeOf(locale),
  })
  return taken
}
