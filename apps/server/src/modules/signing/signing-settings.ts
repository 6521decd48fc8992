import type * as z from 'zod/mini'
import { can } from '@foja/contracts/policies'
import type { changeSigningSettings, SigningSettings } from '@foja/contracts/signing'
import type { Level } from '@foja/contracts/constants'
import { appendEvent } from '@foja/db/events'
import type { SigningSettingsTable } from '@foja/db/signing-tables'
import { inTransaction } from '@foja/db/transaction'
import type { Selectable, Transaction } from 'kysely'
import type { Database } from '@foja/db/schema'
import type { Ctx, SessionActor } from '../../context.ts'
import type { Authority } from '../../signing-worker/sign-protocol.ts'
import { ProblemError } from '../../http/problem.ts'
import { reseal, seal, unseal } from '../../lib/seal.ts'
import type { KeyChange, Moved, ServerKeys } from '../../keys.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { trustOf } from '../verification-core/public.ts'

const keyOf = (keys: ServerKeys) => keys.derive('tsa-password')

/** The context that binds a password to the company of its settings. */
const contextOf = (idCompany: string | null) => `foja:tsa-password:${idCompany ?? 'none'}`

/** Encrypts the password of a company's timestamp authority. */
const sealTsaPassword = (keys: ServerKeys, password: string, idCompany: string | null): Buffer =>
  seal(keyOf(keys), Buffer.from(password), contextOf(idCompany))

/** Decrypts a password of the same company. Throws when it was altered or moved. */
export const openTsaPassword = (keys: ServerKeys, sealed: Uint8Array, idCompany: string | null): string =>
  unseal(keyOf(keys), sealed, contextOf(idCompany)).toString()

/** Encrypts the password of every company's timestamp authority with the server's new key. */
export async function resealTsaPasswords(trx: Transaction<Database>, { from, to }: KeyChange): Promise<Moved> {
  const rows = await trx
    .selectFrom('signing_settings')
    .select(['id_company', 'tsa_password'])
    .where('tsa_password', 'is not', null)
    .forUpdate()
    .execute()
  const count: Moved = { moved: 0, unopened: 0 }
  for (const { id_company, tsa_password } of rows) {
    const sealed = reseal(keyOf(from), keyOf(to), tsa_password!, contextOf(id_company))
    count[sealed === null ? 'unopened' : 'moved'] += 1
    if (sealed === null) continue
    await trx
      .updateTable('signing_settings')
      .set({ tsa_password: sealed })
      .where('id_company', id_company === null ? 'is' : '=', id_company)
      .execute()
  }
  return count
}

type Row = Selectable<SigningSettingsTable>

/** The defaults for signatures of a company's users. */
export type SigningRules = Pick<SigningSettings, 'hash' | 'appearance' | 'repeat'> & {
  level: Level
  tsa: Authority | null
}

export type SettingsChange = z.output<typeof changeSigningSettings.body>

const defaults = {
  level: 'B-B',
  hash: 'sha256',
  appearance: 'qr',
  repeat: 'once',
  tsa_url: null,
  tsa_username: null,
  tsa_policy: null,
} as const

/** Whose company's settings apply. */
type Settled = Pick<Ctx, 'db' | 'keys'> & { actor: { id_company: string | null } }

async function findRow({ db, actor }: Settled): Promise<Row | undefined> {
  return await db
    .selectFrom('signing_settings')
    .selectAll()
    .where('id_company', actor.id_company === null ? 'is' : '=', actor.id_company)
    .executeTakeFirst()
}

/** The settings of a row. The database constrains the columns to values of the contract. */
function settingsOf(row: Row | undefined): Omit<SigningSettings, 'tsa_has_password' | 'may_change'> {
  if (row === undefined) return defaults
  const { level, hash, appearance, repeat, tsa_url, tsa_username, tsa_policy } = row
  return { level, hash, appearance, repeat, tsa_url, tsa_username, tsa_policy } as ReturnType<typeof settingsOf>
}

function present({ actor }: Ctx, row: Row | undefined): SigningSettings {
  return {
    ...settingsOf(row),
    tsa_has_password: (row?.tsa_password ?? null) !== null,
    may_change: can('signing.configure', actor),
  }
}

