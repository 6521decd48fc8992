import { openBackendOf, openDatabase } from '@foja/db/open-database'
import { migrateToLatest, migrations } from '@foja/db/migrate'
import { silentLogger } from '@foja/db/silent-logger'
import { prepareDatabase } from '@foja/testing/data-folder'
import { createPostgresDatabase, dropPostgresDatabase } from '@foja/testing/postgres'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, Caller } from '../test/office.ts'
import { runToolWith } from '../test/run-tool.ts'
import { detailsOf, sign, signedOf, verify } from '../test/signing.ts'
import { TestClient } from '../test/test-client.ts'
import { readConfig } from './config.ts'
import { startServer } from './start-server.ts'
import type { SolicitudMainPage } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'

/**
 * What release 0.2.0 (2026-11-23) left after its set-up with the sample office, a stored key and a signed document: its
 * rows as JSON, its files and its keys.
 */
type Release = { rows: Record<string, object[]>; files: Record<string, string>; document: string }
const release = JSON.parse(
  gunzipSync(await readFile(new URL('../test/releases/0.2.0.json.gz', import.meta.url))).toString('utf8'),
) as Release
const lastMigration = '0014-authorities'
const admin = { email: 'lucia@condorandino.ec', password: 'seis gatos leen el diario' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foja-upgrade-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Creates the database and the files as that release had them. */
async function installRelease(url: string | undefined): Promise<void> {
  const backend = await openBackendOf({ url, folder: join(folder, 'db'), logger: silentLogger }, false)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: backend.pool }) })
  const known = Object.entries(migrations).filter(([name]) => name <= lastMigration)
  expect(await migrateToLatest(db, Object.fromEntries(known))).toHaveLength(14)
  await db.transaction().execute(async (trx) => {
    // Without triggers and foreign keys: what they maintain is among the rows.
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const [table, rows] of Object.entries(release.rows)) {
      const name = sql.table(table)
      await sql`delete from ${name}`.execute(trx)
      const columns = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_name = ${table} and table_schema = current_schema() and is_generated = 'NEVER'`.execute(trx)
      const list = sql.join(columns.rows.map((column) => sql.ref(column.name)))
      await sql`insert into ${name} (${list}) overriding system value
        select ${list} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)`.execute(trx)
    }
    const counted = await sql<{ table: string; column: string; sequence: string }>`
      select table_name as table, column_name as column,
        pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
      from information_schema.columns
      where table_schema = current_schema()
        and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`.execute(trx)
    for (const { table, column, sequence } of counted.rows) {
      await sql`select setval(${sequence}, coalesce(max(${sql.ref(column)}), 0) + 1, false) from ${sql.table(table)}`.execute(
        trx,
      )
    }
  })
  await db.destroy()
  await backend.close()
  for (const [path, content] of Object.entries(release.files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), Buffer.from(content, 'base64'), { mode: 0o600 })
  }
}

async function signIn(origin: string): Promise<Caller> {
  const client = new TestClient(origin)
  expect((await client.signIn(admin.email, admin.password)).status).toBe(200)
  return new Caller(origin, '', admin.email, (await client.token())!)
}

describe('an installation of release 0.2.0', () => {
  it.each(['embedded', 'postgres'] as const)('migrates and works with this release (%s)', async (kind) => {
    const postgres = kind === 'postgres' ? await createPostgresDatabase(async () => {}, 'empty') : null
    const environment = { FOJA_DATA_DIR: folder, DATABASE_URL: postgres?.url ?? '', PORT: '0', LOG_LEVEL: 'error' }
    try {
      await installRelease(postgres?.url)
      const server = await startServer({ config: readConfig(environment) })
      try {
        await server.working
        const caller = await signIn(server.url)
        const { results } = await caller.read<SolicitudMainPage>('/api/v1/get_list_solicitud_main_type2/?pagination=1')
        expect(results.length).toBeGreaterThan(0)
        const document = { id_documento: release.document }
        const before = await verify(caller, document)
        expect(before.signatures).toHaveLength(1)
        expect(before.signatures[0]).toMatchObject({ integrity: true })
        // With the key that the former release stored.
        await signedOf(await sign(caller, document))
        expect((await verify(caller, document)).signatures).toHaveLength(2)
        const { pdf_path } = await detailsOf(caller, document)
        const { pages } = await bodyOf<{ pages: { url: string }[] }>(
          await caller.post('/api/v1/pdf_to_image/', { pdf_path }),
          200,
        )
        expect((await caller.call(pages[0]!.url)).status).toBe(200)
      } finally {
        await server.close()
      }
      const doctor = await runToolWith({ DATABASE_URL: postgres?.url ?? '' }, 'doctor', '--data', folder, '--files')
      expect(doctor.status, doctor.output).toBe(0)
    } finally {
      if (postgres !== null) await dropPostgresDatabase(postgres.name)
    }
  })
})

it('a database of a later release is refused in one sentence, and stays as it is', async () => {
  await prepareDatabase(join(folder, 'db'))
  const open = () => openDatabase({ folder: join(folder, 'db'), logger: silentLogger, migrate: false })
  const applied = async () => {
    const database = await open()
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      database.kysely,
    )
    await database.close()
    return rows.map(({ name }) => name)
  }
  const database = await open()
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(database.kysely)
  await database.close()
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    env: { ...process.env, FOJA_DATA_DIR: folder, DATABASE_URL: '', PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect(code).toBe(1)
  expect(output).toBe('')
  expect(
    error
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg),
  ).toEqual(['Los datos son de una versión más nueva de Foja. Actualiza Foja y vuelve a iniciarla; no se cambió nada.'])
  expect(await applied()).toEqual([...Object.keys(migrations), '9999-later'])
})
