import type * as z from 'zod/mini'
import type { changeMailSettings, MailSecurity, MailSettings } from '@foja/contracts/mail-settings'
import { appendEvent } from '@foja/db/events'
import type { MailSettingsTable } from '@foja/db/message-tables'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { oneLine, parseAddress } from '@foja/mail/address'
import type { SmtpServer } from '@foja/mail/smtp-url'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { MailServer } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import type { KeyChange, Moved, ServerKeys } from '../../keys.ts'
import { reseal, seal, unseal } from '../../lib/seal.ts'

type Row = Selectable<MailSettingsTable>
type Target = Pick<Row, 'host' | 'port' | 'security' | 'username'>
export type MailChange = z.output<typeof changeMailSettings.body>

const keyOf = (keys: ServerKeys) => keys.derive('mail-password')

/** The context that binds the password to its server: a changed row cannot send it elsewhere or in the clear. */
const contextOf = ({ host, port, security, username }: Target) =>
  `foja:mail-password:${JSON.stringify([host, port, security, username])}`

/** Encrypts the password of the mail server with the server's new key. */
export async function resealMailPassword(trx: Transaction<Database>, { from, to }: KeyChange): Promise<Moved> {
  const row = await trx.selectFrom('mail_settings').selectAll().forUpdate().executeTakeFirst()
  if (row === undefined || row.password === null) return { moved: 0, unopened: 0 }
  const password = reseal(keyOf(from), keyOf(to), row.password, contextOf(row))
  if (password === null) return { moved: 0, unopened: 1 }
  await trx.updateTable('mail_settings').set({ password }).execute()
  return { moved: 1, unopened: 0 }
}

const findRow = async (db: Kysely<Database>): Promise<Row | undefined> =>
  await db.selectFrom('mail_settings').selectAll().executeTakeFirst()

/** The password of a row; null: it has none; undefined: it does not open. */
function openPassword(keys: ServerKeys, row: Row): string | null | undefined {
  if (row.password === null) return null
  try {
    return unseal(keyOf(keys), row.password, contextOf(row)).toString()
  } catch {
    return undefined
  }
}

const starttls = { tls: 'auto', starttls: 'always', none: 'never' } as const satisfies Record<MailSecurity, string>

/** The stored mail server and sender; null if there is none or its password does not open. */
export async function findMailServer(db: Kysely<Database>, keys: ServerKeys): Promise<MailServer | null> {
  const row = await findRow(db)
  const password = row === undefined ? undefined : openPassword(keys, row)
  if (row === undefined || password === undefined) return null
  const { host, port, security, username, from_name: name, from_address: address } = row
  const auth = username === null || password === null ? null : { user: username, pass: password }
  return {
    server: { host, port, secure: security === 'tls', auth, starttls: starttls[security] },
    from: { name, address },
  }
}

/** Whether a mail server is stored and its password opens. The database may be of an earlier release. */
export async function checkMailServer(db: Kysely<Database>, keys: ServerKeys): Promise<'none' | 'usable' | 'locked'> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('mail_settings') is not null as found`.execute(db)
  const row = rows[0]?.found === true ? await findRow(db) : undefined
  if (row === undefined) return 'none'
  return openPassword(keys, row) === undefined ? 'locked' : 'usable'
}

const securityOf = ({ secure, starttls: upgrade }: SmtpServer): MailSecurity =>
  secure ? 'tls' : upgrade === 'never' ? 'none' : 'starttls'

function presentEnvironment({ server, from }: MailServer): MailSettings {
  const { host, port, auth } = server
  return {
    source: 'environment',
    settings: {
      host,
      port,
      security: securityOf(server),
      username: auth?.user ?? null,
      from_name: from.name,
      from_address: from.address,
      has_password: auth !== null,
      usable: true,
    },
  }
}

/** The mail settings in use, without the password. */
export async function readMailSettings({ db, keys, mailSetup }: Ctx): Promise<MailSettings> {
  if (mailSetup.environment !== null) return presentEnvironment(mailSetup.environment)
  const row = await findRow(db)
  if (row === undefined) return { source: null, settings: null }
  const { host, port, security, username, from_name, from_address, password } = row
  const usable = openPassword(keys, row) !== undefined
  return {
    source: 'product',
    settings: { host, port, security, username, from_name, from_address, has_password: password !== null, usable },
  }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host)

const isSameTarget = (a: Target, b: Target) => contextOf(a) === contextOf(b)

/** The sealed password after the change; the stored one stays only for the same server and user. */
function nextPassword(keys: ServerKeys, before: Row | undefined, change: MailChange): Uint8Array | null {
  if (change.username === null) return null
  if (change.password !== undefined && change.password !== null && change.password !== '') {
    return seal(keyOf(keys), Buffer.from(change.password), contextOf(change))
  }
  const kept = before !== undefined && isSameTarget(before, change) ? before.password : null
  if (kept === null) throw new ProblemError('mail_password_missing', { field: 'password' })
  return kept
}

function requireOwnSettings({ mailSetup }: Ctx): void {
  if (mailSetup.environment !== null) throw new ProblemError('mail_in_environment')
}

/**
 * Changes the mail server and the sender of the installation; the next message uses them.
 * @throws ProblemError validation_failed, mail_in_environment, mail_password_missing, mail_password_in_clear
 */
export async function changeMail(ctx: Ctx, change: MailChange): Promise<MailSettings> {
  const { db, clock, keys, actor, ip, mailSetup } = ctx
  requireOwnSettings(ctx)
  const address = parseAddress(change.from_address)
  if (address === null) throw new ProblemError('validation_failed', { field: 'from_address' })
  if (change.security === 'none' && change.username !== null && !isLoopback(change.host)) {
    throw new ProblemError('mail_password_in_clear', { field: 'security' })
  }
  const { host, port, security, username } = change
  const at = clock()
  await inTransaction(db, async (trx) => {
    const before = await trx.selectFrom('mail_settings').selectAll().forUpdate().executeTakeFirst()
    const row = {
      host,
      port,
      security,
      username,
      password: nextPassword(keys, before, change),
      from_name: oneLine(change.from_name),
      from_address: address,
      updated_by: actor.id,
      updated_at: at,
    }
    await trx
      .insertInto('mail_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
      .execute()
    await appendEvent(trx, {
      action: 'mail.configured',
      actor: actor.id,
      actor_label: actor.nombre,
      data: { host, port, security, from: address },
      ip,
      at,
    })
  })
  await mailSetup.changed()
  return await readMailSettings(ctx)
}

/**
 * Deletes the mail server of the installation; later messages are held.
 * @throws ProblemError mail_in_environment
 */
export async function removeMail(ctx: Ctx): Promise<MailSettings> {
  const { db, clock, actor, ip, mailSetup } = ctx
  requireOwnSettings(ctx)
  await inTransaction(db, async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('mail_settings').executeTakeFirst()
    if (numDeletedRows === 0n) return
    const who = { actor: actor.id, actor_label: actor.nombre, ip, at: clock() }
    await appendEvent(trx, { action: 'mail.removed', data: {}, ...who })
  })
  await mailSetup.changed()
  return await readMailSettings(ctx)
}
