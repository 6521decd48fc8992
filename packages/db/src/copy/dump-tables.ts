import type { CopySession } from './copy-session.ts'

/** A table and its columns, in the order of their values in a row; computed columns are not among them. */
export interface CopiedTable {
  name: string
  columns: string[]
}

/** The last value of a sequence, and whether it was used. */
interface SequenceState {
  name: string
  value: string
  used: boolean
}

export interface DumpedSchema {
  /** Names of the applied migrations. */
  migrations: string[]
  tables: CopiedTable[]
  sequences: SequenceState[]
}

/** Some rows of a table, in whole lines. */
export interface DumpedRows {
  table: string
  rows: Buffer
}

/** Pages of a table in one part: 256 kB without the values that are stored apart. */
const partPages = 32

/** The text of a value must not depend on the settings of the server. */
const settings = ['timezone to UTC', 'datestyle to ISO', 'intervalstyle to postgres', 'bytea_output to hex']

/** Quotes an identifier. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

type FoundTable = CopiedTable & { pages: number }

async function findTables(session: CopySession): Promise<FoundTable[]> {
  return await session.query<FoundTable>(`
    select relname::text as name,
      (pg_relation_size(pg_class.oid) / current_setting('block_size')::int)::int as pages,
      array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname not in ('kysely_migration', 'kysely_migration_lock')
    group by pg_class.oid, relname
    order by relname`)
}

async function readSequences(session: CopySession): Promise<SequenceState[]> {
  const names = await session.query<{ name: string }>(`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`)
  const found: SequenceState[] = []
  for (const { name } of names) {
    const [state] = await session.query<{ value: string; used: boolean }>(
      `select last_value::text as value, is_called as used from ${quote(name)}`,
    )
    found.push({ name, ...state! })
  }
  return found
}

async function* rowsOf(session: CopySession, tables: FoundTable[]): AsyncGenerator<DumpedRows> {
  for (const { name, columns, pages } of tables) {
    const list = columns.map(quote).join(', ')
    for (let page = 0; page < pages; page += partPages) {
      const range = `ctid >= '(${page},0)' and ctid < '(${page + partPages},0)'`
      const rows = await session.copyOut(`select ${list} from only ${quote(name)} where ${range}`)
      if (rows.length > 0) yield { table: name, rows }
    }
  }
}

/**
 * Runs `work` on one snapshot of every table; `rows` yields table after table. Memory is bounded by the values of one part. Pages that are added after the
 * snapshot hold nothing of it, so the number of pages at its beginning suffices.
 */
export async function dumpTables<T>(
  session: CopySession,
  work: (schema: DumpedSchema, rows: AsyncIterable<DumpedRows>) => Promise<T>,
): Promise<T> {
  await session.query('begin isolation level repeatable read read only')
  try {
    for (const setting of settings) await session.query(`set local ${setting}`)
    const tables = await findTables(session)
    // A migration waits until the dump is done.
    if (tables.length > 0) {
      await session.query(`lock table ${tables.map(({ name }) => quote(name)).join(', ')} in access share mode`)
    }
    const applied = await session.query<{ name: string }>('select name from kysely_migration order by name')
    const schema = {
      migrations: applied.map(({ name }) => name),
      tables: tables.map(({ name, columns }) => ({ name, columns })),
      sequences: await readSequences(session),
    }
    return await work(schema, rowsOf(session, tables))
  } finally {
    // The connection may be broken; its end rolls back too.
    await session.query('rollback').catch(() => {})
  }
}
