import type { CopySession } from './copy-session.ts'
import { quote, type CopiedTable, type DumpedSchema } from './dump-tables.ts'

/** A constraint that is removed while rows arrive in any order, and then checked once for all rows. */
interface ForeignKey {
  table: string
  name: string
  definition: string
}

async function findForeignKeys(session: CopySession): Promise<ForeignKey[]> {
  return await session.query<ForeignKey>(`
    select relname::text as table, conname::text as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and relnamespace = current_schema()::regnamespace
    order by relname, conname`)
}

/** Receives the rows of the tables of a dump, in any order of tables. */
type LoadRows = (table: string, rows: Uint8Array) => Promise<void>

/**
 * Replaces the rows of all tables of `schema` by those that `fill` loads, in one transaction: an error leaves the
 * database as it was. The schema of the database must have the same migrations. Triggers do not run, because the rows
 * that they maintain are loaded too.
 */
export async function loadTables(
  session: CopySession,
  { tables, sequences }: Pick<DumpedSchema, 'tables' | 'sequences'>,
  fill: (load: LoadRows) => Promise<void>,
): Promise<void> {
  const targets = new Map(tables.map((table) => [table.name, targetOf(table)]))
  const names = tables.map(({ name }) => quote(name))
  await session.query('begin')
  try {
    await session.query('set local datestyle to ISO')
    const foreignKeys = await findForeignKeys(session)
    for (const { table, name } of foreignKeys) {
      await session.query(`alter table ${quote(table)} drop constraint ${quote(name)}`)
    }
    for (const name of names) await session.query(`alter table ${name} disable trigger user`)
    await session.query(`truncate ${names.join(', ')}`)
    await fill(async (table, rows) => {
      const target = targets.get(table)
      if (target === undefined) throw new TypeError(`rows of the unknown table ${table}`)
      await session.copyIn(target, rows)
    })
    for (const { name, value, used } of sequences) {
      await session.query('select setval($1::regclass, $2, $3)', [quote(name), value, used])
    }
    for (const name of names) await session.query(`alter table ${name} enable trigger user`)
    for (const { table, name, definition } of foreignKeys) {
      await session.query(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`)
    }
    await session.query('commit')
  } catch (error) {
    // The connection may be broken; its end rolls back too.
    await session.query('rollback').catch(() => {})
    throw error
  }
}

const targetOf = ({ name, columns }: CopiedTable) => `${quote(name)} (${columns.map(quote).join(', ')})`
