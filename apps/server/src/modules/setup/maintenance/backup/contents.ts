import { createHash, type Hash } from 'node:crypto'
import * as z from 'zod/mini'

/*
 * A backup, version 1: a tar in the age format (age-encryption.org/v1), with these entries in this order.
 *
 *   foja.json                    the head: migrations, tables with their columns, sequences
 *   db/<table>.<part>.copy       rows in PostgreSQL's text format of COPY, in parts of whole lines
 *   files/<key>                  stored objects as they are on the disk: encrypted ones stay encrypted
 *   manifest.json                rows and SHA-256 of each table; number, bytes and SHA-256 of the files
 *
 * The manifest comes last, so that a backup that was cut off has none.
 */
export const headName = 'foja.json'
export const manifestName = 'manifest.json'

const identifier = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/))
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const amount = z.int().check(z.minimum(0))

export const headSchema = z.strictObject({
  format: z.literal(1),
  at: z.iso.datetime(),
  /** Ids of the installation and of its key file; null: the database was new. */
  installation: z.nullable(z.string()),
  keys: z.nullable(z.string()),
  migrations: z.array(z.string()),
  tables: z.array(z.strictObject({ name: identifier, columns: z.array(identifier) })),
  sequences: z.array(z.strictObject({ name: identifier, value: z.string(), used: z.boolean() })),
})
export type BackupHead = z.infer<typeof headSchema>

export const manifestSchema = z.strictObject({
  tables: z.record(identifier, z.strictObject({ rows: amount, sha256: digest })),
  files: z.strictObject({ count: amount, bytes: amount, sha256: digest }),
})
export type BackupManifest = z.infer<typeof manifestSchema>

export type BackupSummary = { head: BackupHead; manifest: BackupManifest }

export const partName = (table: string, part: number): string => `db/${table}.${String(part).padStart(6, '0')}.copy`
export const fileName = (key: string): string => `files/${key}`

type EntryKind = { kind: 'rows'; table: string } | { kind: 'file'; key: string }

/** What an entry holds; null for an unknown name. */
export function entryKind(name: string): EntryKind | null {
  const rows = /^db\/([a-z0-9_]+)\.\d+\.copy$/.exec(name)
  if (rows !== null) return { kind: 'rows', table: rows[1]! }
  const file = /^files\/([0-9a-f]{64})$/.exec(name)
  return file === null ? null : { kind: 'file', key: file[1]! }
}

const newline = 0x0a

/** Counts lines: COPY writes a line feed within a value as two characters. */
function countLines(rows: Uint8Array): number {
  let lines = 0
  for (let at = rows.indexOf(newline); at !== -1; at = rows.indexOf(newline, at + 1)) lines += 1
  return lines
}

/** Sums up what is written or read; both sides must come to the same manifest. */
export class Contents {
  readonly #tables: Map<string, { rows: number; hash: Hash }>
  readonly #files = createHash('sha256')
  #count = 0
  #bytes = 0

  constructor({ tables }: Pick<BackupHead, 'tables'>) {
    this.#tables = new Map(tables.map(({ name }) => [name, { rows: 0, hash: createHash('sha256') }]))
  }

  /** Returns false if the table is not one of the head. */
  addRows(table: string, rows: Uint8Array): boolean {
    const sum = this.#tables.get(table)
    if (sum === undefined) return false
    sum.rows += countLines(rows)
    sum.hash.update(rows)
    return true
  }

  /** Passes on the bytes of a file, and adds it once it is read to its end. */
  async *passFile(key: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    let size = 0
    for await (const piece of source) {
      hash.update(piece)
      size += piece.byteLength
      yield piece
    }
    this.#files.update(`${key} ${size} ${hash.digest('hex')}\n`)
    this.#count += 1
    this.#bytes += size
  }

  manifest(): BackupManifest {
    const tables = [...this.#tables].map(([name, { rows, hash }]) => [
      name,
      { rows, sha256: hash.copy().digest('hex') },
    ])
    return {
      tables: Object.fromEntries(tables) as BackupManifest['tables'],
      files: { count: this.#count, bytes: this.#bytes, sha256: this.#files.copy().digest('hex') },
    }
  }
}
