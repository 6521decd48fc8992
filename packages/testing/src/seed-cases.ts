import { beginChains } from '@foja/db/events'
import { rebuildLists } from '@foja/db/tally'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type Transaction } from 'kysely'
import { documentNames, firstNames, matters, offices, places, surnames, things } from './seed-words.ts'

export type SeedOptions = {
  /** number of requests; four case files per five of them */
  solicitudes: number
  /** the same seed gives the same rows; default 1 */
  seed?: number
  /** end of the three years over which they are spread; default now */
  until?: Date
  /** the one stored PDF used for every document; its pages have this size */
  file: {
    blobKey: string
    size: number
    sha256: string
    paginas: number
    pageSizes: { width: number; height: number }[]
  }
  /** password hash of every user; null: sign-in is impossible */
  passwordHash: string | null
  onProgress?: (done: number) => void
}

/** The company with six of ten case files, and one user per role in it. */
export type Seeded = { company: string; gestor: string; mediador: string; usuario: string; emails: string[] }

const batch = 50_000

const mainsFor = (solicitudes: number) => Math.ceil((solicitudes * 4) / 5)

/** `uuid` number `i` of its kind, the same for the same seed. */
const uuidOf = (kind: string, seed: number, i: string) => `md5('${kind}' || ${seed} || '-' || (${i}))::uuid`

/** A pseudo-random number from 0 to `below` - 1, from the row number and its purpose. */
const draw = (salt: number, below: string, row = 'j') =>
  `((hashint8extended(${row}::bigint, ${salt}) & 9007199254740991) % (${below}))::integer`

const oneOf = (words: readonly string[], salt: number, row = 'j') =>
  `(array[${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')}])[1 + ${draw(salt, String(words.length), row)}]`

/** Users of each office; six of ten case files belong to the first. */
const usuarios = 400
const mediadores = 24

async function insertPeople(trx: Transaction<Database>, seed: number, passwordHash: string | null): Promise<void> {
  await sql`insert into company (id, nombre, pais)
    select ${sql.raw(uuidOf('company', seed, 'o.n'))}, o.nombre, 'EC'
    from unnest(${[...offices]}::text[]) with ordinality as o(nombre, n)`.execute(trx)
  await sql`insert into app_user (id, email, nombre, role, id_company, password_hash)
    select ${sql.raw(uuidOf('user', seed, "c.n || '.' || p.n"))},
      case when p.n = 0 then 'gestor' when p.n <= ${mediadores} then 'mediador' || p.n
        else 'usuario' || p.n - ${mediadores} end || '.' || c.n || '.' || ${seed}::integer || '@foja.example',
      ${sql.raw(`${oneOf(firstNames, 1, 'c.n * 1000 + p.n')} || ' ' || ${oneOf(surnames, 2, 'c.n * 1000 + p.n')}`)},
      case when p.n = 0 then 'gestor' when p.n <= ${mediadores} then 'mediador' else 'usuario' end,
      ${sql.raw(uuidOf('company', seed, 'c.n'))}, ${passwordHash}
    from generate_series(1, ${offices.length}::integer) c(n), generate_series(0, ${mediadores + usuarios}::integer) p(n)`.execute(
    trx,
  )
}

/** An administrator of all companies, for an installation without users. */
async function insertAdmin(trx: Transaction<Database>, seed: number, passwordHash: string | null): Promise<void> {
  await sql`insert into app_user (id, email, nombre, role, password_hash) values
    (${sql.raw(uuidOf('admin', seed, "'0'"))}, ${`admin.${seed}@foja.example`}, 'Alba Andrade', 'admin', ${passwordHash})`.execute(
    trx,
  )
}

