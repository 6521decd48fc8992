import { withoutExamples } from '@foja/mail/example-address'
import { createSmtpMailer } from '@foja/mail/smtp-mailer'
import { AsyncResource } from 'node:async_hooks'
import type { AppDeps, MailServer, MailSetup } from '../../deps.ts'
import { findMailServer } from './mail-settings.ts'

const channel = 'mail_settings'

const mailerOf = ({ server, from }: MailServer, name: string | undefined): NonNullable<AppDeps['mail']> => ({
  mailer: withoutExamples(createSmtpMailer({ server, ...(name === undefined ? {} : { name }) })),
  from,
})

type Host = Pick<AppDeps, 'db' | 'keys' | 'bus' | 'mail' | 'mailSetup'>
type Source = Pick<MailSetup, 'environment' | 'name'>

/**
 * Sets `deps.mail` from the environment, else from the stored settings, and again whenever an admin changes them, in
 * every process on the same database. Returns the function that stops it.
 */
export async function connectMail(deps: Host, { environment, name }: Source): Promise<() => Promise<void>> {
  let stopped = false
  const load = async () => {
    const found = environment ?? (await findMailServer(deps.db, deps.keys))
    if (!stopped) deps.mail = found === null ? null : mailerOf(found, name)
  }
  deps.mailSetup = {
    environment,
    name,
    changed: async () => {
      await load()
      await deps.bus.notify(channel, '')
    },
  }
  await load()
  if (environment !== null) return async () => {}
  // A message from the database connection must not inherit the async context of the transaction that sent it.
  const unlisten = await deps.bus.listen(
    channel,
    AsyncResource.bind(() => void load().catch(() => {})),
  )
  return async () => {
    stopped = true
    await unlisten()
  }
}