/** The settings of the caller's company as the API presents them. */
export async function readSettings(ctx: Ctx): Promise<SigningSettings> {
  return present(ctx, await findRow(ctx))
}

/** The settings of the caller's company for the engine, with the password decrypted. */
export async function rulesOf(ctx: Settled): Promise<SigningRules> {
  const row = await findRow(ctx)
  const { level, hash, appearance, repeat, tsa_url: url, tsa_username: username, tsa_policy: policy } = settingsOf(row)
  const sealed = row?.tsa_password ?? null
  const password = sealed === null ? null : openTsaPassword(ctx.keys, sealed, ctx.actor.id_company)
  const tsa = url === null ? null : { url, username, password, policy }
  return { level, hash, appearance, repeat, tsa }
}

/** Requires an HTTP(S) URL without credentials: those have their own fields and are encrypted. */
function requireAddress(url: string): URL {
  if (!URL.canParse(url)) throw new ProblemError('validation_failed', { field: 'tsa_url' })
  const parsed = new URL(url)
  const isPlain = /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === ''
  if (!isPlain) throw new ProblemError('validation_failed', { field: 'tsa_url' })
  return parsed
}

/** The encrypted password after the change. A stored password is kept only for the same server. */
function nextPassword({ keys, actor }: Ctx, before: Row | undefined, change: SettingsChange) {
  const { tsa_password: newPassword, tsa_url: url } = change
  if (url === null) return null
  if (newPassword === undefined) {
    const same =
      before !== undefined && before.tsa_url !== null && new URL(before.tsa_url).origin === new URL(url).origin
    return same ? before.tsa_password : null
  }
  if (newPassword === null || newPassword === '') return null
  return sealTsaPassword(keys, newPassword, actor.id_company)
}

/**
 * Changes the signing settings of the caller's company.
 * @throws ProblemError validation_failed, timestamp_not_configured when the level needs an authority and none is set
 */
export async function changeSettings(ctx: Ctx, change: SettingsChange): Promise<SigningSettings> {
  const { db, clock, actor, ip } = ctx
  if (change.tsa_url !== null) requireAddress(change.tsa_url)
  else if (change.level !== 'B-B') throw new ProblemError('timestamp_not_configured', { field: 'tsa_url' })
  const { tsa_password: _given, ...settings } = change
  const at = clock()
  const idCompany = actor.id_company
  const password = nextPassword(ctx, await findRow(ctx), change)
  const row = { ...settings, tsa_password: password, updated_by: actor.id, updated_at: at }
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('signing_settings')
      .values({ id_company: idCompany, ...row })
      .onConflict((conflict) => conflict.constraint('signing_settings_company_key').doUpdateSet(row))
      .execute()
    const { level, hash, appearance, repeat, tsa_url } = settings
    await appendEvent(trx, {
      action: 'signing.configured',
      id_company: idCompany,
      actor: actor.id,
      actor_label: actor.nombre,
      data: { level, hash, appearance, repeat, tsa: tsa_url === null ? null : new URL(tsa_url).host },
      ip,
      at,
    })
  })
  return present(ctx, await findRow(ctx))
}

/**
 * Requests a timestamp of random bytes from the company's authority.
 * @throws ProblemError timestamp_not_configured, timestamp_failed
 */
export async function testTimestamp(ctx: Ctx) {
  const { tsa } = await rulesOf(ctx)
  if (tsa === null) throw new ProblemError('timestamp_not_configured')
  return await askTimestamp(ctx, tsa)
}

/**
 * Requests a timestamp of random bytes from an authority.
 * @throws ProblemError timestamp_failed
 */
export async function askTimestamp(
  { db, clock, engine, actor }: Pick<Ctx, 'db' | 'clock' | 'engine'> & { actor: Pick<SessionActor, 'id_company'> },
  tsa: Authority,
) {
  const trust = await trustOf(db, actor.id_company)
  try {
    const found = await engine.timestamp({ services: { tsa, ...trust, now: clock().getTime() } })
    return { tsa: found.tsa, time: new Date(found.time).toISOString(), trusted: found.trusted }
  } catch (error) {
    throw padesProblem(error)
  }
}
