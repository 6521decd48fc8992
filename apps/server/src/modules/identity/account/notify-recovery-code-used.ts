import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { localeOf } from '../../../texts/locale.ts'
import type { MailDeps } from '../../outbox/public.ts'
import type { AccountPerson } from './account.queries.ts'
import { queueAccountMail } from './queue-account-mail.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/** Notifies a user that a recovery code was used, and how many are left. */
export async function notifyRecoveryCodeUsed(
  trx: Transaction<Database>,
  deps: MailDeps,
  person: AccountPerson,
  origin: { ip: string; userAgent: string | null },
): Promise<void> {
  const left = await countRecoveryCodes(trx, person.id)
  const { company, locale } = person
  await queueAccountMail(trx, deps, {
    kind: 'code_used',
    user: person,
    company,
    origin,
    left,
    locale: localeOf(locale),
  })
}
