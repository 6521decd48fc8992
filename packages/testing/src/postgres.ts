import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { PostgresState } from './postgres-guard.ts'
import { findServer } from './server-guard.ts'

/** A real PostgreSQL from an npm package, one per test run (`server-guard`). */

/** Creates a database from the template of this schema; `migrate` fills the template the first time. */
export async function createPostgresDatabase(
  migrate: (url: string) => Promise<void>,
  schemaHash: string,
): Promise<{ url: string; name: string }> {
  const server = await runningServer()
  const template = `foja_template_${schemaHash}`
  const name = `foja_${randomBytes(8).toString('hex')}`
  await asAdmin(server, async (admin) => {
    // One at a time: CREATE DATABASE … TEMPLATE requires exclusive access to the template.
    await admin.query('select pg_advisory_lock(7040)')
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      await admin.query(`drop database if exists ${template}_draft with (force)`)
      await admin.query(`create database ${template}_draft`)
      await migrate(urlOf(server, `${template}_draft`))
      await admin.query(`alter database ${template}_draft rename to ${template}`)
    }
    await admin.query(`create database ${name} template ${template}`)
  })
  return { url: urlOf(server, name), name }
}

/** URL of the database with this name, for a second program. */
export async function postgresUrl(name: string): Promise<string> {
  return urlOf(await runningServer(), name)
}

export async function dropPostgresDatabase(name: string): Promise<void> {
  await asAdmin(await runningServer(), async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`)
  })
}

function runningServer(): Promise<PostgresState> {
  server ??= findServer<PostgresState>('postgres', new URL('./postgres-guard.ts', import.meta.url))
  return server
}

let server: Promise<PostgresState> | null = null

async function asAdmin(to: PostgresState, work: (admin: Client) => Promise<void>): Promise<void> {
  const admin = new Client({ connectionString: urlOf(to, 'postgres') })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function urlOf({ port, password }: PostgresState, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
}