/** One batch of case files as a temporary table, and their rows, in order of creation. */
async function insertBatch(
  trx: Transaction<Database>,
  options: SeedOptions,
  first: number,
  last: number,
): Promise<void> {
  const mains = mainsFor(options.solicitudes)
  const seed = options.seed ?? 1
  const until = options.until ?? new Date()
  const person = (salt: number, row = 'j') =>
    `${oneOf(firstNames, salt, row)} || ' ' || ${oneOf(surnames, salt + 1, row)} || ' ' || ${oneOf(surnames, salt + 2, row)}`
  const id = (kind: string, row: string) =>
    `regexp_replace(upper(left(md5('${kind}' || ${seed} || '-' || (${row})), 16)), '(....)(....)(....)(....)', '\\1-\\2-\\3-\\4')`
  await sql`drop table if exists seed_main`.execute(trx)
  await sql`create temporary table seed_main as
    select j, ${sql.raw(id('main', 'j'))} as id, office,
      ${sql.raw(uuidOf('company', seed, 'office'))} as id_company,
      ${sql.raw(uuidOf('user', seed, `office || '.' || ${mediadores + 1} + ${draw(11, String(usuarios))}`))} as author,
      ${sql.raw(`${oneOf(matters, 12)} || ' ' || ${oneOf(things, 13)} || ': ' || ${oneOf(surnames, 14)} || ' y ' || ${oneOf(surnames, 15)}`)} as titulo,
      ${sql.raw(person(16))} as uno, ${sql.raw(person(19))} as otro,
      at, least(${until}::timestamptz, at + ${sql.raw(draw(24, '45 * 86400'))} * interval '1 second') as changed
    from (
      select j, case when ${sql.raw(draw(10, '10'))} < 6 then 1 else 2 + ${sql.raw(draw(9, String(offices.length - 1)))} end as office,
        -- working days and hours; what falls on a weekend moves to the days before
        date_trunc('day', day - greatest(0, extract(isodow from day)::integer - 5) * interval '1 day')
          + (13 * 3600 + ${sql.raw(draw(23, '9 * 3600'))}) * interval '1 second' as at
      from (select j, ${until}::timestamptz - (1 + (${mains}::bigint - j) * 1095 / ${mains}::bigint) * interval '1 day' as day
        from generate_series(${first}::integer, ${last}::integer) j) days) placed`.execute(trx)
  await sql`insert into solicitud_main (id_solicitud_main, titulo, id_company, created_by, payload_sha256, created_at, updated_at)
    select id, titulo, id_company, author, repeat('0', 64), at, changed from seed_main order by j`.execute(trx)
  await sql`drop table if exists seed_request`.execute(trx)
  await sql`create temporary table seed_request as
    select m.*, ${sql.raw(id('request', 'i'))} as id_request, ${sql.raw(oneOf(documentNames, 30, 'i'))} as document,
      case when ${until}::timestamptz - changed > interval '60 days'
        then case when luck < 990 then 'concluido' when luck < 996 then 'agendado' else 'pendiente' end
        else case when luck < 300 then 'concluido' when luck < 700 then 'agendado' else 'pendiente' end end as status
    from (select m.*, p, (j - 1) * 5 / 4 + 1 + p as i, ${sql.raw(draw(31, '1000', '(j * 8 + p)'))} as luck
      from seed_main m cross join generate_series(0, 1) p where p = 0 or j % 4 = 0) m`.execute(trx)
  await sql`insert into solicitud (id_solicitud, id_solicitud_main, id_company, position, titulo, tipo, status,
      fecha_agendada, lugar, partes, asignado_a, version, created_at, updated_at, sent_at, concluded_at)
    select id_request, id, id_company, p, document, ${sql.raw(oneOf(matters, 32, 'i'))}, status,
      case when status <> 'pendiente' and ${sql.raw(draw(33, '100', 'i'))} < 85
        then date_trunc('hour', changed) + (${sql.raw(draw(34, '60', 'i'))} - 20) * interval '1 day' end,
      case when status <> 'pendiente' then ${sql.raw(oneOf(places, 35, 'i'))} end,
      jsonb_build_array(jsonb_build_object('nombre', uno, 'rol', 'Solicitante'),
        jsonb_build_object('nombre', otro, 'rol', 'Invitado')),
      case when ${sql.raw(draw(36, '100', 'i'))} < case when status = 'pendiente' then 10 else 85 end
        then ${sql.raw(uuidOf('user', seed, `office || '.' || 1 + ${draw(37, String(mediadores), 'i')}`))} end,
      case status when 'pendiente' then 1 when 'agendado' then 2 else 3 end, at, changed,
      case when status <> 'pendiente' then at + (changed - at) / 3 end,
      case when status = 'concluido' then changed end
    from seed_request order by i`.execute(trx)
  await sql`insert into document (id_documento, id_solicitud, id_company, nombre, mime, status_mediacion, created_by, created_at, updated_at)
    select ${sql.raw(uuidOf('document', seed, 'i'))}, id_request, id_company, document || '.pdf', 'application/pdf',
      case status when 'pendiente' then 'sin_iniciar'
        when 'agendado' then (array['sin_iniciar', 'en_proceso'])[1 + ${sql.raw(draw(38, '2', 'i'))}]
        else (array['acuerdo_total', 'acuerdo_total', 'acuerdo_parcial', 'sin_acuerdo', 'no_realizada'])[1 + ${sql.raw(draw(39, '5', 'i'))}] end,
      author, at, changed from seed_request order by i`.execute(trx)
  const { blobKey, size, sha256, paginas, pageSizes } = options.file
  await sql`insert into document_version (id, id_documento, version, pdf_path, blob_key, size, sha256, paginas, page_sizes, origin, created_by, created_at)
    select ${sql.raw(uuidOf('version', seed, 'i'))}, ${sql.raw(uuidOf('document', seed, 'i'))}, 1,
      md5('path' || ${sql.raw(String(seed))} || '-' || i), ${blobKey}, ${size}, ${sha256}, ${paginas}, ${JSON.stringify(pageSizes)}::jsonb, 'upload', author, at
    from seed_request order by i`.execute(trx)
}

