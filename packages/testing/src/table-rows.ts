import { sql, type Kysely } from 'kysely'

/** Every row of every table as text, one per line, with the table's name; binary columns in hexadecimal. */
export async function* tableRows<Tables>(db: Kysely<Tables>): AsyncGenerator<[table: string, rows: string]> {
  for (const { schema, name } of await db.introspection.getTables()) {
    const table = schema === undefined ? name : `${schema}.${name}`
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} as t`.execute(db)
    yield [name, rows.map(({ row }) => row).join('\n')]
  }
}
