import { columnsWith, personalTables, type DataTable } from '@foja/contracts/personal-data'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { BinaryBody } from '../../http/endpoint-types.ts'
import { createNamer, safeName } from '../../lib/safe-names.ts'
import { privacyTexts } from '../../texts/privacy-texts.ts'
import { openArchive, storedBytes } from '../documents/public.ts'
import { findPerson, ownPerson, type Person } from './person.ts'
import { rowsOf } from './person-rows.ts'

const batch = 500

/** Keys of stored files, and words for the search: nothing that anyone can read. */
const internal = new Set(['blob_key', 'repaired_key', 'palabras', 'facets', 'orden'])

/** Ids of case files that the caller may not know: a document of one was shared with them, for instance. */
const unknownCases: Partial<Record<DataTable, string[]>> = {
  email: ['id_solicitud', 'about'],
  event: ['chain', 'id_solicitud_main'],
  notification: ['id_solicitud', 'key'],
}

/** The columns of a table that are exported. */
export const exportedColumns = (name: DataTable): string[] =>
  columnsWith(name, 'id', 'erased', 'kept', 'other').filter((column) => !internal.has(column))

const plain = (_key: string, value: unknown): unknown =>
  value instanceof Object && 'type' in value && value.type === 'Buffer' && 'data' in value
    ? Buffer.from(value.data as number[]).toString('base64')
    : value

/** The rows of a table as a JSON array, read in batches in the order in which they are stored. */
async function* jsonOf(
  db: Kysely<Database>,
  name: DataTable,
  rows: RawBuilder<boolean>,
  hidden: readonly string[],
): AsyncGenerator<string> {
  const shown = exportedColumns(name).filter((column) => !hidden.includes(column))
  const columns = sql.join(shown.map((column) => sql`t.${sql.ref(column)}`))
  yield '['
  let written = 0
  for (let last: string | null = '(0,0)'; last !== null;) {
    const found: { rows: Record<string, unknown>[] } = await sql<Record<string, unknown>>`
      select t.ctid::text as ctid, ${columns} from ${sql.table(name)} t
      where t.ctid > ${last}::tid and ${rows} order by t.ctid limit ${batch}`.execute(db)
    for (const { ctid: _ctid, ...row } of found.rows) {
      yield `${written === 0 ? '\n' : ',\n'}${JSON.stringify(row, plain)}`
      written += 1
    }
    last = found.rows.length < batch ? null : String(found.rows.at(-1)!['ctid'])
  }
  yield written === 0 ? ']\n' : '\n]\n'
}

type OwnFile = { nombre: string; blob_key: string; at: Date }

/** Files that the person uploaded or delivered: the newest version of each document, and what was delivered. */
async function findOwnFiles(db: Kysely<Database>, person: Person): Promise<OwnFile[]> {
  const { delivered_file: delivered } = rowsOf(person)
  const company = person.company
  const { rows } = await sql<OwnFile>`
    select t.nombre, v.blob_key, v.created_at as at from document t
      join document_version v on v.id_documento = t.id_documento and v.version = t.version
      where t.created_by = ${person.user?.id ?? null}::uuid and t.deleted_at is null
      and (${company}::uuid is null or t.id_company = ${company})
    union all
    select t.nombre, t.blob_key, t.delivered_at from delivered_file t
      where t.id_documento is null and ${delivered}`.execute(db)
  return rows
}

/**
 * Streams the archive of a person: one JSON file per table, and their files. One table and one file is open at a time.
 */
async function pack(ctx: Ctx, person: Person, isOwn = false): Promise<BinaryBody> {
  const { db, clock, locale } = ctx
  const at = clock()
  const { archive, readme, intro, files: folder, file: unnamed } = privacyTexts[locale]
  const rows = rowsOf(person)
  const tables = personalTables.map((name) => ({
    path: `${name}.json`,
    created_at: at,
    read: () => jsonOf(db, name, rows[name], isOwn ? (unknownCases[name] ?? []) : []),
  }))
  const nameFile = createNamer()
  const own = (await findOwnFiles(db, person)).map(({ nombre, blob_key, at: created_at }) => ({
    path: `${folder}/${nameFile(safeName(nombre, unnamed))}`,
    created_at,
    read: () => storedBytes(ctx, blob_key),
  }))
  const note = { path: readme, text: `${intro.join('\n')}\n`, at }
  const { zip, stream } = openArchive(ctx, [...tables, ...own], note)
  zip.end()
  return { stream, type: 'application/zip', filename: `${archive}-${at.toISOString().slice(0, 10)}.zip` }
}

/**
 * Everything that is stored of a person, for whom it was requested. The history records the export, without the name.
 * @throws ProblemError person_not_found
 */
export async function exportPerson(ctx: Ctx, text: string): Promise<BinaryBody> {
  const person = await findPerson(ctx, text)
  const { actor, ip, clock, db } = ctx
  await inTransaction(db, async (trx) => {
    const id_company = person.user?.id_company ?? actor.id_company
    const who = { id_company, actor: actor.id, actor_label: actor.nombre, ip, at: clock() }
    await appendEvent(trx, { ...who, action: 'person.exported', data: { id_user: person.user?.id ?? null } })
  })
  return await pack(ctx, person)
}

/** Everything that is stored of the caller. */
export async function exportOwn(ctx: Ctx): Promise<BinaryBody> {
  return await pack(ctx, ownPerson(ctx), true)
}
