import { tableRows } from '@foja/testing/table-rows'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { TestServer } from './test-server.ts'

/** A log for tests: pass `logger` to the server; `text` returns what was written since `clear`. */
export function readableLog(): { logger: { level: 'trace'; stream: Writable }; text: () => string; clear: () => void } {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  return { logger: { level: 'trace', stream }, text: () => lines.join(''), clear: () => void (lines.length = 0) }
}

/** Everything that a server has written: its tables, its files and its log. */
export async function everythingWritten(server: TestServer, log: string): Promise<string[]> {
  const tables: string[] = []
  for await (const [name, rows] of tableRows(server.deps.db)) tables.push(name, rows)
  const found = [tables.join('\n'), log]
  for (const entry of await readdir(server.folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) found.push((await readFile(join(entry.parentPath, entry.name))).toString('latin1'))
  }
  return found
}

/** The encodings in which a secret might have been written: hexadecimal, base64 and Latin-1. */
export function formsOf(secret: Buffer): string[] {
  return [secret.toString('hex'), secret.toString('base64').slice(2, 30), secret.toString('latin1')]
}