/** The creation of each case file of the batch in the history, sealed. */
async function insertEvents(trx: Transaction<Database>): Promise<void> {
  const { rows: mains } = await sql<{
    id_solicitud_main: string
    id_company: string
    actor: string
    actor_label: string
    titulo: string
    at: Date
  }>`select m.id as id_solicitud_main, m.id_company, m.author as actor, u.nombre as actor_label, m.titulo, m.at
    from seed_main m join app_user u on u.id = m.author order by j`.execute(trx)
  const events = mains.map(({ titulo, ...main }) => ({ ...main, action: 'solicitud_main.created', data: { titulo } }))
  await beginChains(trx, events)
}

const loaded = ['solicitud_main', 'solicitud', 'document', 'document_version', 'main_facet', 'tally', 'event']

/** Building indexes over all rows is faster than maintaining them row by row. */
async function withoutIndexes(trx: Transaction<Database>, load: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any (${loaded}::regclass[]) and not i.indisunique`.execute(trx)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(trx)
  await load()
  for (const { definition } of rows) await sql.raw(definition).execute(trx)
}

/**
 * Fills an installation with offices, users and case files, in one transaction and set by set. Every document is the
 * one PDF of `file`; the only events are the creations of the case files, sealed with the key of `db` (see `withSeal`);
 * there are no emails or signatures. Other rows stay unchanged; loading the same seed twice is refused by the database.
 */
export async function seedCases(db: Kysely<Database>, options: SeedOptions): Promise<Seeded> {
  const seed = options.seed ?? 1
  if (!Number.isSafeInteger(seed)) throw new TypeError('seed is a whole number')
  const mains = mainsFor(options.solicitudes)
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      super: boolean
    }>`select rolsuper as super from pg_roles where rolname = current_user`.execute(trx)
    await insertPeople(trx, seed, options.passwordHash)
    await insertAdmin(trx, seed, options.passwordHash)
    for (const table of loaded.slice(0, 3)) await sql`alter table ${sql.ref(table)} disable trigger user`.execute(trx)
    const load = async () => {
      // References are right by construction; checking each costs more than writing it. Only a superuser may skip the
      // check.
      if (rows[0]?.super === true) await sql`set local session_replication_role = replica`.execute(trx)
      for (let first = 1; first <= mains; first += batch) {
        const last = Math.min(mains, first + batch - 1)
        await insertBatch(trx, options, first, last)
        await insertEvents(trx)
        options.onProgress?.(Math.floor((last * 5) / 4))
      }
      await sql`set local session_replication_role = origin`.execute(trx).catch(() => {})
      await sql`analyze`.execute(trx)
      await rebuildLists(trx)
    }
    if (mains > 20_000) await withoutIndexes(trx, load)
    else await load()
    await sql`drop table if exists seed_main, seed_request`.execute(trx)
    for (const table of loaded.slice(0, 3)) await sql`alter table ${sql.ref(table)} enable trigger user`.execute(trx)
  })
  await sql`vacuum (analyze)`.execute(db)
  return await bigOffice(db, seed)
}

async function bigOffice(db: Kysely<Database>, seed: number): Promise<Seeded> {
  const { rows } = await sql<{ id: string; role: string; id_company: string; email: string }>`
    select id, role, id_company, email from app_user where id_company = ${sql.raw(uuidOf('company', seed, "'1'"))}
    order by role, email`.execute(db)
  const first = (role: string) => rows.find((row) => row.role === role)?.id ?? ''
  const roles = { gestor: first('gestor'), mediador: first('mediador'), usuario: first('usuario') }
  const emails = rows.filter(({ id }) => Object.values(roles).includes(id)).map(({ email }) => email)
  return { company: rows[0]?.id_company ?? '', ...roles, emails: [`admin.${seed}@foja.example`, ...emails] }
}
