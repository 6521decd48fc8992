import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backendOf, embeddedBackend, openBackend, openDatabase } from '@foja/db/open-database'
import type { OpenDatabase } from '@foja/db/database-port'
import { silentLogger } from '@foja/db/silent-logger'
import { withSeal } from '@foja/db/history-seal'
import { sql } from 'kysely'
import { emptyServer } from './empty-servers.ts'
import { createPostgresDatabase, dropPostgresDatabase } from './postgres.ts'

/** The database of the tests: `FOJA_TEST_DATABASE=postgres` selects a real server. */
export const testDatabaseKind = process.env['FOJA_TEST_DATABASE'] === 'postgres' ? 'postgres' : 'embedded'

/** `FOJA_TEST_ROW_SECURITY=off`: no policies in any database of the tests. */
const usesPolicies = process.env['FOJA_TEST_ROW_SECURITY'] !== 'off'

/**
 * A migrated database without rows for one test; call `close` when done. Its handle seals the history. `limitRows`
 * false: queries are limited by their own conditions alone, without the policies of the database.
 */
export async function createTestDatabase(
  kind: OpenDatabase['kind'] = testDatabaseKind,
  limitRows = usesPolicies,
): Promise<OpenDatabase> {
  const database = await (kind === 'postgres' ? openPostgres(limitRows) : openEmbedded(limitRows))
  return { ...database, kysely: withSeal(database.kysely, new Uint8Array(32)) }
}

async function openEmbedded(limitRows: boolean): Promise<OpenDatabase> {
  return openBackend(backendOf(await emptyServer(template), silentLogger, false), true, limitRows)
}

async function openPostgres(limitRows: boolean): Promise<OpenDatabase> {
  const { url, name } = await createPostgresDatabase(
    async (templateUrl) => {
      await (await openDatabase({ url: templateUrl, logger: silentLogger, limitRows: false })).close()
    },
    await schemaHash(),
  )
  const database = await openDatabase({ url, logger: silentLogger, poolSize: 5, limitRows })
  const close = async (): Promise<void> => {
    await database.close()
    await dropPostgresDatabase(name)
  }
  return { ...database, close }
}

/** A tar of a migrated data folder, created once per schema and kept in the system's temporary folder. */
async function template(): Promise<Uint8Array<ArrayBuffer>> {
  const user = process.getuid?.() ?? 'user'
  const folder = join(tmpdir(), `foja-test-${user}`)
  const file = join(folder, `template-${await schemaHash()}.tar`)
  try {
    return new Uint8Array(await readFile(file))
  } catch {
    const backend = await embeddedBackend({ folder: null, dump: null }, silentLogger)
    const database = await openBackend(backend)
    await sql`checkpoint`.execute(database.kysely)
    const dump = await backend.server.dump()
    await database.close()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const draft = `${file}.${process.pid}.${Date.now()}`
    await writeFile(draft, dump)
    await rename(draft, file)
    return dump
  }
}

/** Changes with any migration, the row security and the version of the embedded database. */
export async function schemaHash(): Promise<string> {
  const { migrations } = await import('@foja/db/migrate')
  const hash = createHash('sha256')
  for (const name of Object.keys(migrations)) {
    hash.update(name).update(await readFile(new URL(import.meta.resolve(`@foja/db/migrations/${name}`))))
  }
  hash.update(await readFile(new URL(import.meta.resolve('@foja/db/row-security'))))
  hash.update(await readFile(new URL('../package.json', import.meta.resolve('@foja/db/migrate'))))
  return hash.digest('hex').slice(0, 16)
}
