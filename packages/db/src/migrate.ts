import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { DatabaseProblem } from './errors.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as signing from './migrations/0002-signing.ts'
import * as casework from './migrations/0003-casework.ts'
import * as lists from './migrations/0004-lists.ts'
import * as templates from './migrations/0005-templates.ts'
import * as messages from './migrations/0006-messages.ts'
import * as acts from './migrations/0007-acts.ts'
import * as people from './migrations/0008-people.ts'
import * as upkeep from './migrations/0009-upkeep.ts'
import * as ownCounts from './migrations/0010-own-counts.ts'
import * as givenPasswords from './migrations/0011-given-passwords.ts'
import * as nextSecondFactors from './migrations/0012-next-second-factors.ts'
import * as readers from './migrations/0013-readers.ts'
import * as authorities from './migrations/0014-authorities.ts'
import * as idempotency from './migrations/0015-idempotency.ts'
import * as historySeals from './migrations/0016-history-seals.ts'
import * as passkeys from './migrations/0017-passkeys.ts'
import * as companyRows from './migrations/0018-company-rows.ts'
import * as activeContent from './migrations/0019-active-content.ts'
import * as sessionBrowsers from './migrations/0020-session-browsers.ts'
import * as deletedCases from './migrations/0021-deleted-cases.ts'
import * as mailSettings from './migrations/0022-mail-settings.ts'
import * as caseStatus from './migrations/0023-case-status.ts'
import * as messageRequests from './migrations/0024-message-requests.ts'
import * as requests from './migrations/0025-requests.ts'
import * as simpleSignatures from './migrations/0026-simple-signatures.ts'
import * as convocations from './migrations/0027-convocations.ts'
import * as batchRequests from './migrations/0028-batch-requests.ts'
import * as recipientMail from './migrations/0029-recipient-mail.ts'
import * as apiKeys from './migrations/0030-api-keys.ts'
import * as recipientFields from './migrations/0031-recipient-fields.ts'
import * as webhooks from './migrations/0032-webhooks.ts'
import * as privacy from './migrations/0033-privacy.ts'
import * as embedding from './migrations/0034-embedding.ts'
import * as provisioning from './migrations/0035-provisioning.ts'
import type { Database } from './schema.ts'

/** Every migration, in order of its name; a released one is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-foundation': foundation,
  '0002-signing': signing,
  '0003-casework': casework,
  '0004-lists': lists,
  '0005-templates': templates,
  '0006-messages': messages,
  '0007-acts': acts,
  '0008-people': people,
  '0009-upkeep': upkeep,
  '0010-own-counts': ownCounts,
  '0011-given-passwords': givenPasswords,
  '0012-next-second-factors': nextSecondFactors,
  '0013-readers': readers,
  '0014-authorities': authorities,
  '0015-idempotency': idempotency,
  '0016-history-seals': historySeals,
  '0017-passkeys': passkeys,
  '0018-company-rows': companyRows,
  '0019-active-content': activeContent,
  '0020-session-browsers': sessionBrowsers,
  '0021-deleted-cases': deletedCases,
  '0022-mail-settings': mailSettings,
  '0023-case-status': caseStatus,
  '0024-message-requests': messageRequests,
  '0025-requests': requests,
  '0026-simple-signatures': simpleSignatures,
  '0027-convocations': convocations,
  '0028-batch-requests': batchRequests,
  '0029-recipient-mail': recipientMail,
  '0030-api-keys': apiKeys,
  '0031-recipient-fields': recipientFields,
  '0032-webhooks': webhooks,
  '0033-privacy': privacy,
  '0034-embedding': embedding,
  '0035-provisioning': provisioning,
}

/**
 * Brings the schema up to date and returns the names of the applied migrations. All pending migrations run in one
 * transaction; on PostgreSQL Kysely takes an advisory lock, so that several starting nodes wait for each other. Throws
 * `database_from_newer_version` when a later release made the schema.
 */
export async function migrateToLatest(
  db: Kysely<Database>,
  known: Readonly<Record<string, Migration>> = migrations,
): Promise<string[]> {
  // The Migrator looks at the whole catalogue, a fifth of a second on the embedded database.
  if ((await appliedOf(db, known)) === Object.keys(known).length) return []
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve({ ...known }) }
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** True if the schema is that of an earlier release, or there is none. Throws `database_from_newer_version`. */
export async function hasPendingMigrations(db: Kysely<Database>): Promise<boolean> {
  return (await appliedOf(db, migrations)) < Object.keys(migrations).length
}

/** True if a release of Foja made the schema of this database. */
export async function hasSchema(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`.execute(db)
  return rows[0]?.name != null
}

/** The number of applied migrations. */
async function appliedOf(db: Kysely<Database>, known: Readonly<Record<string, Migration>>): Promise<number> {
  if (!(await hasSchema(db))) return 0
  const { rows: applied } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const strangers = applied.map((row) => row.name).filter((name) => !(name in known))
  if (strangers.length > 0) {
    throw new DatabaseProblem(
      'database_from_newer_version',
      `the database was written by a newer release (unknown migrations: ${strangers.join(', ')})`,
    )
  }
  return applied.length
}
