import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { Client } from 'pg'
import type { GuardState } from './postgres-guard.ts'

/**
 * A real PostgreSQL from an npm package, one per test run: the first test that needs it starts a guard process, which
 * creates the cluster, runs the server, and stops it when the run's process ends.
 */

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

interface RunningServer {
  port: number
  password: string
}

let server: Promise<RunningServer> | null = null

function runningServer(): Promise<RunningServer> {
  server ??= findOrStart()
  return server
}

async function findOrStart(): Promise<RunningServer> {
  // vitest runs a file in a child process or a thread; either way this is the process of the whole run.
  const run = isMainThread ? process.ppid : process.pid
  const base = join(tmpdir(), `foja-test-${process.getuid?.() ?? 'user'}`)
  const folder = join(base, `postgres-${run}`)
  await mkdir(base, { recursive: true })
  const first = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (first) {
    const guard = fileURLToPath(new URL('./postgres-guard.ts', import.meta.url))
    spawn(process.execPath, [guard, folder, String(run)], { detached: true, stdio: 'ignore' }).unref()
  }
  return waitUntilReady(folder)
}

async function waitUntilReady(folder: string): Promise<RunningServer> {
  for (let tries = 0; tries < 1200; tries += 1) {
    const text = await readFile(join(folder, 'state.json'), 'utf8').catch(() => null)
    if (text !== null) {
      const state = JSON.parse(text) as GuardState
      if ('error' in state) throw new Error(`the test PostgreSQL did not start: ${state.error}`)
      return state
    }
    await delay(100)
  }
  throw new Error(`the test PostgreSQL did not start in ${folder}`)
}

async function asAdmin(to: RunningServer, work: (admin: Client) => Promise<void>): Promise<void> {
  const admin = new Client({ connectionString: urlOf(to, 'postgres') })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function urlOf({ port, password }: RunningServer, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
}
