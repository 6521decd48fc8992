import { type EmbeddedServer, startEmbedded } from '@foja/db/embedded-connection'
import { Client } from 'pg'

/** A started server, and its schema after the migrations. */
interface Kept {
  server: EmbeddedServer
  schema: string
}

/** Servers of closed tests. Starting one costs about a second of CPU time, emptying its tables a tenth. */
const closed: Kept[] = []

/**
 * An embedded database server with empty tables: a reused one, or a new one from `template`. `close` keeps it for the
 * next caller.
 */
export async function emptyServer(template: () => Promise<Uint8Array<ArrayBuffer>>): Promise<EmbeddedServer> {
  for (let kept = closed.pop(); kept !== undefined; kept = closed.pop()) {
    if (await empty(kept)) return lend(kept)
    await kept.server.close()
  }
  const server = await startEmbedded({ folder: null, dump: await template() })
  return lend({ server, schema: await withClient(server, describeSchema) })
}

function lend(kept: Kept): EmbeddedServer {
  const { server } = kept
  return {
    connect: () => server.connect(),
    fsyncs: () => server.fsyncs(),
    dump: () => server.dump(),
    copyTo: (folder) => server.copyTo(folder),
    takeActivity: () => server.takeActivity(),
    // Outside of vitest a waiting thread would keep the process from ending.
    close: async () => (process.env['VITEST'] === undefined ? await server.close() : void closed.push(kept)),
  }
}

/** Removes every row. Returns false when a test changed the schema: then the server is not reused. */
async function empty({ server, schema }: Kept): Promise<boolean> {
  return await withClient(server, async (client) => {
    if ((await describeSchema(client)) !== schema) return false
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely\\_%'`,
    )
    const filled = await client.query<{ name: string }>(
      tables.map(({ name }) => `(select '${name}' as name from ${name} limit 1)`).join(' union all '),
    )
    if (filled.rows.length === 0) return true
    // As a replica, so that the triggers that protect events do not run.
    await client.query(`set session_replication_role = replica`)
    await client.query(`truncate ${filled.rows.map(({ name }) => name).join(', ')} restart identity cascade`)
    // In memory, only this frees the write-ahead log.
    await client.query('checkpoint')
    return true
  })
}

/** The schema as one text, with everything that a test can change. */
async function describeSchema(client: Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`
    with own as (
      select oid, relname, relkind from pg_class
      where relnamespace not in (select oid from pg_namespace where nspname like 'pg\\_%' or nspname = 'information_schema')
    ), parts as (
      select concat_ws(' ', 'class', oid, relname, relkind) as part from own
      union all
      select concat_ws(' ', 'column', a.attrelid, a.attname, a.atttypid, a.attnotnull, a.atthasdef, a.attisdropped)
      from pg_attribute a join own on own.oid = a.attrelid
      union all select concat_ws(' ', 'index', i.indexrelid, i.indisvalid) from pg_index i join own on own.oid = i.indrelid
      union all select concat_ws(' ', 'constraint', oid, conname, convalidated) from pg_constraint
      union all select concat_ws(' ', 'trigger', oid, tgname, tgenabled) from pg_trigger
      union all select concat_ws(' ', 'function', oid, proname, md5(prosrc), prosecdef, proconfig) from pg_proc where oid >= 16384
      union all select concat_ws(' ', 'policy', oid, polname, polrelid) from pg_policy
      union all select concat_ws(' ', 'security', oid, relrowsecurity, relacl) from pg_class where oid >= 16384
      union all select concat_ws(' ', 'setting', setdatabase, setrole, setconfig) from pg_db_role_setting
    )
    select md5(string_agg(part, '|' order by part)) as schema from parts`)
  return rows[0]!.schema
}

async function withClient<T>(server: EmbeddedServer, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ stream: () => server.connect(), user: 'postgres', database: 'postgres', ssl: false })
  await client.connect()
  try {
    // The server has one session: a test may have left it in another role.
    await client.query('reset role')
    return await work(client)
  } finally {
    await client.end()
  }
}
