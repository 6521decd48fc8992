import { randomUUID } from 'node:crypto'
import type { Database } from '@foja/db/schema'
import { sql, type Transaction } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { plansOf } from '../../../../test/query-plans.ts'
import { startTestServer } from '../../../../test/test-server.ts'
import { createThrottle } from '../../../http/throttle.ts'
import { findOpenLink, voidLinks } from '../account/links.queries.ts'
import { findPasskey, findPasskeys } from '../account/passkeys.queries.ts'
import { countRecoveryCodes } from '../account/recovery-codes.ts'
import { findOwnSessions } from './own-sessions.ts'
import { createRefreshToken } from './refresh-token.ts'
import { endSessions, findByProvider, findCredentials, findLiveActor, findRefreshToken } from './session.queries.ts'

const server = await startTestServer()
// Enough rows that a sequential scan would not pay.
const statements = [
  sql`insert into company (id, nombre) select gen_random_uuid(), 'Oficina ' || n from generate_series(1, 2000) n`,
  sql`insert into app_user (id, email, nombre, role, id_company, oidc_subject)
      select gen_random_uuid(), id || '@foja.example', 'Persona', 'usuario', id, 'https://issuer.example ' || id from company`,
  sql`insert into session (id, id_user, expires_at) select id, id, now() + interval '1 day' from app_user`,
  sql`insert into refresh_token (hash, id_session, expires_at)
      select encode(sha256(id::text::bytea), 'hex'), id, expires_at from session`,
  sql`insert into one_time_link (id, hash, id_user, kind, expires_at)
      select id, encode(sha256(id::text::bytea), 'hex'), id, 'reset', now() from app_user`,
  sql`insert into recovery_code (id_user, hash) select id, encode(sha256(id::text::bytea), 'hex') from app_user`,
  sql`insert into api_key (id, id_user, hash, prefix, nombre, scopes, networks, expires_at)
      select id, id, encode(sha256(id::text::bytea), 'hex'), 'foja_', 'Clave', '{}', '{}', now() from app_user`,
  sql`insert into passkey (id, id_user, credential_id, public_key, counter, transports, synced, nombre)
      select id, id, id::text, 'pQ', 0, '', false, 'Llave' from app_user`,
  sql`analyze`,
]
for (const statement of statements) await statement.execute(server.deps.db)
afterAll(() => server.close())

const [id, now] = [randomUUID(), new Date()]
const rule = { tries: 10, seconds: 900 }

/** Lookups of the sign-in and of every request. */
const lookups: Record<string, (trx: Transaction<Database>) => Promise<unknown>> = {
  'a user by address': (trx) => findCredentials(trx, 'ana@foja.example'),
  'a user by provider account': (trx) => findByProvider(trx, 'https://issuer.example ana'),
  'who speaks': (trx) => findLiveActor(trx, { user: id, session: id }, now),
  'a refresh token': (trx) => findRefreshToken(trx, createRefreshToken(false), now),
  'the own sessions': (trx) => findOwnSessions(trx, id, id, now),
  'the sessions that end': (trx) => endSessions(trx, { user: id, reason: 'deactivated', at: now }),
  'a one-time link': (trx) => findOpenLink(trx, { hash: 'a'.repeat(64) }, now),
  'the links that become void': (trx) => voidLinks(trx, id, now),
  'the recovery codes': (trx) => countRecoveryCodes(trx, id),
  'a passkey': (trx) => findPasskey(trx, 'A'.repeat(43)),
  'the passkeys of a user': (trx) => findPasskeys(trx, id),
  'the number of tries': (trx) => createThrottle(trx, () => now).hit('sign-in account', 'ana', rule),
}

it.each(Object.entries(lookups))('looking up %s uses an index', async (_, lookup) => {
  const plans = await plansOf(server.deps.db, lookup)
  expect(plans).not.toEqual([])
  for (const plan of plans) expect(plan).not.toContain('Seq Scan')
})
