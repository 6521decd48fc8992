import { openDatabase } from '@foja/db/open-database'
import { tableRows } from '@foja/testing/table-rows'
import { SecretSearch } from '@foja/testing/traces'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Secrets } from './secrets.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** The rows of a stopped database: in its files long values are compressed. */
async function* rowsOf(folder: string): AsyncGenerator<[string, Buffer]> {
  const { kysely, close } = await openDatabase({ folder, logger: quiet, migrate: false })
  try {
    for await (const [table, rows] of tableRows(kysely)) yield [`table ${table}`, Buffer.from(rows)]
  } finally {
    await close()
  }
}

async function* filesOf(folder: string): AsyncGenerator<[string, Buffer]> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) yield [relative(folder, path), await readFile(path)]
  }
}

async function* everything(folder: string, log: string): AsyncGenerator<[string, Buffer]> {
  yield ['log', Buffer.from(log)]
  yield* filesOf(folder)
  const database = join(folder, 'data', 'db')
  if (existsSync(database)) yield* rowsOf(database)
}

/** The places where a stopped Foja has left the given secrets. */
export async function findSecrets(folder: string, log: string, secrets: Secrets): Promise<string[]> {
  const search = new SecretSearch(secrets)
  const found: string[] = []
  for await (const [place, bytes] of everything(folder, log)) {
    for (const name of search.in(bytes)) found.push(`${name} in ${place}`)
  }
  return found
}
