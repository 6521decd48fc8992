import { randomUUID } from 'node:crypto'
import { silentLogger } from './silent-logger.ts'
import { createTestDatabase, testDatabaseKind } from '@foja/testing/database'
import { postgresUrl } from '@foja/testing/postgres'
import { sql, type Kysely } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { runForAll, runForCompany } from './company-scope.ts'
import { appendEvent } from './events.ts'
import { withSeal } from './history-seal.ts'
import { openDatabase } from './open-database.ts'
import { applyRowSecurity, rowRules } from './row-security.ts'
import type { Database } from './schema.ts'
import { inTransaction } from './transaction.ts'

const digest = 'a'.repeat(64)
const idOf = (letter: string) => [1, 2, 3, 4].map(() => letter.repeat(4)).join('-')

/** A company with a row in every table that shows its rows to the company alone. */
async function addCompany(db: Kysely<Database>, letter: string) {
  const id = randomUUID()
  const person = randomUUID()
  const document = randomUUID()
  const session = randomUUID()
  const share = randomUUID()
  const template = randomUUID()
  const batch = randomUUID()
  const hash = letter.toLowerCase().repeat(64)
  const id_solicitud = idOf(letter)
  const id_solicitud_main = idOf(letter)
  const now = new Date()
  const blob = { blob_key: letter, size: 1, sha256: digest }
  const key = { not_before: now, not_after: now, certificate: new Uint8Array([1]), issuer: 'CA', serial: '1' }
  const texts = { locale: 'es', subject: 's', text: 't', html: 'h' }
  await db
    .insertInto('company')
    .values({ id, nombre: `Oficina ${letter}` })
    .execute()
  await db
    .insertInto('app_user')
    .values({ id: person, email: `${letter}@foja.example`, nombre: letter, role: 'gestor', id_company: id })
    .execute()
  await db.insertInto('session').values({ id: session, id_user: person, expires_at: now }).execute()
  await db.insertInto('refresh_token').values({ hash, id_session: session, expires_at: now }).execute()
  await db.insertInto('recovery_code').values({ id_user: person, hash }).execute()
  await db
    .insertInto('api_key')
    .values({
      id: randomUUID(),
      id_user: person,
      hash,
      prefix: 'foja_',
      nombre: letter,
      scopes: [],
      networks: [],
      expires_at: now,
    })
    .execute()
  await db
    .insertInto('passkey')
    .values({
      id: randomUUID(),
      id_user: person,
      credential_id: letter,
      public_key: letter,
      counter: 0,
      transports: '[]',
      synced: false,
      nombre: 'Llave',
    })
    .execute()
  await db
    .insertInto('one_time_link')
    .values({ id: randomUUID(), hash, id_user: person, kind: 'reset', expires_at: now })
    .execute()
  const main = { id_solicitud_main, titulo: 'Arriendo', id_company: id, created_by: person, payload_sha256: digest }
  await db.insertInto('solicitud_main').values(main).execute()
  await db
    .insertInto('solicitud')
    .values({ id_solicitud, id_solicitud_main, id_company: id, position: 0, titulo: 'Arriendo' })
    .execute()
  const facts = { titulo: 'a', documents: 0, pending: true, signed: false, deleted_at: now, deleted_by: person }
  await db
    .insertInto('deleted_case')
    .values({ id_solicitud_main, ids: [id_solicitud], id_company: id, created_by: person, ...facts })
    .execute()
  await db
    .insertInto('document')
    .values({ id_documento: document, id_solicitud, id_company: id, nombre: 'a', mime: 'a/b', created_by: person })
    .execute()
  await db
    .insertInto('document_version')
    .values({
      ...blob,
      id: randomUUID(),
      id_documento: document,
      version: 1,
      pdf_path: letter,
      origin: 'upload',
      created_by: person,
    })
    .execute()
  await db
    .insertInto('webhook')
    .values({
      id: randomUUID(),
      id_company: id,
      url: 'https://a.example/',
      events: ['document.viewed'],
      secret: new Uint8Array([1]),
    })
    .execute()
  // Adds a delivery too.
  await inTransaction(db, (trx) =>
    appendEvent(trx, { action: 'document.viewed', actor_label: 'A', id_company: id, id_documento: document }),
  )
  await db
    .insertInto('signer')
    .values({
      ...key,
      id_user: person,
      subject: 'A',
      fingerprint: digest,
      key_type: 'rsa',
      wrapped_key: new Uint8Array([1]),
      wrap_params: '{}',
    })
    .execute()
  await db
    .insertInto('share')
    .values({ id: share, id_documento: document, token_sha256: hash, created_by: person })
    .execute()
  await db.insertInto('share_view').values({ id_share: share, at: now }).execute()
  await db.insertInto('user_shared').values({ id_documento: document, id_user: person }).execute()
  await db
    .insertInto('trust_anchor')
    .values({ ...key, id: randomUUID(), id_company: id, subject: 'CA', fingerprint: digest })
    .execute()
  await db
    .insertInto('signing_settings')
    .values({ id_company: id, level: 'B-B', hash: 'sha256', appearance: 'qr', repeat: 'once' })
    .execute()
  await db
    .insertInto('office_seal')
    .values({
      id_company: id,
      subject: 'A',
      fingerprint: digest,
      certificate: new Uint8Array([1]),
      chain: '[]',
      sealed_key: new Uint8Array([1]),
      created_by: person,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('verification_code')
    .values({ code: letter.repeat(16), id_documento: document, version: 1 })
    .execute()
  const request = randomUUID()
  const recipient = randomUUID()
  await db
    .insertInto('request')
    .values({
      id: request,
      kind: 'firmas',
      id_company: id,
      titulo: 'A',
      status: 'borrador',
      allow_delegation: false,
      expires_at: now,
      created_by: person,
      created_at: now,
    })
    .execute()
  await db.insertInto('request_document').values({ id_request: request, id_documento: document, position: 0 }).execute()
  await db
    .insertInto('recipient')
    .values({
      id: recipient,
      id_request: request,
      position: 0,
      nombre: 'A',
      email: 'a@foja.example',
      must_match: false,
      code: false,
      rol: 'firma',
      turno: 1,
      status: 'en_espera',
      channel: 'email',
      round: 1,
      token_sha256: letter.repeat(64),
      locale: 'es',
      places: '[]',
    })
    .execute()
  const requirement = randomUUID()
  await db
    .insertInto('requirement')
    .values({
      id: requirement,
      id_recipient: recipient,
      position: 0,
      nombre: 'A',
      obligatorio: true,
      acepta: '["pdf"]',
      max_files: 1,
      status: 'pendiente',
    })
    .execute()
  await db
    .insertInto('delivered_file')
    .values({
      id: randomUUID(),
      id_requirement: requirement,
      nombre: 'A.pdf',
      mime: 'application/pdf',
      blob_key: letter,
      size: 1,
      sha256: letter.repeat(64),
      inspected: '{}',
      delivered_at: now,
    })
    .execute()
  await db
    .insertInto('recipient_version')
    .values({ id_recipient: recipient, id_documento: document, version: 1, at: now })
    .execute()
  await db
    .insertInto('prepared_signing')
    .values({
      id: randomUUID(),
      id_user: person,
      id_documento: document,
      version: 1,
      base_sha256: digest,
      request: '{}',
      prepared: '{}',
      tail: new Uint8Array([1]),
      signed_attributes: new Uint8Array([1]),
      certificate: new Uint8Array([1]),
      signing_time: now,
      expires_at: now,
    })
    .execute()
  await db
    .insertInto('idempotency_key')
    .values({ id_user: person, scope: 's', key: letter, request_sha256: digest, created_at: now })
    .execute()
  await db
    .insertInto('email')
    .values({
      ...texts,
      id: randomUUID(),
      id_company: id,
      kind: 'notice',
      status: 'queued',
      recipients: '{"to":[],"cc":[]}',
    })
    .execute()
  await db
    .insertInto('notification')
    .values([
      { id_user: person, kind: 'document', id_documento: document, data: '{}' },
      { id_user: person, kind: 'request', id_solicitud, data: '{}' },
      { id_user: person, kind: 'account', data: '{}' },
    ])
    .execute()
  await db
    .insertInto('template_base')
    .values({ ...blob, pdf_path: letter, id_company: id, paginas: 1, page_sizes: '[]' })
    .execute()
  await db
    .insertInto('template')
    .values({ id: template, id_company: id, name: 'A', created_by: person, updated_by: person })
    .execute()
  await db
    .insertInto('template_version')
    .values({
      id_template: template,
      version: 1,
      name: 'A',
      locale: 'es',
      pdf_path: letter,
      fields: '[]',
      created_by: person,
    })
    .execute()
  await db
    .insertInto('template_batch')
    .values({
      id: batch,
      id_template: template,
      template_version: 1,
      id_company: id,
      rows: '[]',
      request_sha256: digest,
      status: 'done',
      total: 1,
      created_by: person,
    })
    .execute()
  await db
    .insertInto('template_batch_file')
    .values({ id_batch: batch, row: 1, nombre: 'a', blob_key: letter, size: 1 })
    .execute()
  const filled = { id_template: template, template_version: 1, flatten: false, data: '{}' }
  await db
    .insertInto('request_filling')
    .values({ id_request: request, id_documento: document, ...filled })
    .execute()
  const by = { id_company: id, updated_by: person, updated_at: now }
  await db
    .insertInto('retention_rule')
    .values({ ...by, tipo: letter, months: 1 })
    .execute()
  await db
    .insertInto('provisioning')
    .values({ ...by, enabled: true, default_role: 'usuario', group_roles: '[]' })
    .execute()
  await db
    .insertInto('provisioning_domain')
    .values({ domain: `${letter.toLowerCase()}.example`, id_company: id, created_by: person, created_at: now })
    .execute()
  await db
    .insertInto('case_hold')
    .values({ id_solicitud_main, id_company: id, motivo: letter, created_by: person, created_at: now })
    .execute()
  return { id, person, document }
}

/** The SQL state of a refused statement. */
async function refusal(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => 'done',
    (error: unknown) => (error as { code?: unknown }).code,
  )
}

const denied = '42501'

describe(`row security (${testDatabaseKind})`, async () => {
  const database = await createTestDatabase()
  const db = database.kysely
  let own = await addCompany(db, 'A')
  const other = await addCompany(db, 'B')
  afterAll(() => database.close())

  const asOwn = <T>(work: () => Promise<T>): Promise<T> => runForCompany(own.id, work)
  const run = (statement: string) => sql.raw(statement).execute(db)
  const textsOf = async (table: string) => {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db)
    return rows.map(({ row }) => row)
  }

  it('has a rule or a reason for every table', async () => {
    const { rows } = await sql<{ name: string; secured: boolean; verbs: number }>`
      select c.relname as name, c.relrowsecurity as secured,
        (select count(*) from pg_policy where polrelid = c.oid) as verbs
      from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and c.relname not like 'kysely%' order by c.relname`.execute(db)
    const tables = rows.map(({ name, secured, verbs }) => ({ name, secured, readable: verbs > 0 }))
    expect(tables).toEqual(
      Object.entries(rowRules)
        .map(([name, rule]) => ({ name, secured: !('open' in rule), readable: !('open' in rule) }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    )
  })

  it('lets no view show more than its caller may see', async () => {
    const { rows } = await sql<{ name: string; options: string[] | null }>`
      select relname as name, reloptions as options from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('v', 'm')
        and has_table_privilege(${database.companyRole}, oid, 'select')`.execute(db)
    expect(rows).toEqual([{ name: 'request_act', options: ['security_invoker=true'] }])
  })

  it('shows a company its own rows of every table and none of another', async () => {
    // Every company reads the names of authors.
    const shown = Object.entries(rowRules).filter(
      ([table, rule]) => !('open' in rule) && !/^(?:true|false)$/.test(rule.rows) && table !== 'app_user',
    )
    for (const [table] of shown) {
      const all = await textsOf(table)
      const first = await asOwn(() => textsOf(table))
      const second = await runForCompany(other.id, () => textsOf(table))
      expect(first.length, table).toBeGreaterThan(0)
      expect(second.length, table).toBe(first.length)
      expect([...first, ...second].toSorted(), table).toEqual(all.toSorted())
    }
  })

  it('shows no company the mail server of the installation', async () => {
    const row = { host: 'correo', port: 587, security: 'starttls', from_name: '', from_address: 'a@b.ec' } as const
    await db
      .insertInto('mail_settings')
      .values({ ...row, username: null, password: null, updated_by: own.person, updated_at: new Date() })
      .execute()
    expect([await textsOf('mail_settings'), await asOwn(() => textsOf('mail_settings'))]).toEqual([
      [expect.stringContaining('correo')],
      [],
    ])
    await asOwn(() => run(`update mail_settings set host = 'otro'`))
    await asOwn(() => run('delete from mail_settings'))
    expect(await db.selectFrom('mail_settings').select('host').execute()).toEqual([{ host: 'correo' }])
    await db.deleteFrom('mail_settings').execute()
  })

  it('shows every row again to work for all companies, also within that of one', async () => {
    expect(await asOwn(() => runForAll(() => textsOf('document')))).toHaveLength(2)
    expect(await textsOf('document')).toHaveLength(2)
  })

  it('shows a company only its own rows inside a transaction', async () => {
    const ids = await asOwn(() =>
      inTransaction(db, (trx) => trx.selectFrom('document').select('id_documento').execute()),
    )
    expect(ids).toEqual([{ id_documento: own.document }])
  })

  it('does not change, delete or take over rows of another company', async () => {
    const closed = { id: randomUUID(), nombre: 'Cerrada', activa: false }
    await db.insertInto('company').values(closed).execute()
    const results = await asOwn(async () => [
      await db.updateTable('document').set({ nombre: 'x' }).where('id_documento', '=', other.document).execute(),
      await db.deleteFrom('document_version').where('id_documento', '=', other.document).execute(),
      await db.deleteFrom('signer').where('id_user', '=', other.person).execute(),
      await db.updateTable('company').set({ nombre: 'x' }).where('activa', '=', false).execute(),
    ])
    const counts = results.flat().map((row) => ('numUpdatedRows' in row ? row.numUpdatedRows : row.numDeletedRows))
    expect(counts).toEqual([0n, 0n, 0n, 0n])
    const attempts = [
      `update document set id_company = '${other.id}'`,
      `update app_user set activo = false where id = '${other.person}'`,
      `update app_user set id_company = '${own.id}' where id = '${other.person}'`,
      `update app_user set id_company = '${other.id}' where id = '${own.person}'`,
      `insert into app_user (id, email, nombre, role, id_company)
        values ('${other.person}', 'a', 'a', 'gestor', '${own.id}') on conflict (id) do update set id_company = '${own.id}'`,
      `update trust_anchor set id_company = '${own.id}'`,
      `insert into user_shared (id_documento, id_user) values ('${other.document}', '${own.person}')`,
      `insert into document (id_documento, id_company, nombre, mime, created_by)
        values (gen_random_uuid(), '${other.id}', 'a', 'a/b', '${own.person}')`,
      `update event set action = 'x'`,
      `insert into setting (key, value) values ('k', '{}')`,
      `update authority_country set is_on = false`,
      `insert into authority_country (pais, is_on) values ('CL', true)`,
      `insert into authority_country (pais, is_on) values ('PE', false)`,
      `insert into authority_country (pais, is_on, updated_by) values ('PE', true, '${own.person}')`,
    ]
    await db.deleteFrom('company').where('id', '=', closed.id).execute()
    await db.updateTable('company').set({ pais: 'PE' }).where('id', '=', own.id).execute()
    for (const statement of attempts) expect(await refusal(asOwn(() => run(statement))), statement).toBe(denied)
  })

  it('takes over no row of another company by its columns', async () => {
    const { rows: columns } = await sql<{ table: string; column: string; foreign: string }>`
      select conrelid::regclass::text as table, attname as column, confrelid::regclass::text as foreign
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = current_schema()::regnamespace and array_length(conkey, 1) = 1
        and confrelid in ('company'::regclass, 'app_user'::regclass)`.execute(db)
    expect(columns.length).toBeGreaterThan(20)
    const rowsOf = async () => await runForCompany(other.id, () => Promise.all(taken.map(textsOf)))
    const taken = [...new Set(columns.map(({ table }) => table))]
    const before = await rowsOf()
    for (const { table, column, foreign } of columns) {
      const value = foreign === 'company' ? own.id : own.person
      const take = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
        where ${sql.ref(column)} is distinct from ${value}`
      await refusal(asOwn(() => take.execute(db)))
    }
    expect(await rowsOf()).toEqual(before)
  })

  it('locks a user of another company, whose requests are handed over', async () => {
    const lock = () => db.selectFrom('app_user').select('id').where('id', '=', other.person).forNoKeyUpdate().execute()
    expect(await asOwn(lock)).toEqual([{ id: other.person }])
  })

  it('does not let its role switch the protection off or change the schema', async () => {
    const attempts = [
      'alter table document disable row level security',
      `alter table document owner to ${database.companyRole}`,
      'drop policy company_select on document',
      `create policy mine on document to ${database.companyRole} using (true)`,
      'create table spy (id integer)',
      'drop trigger event_append_only on event',
      'create or replace function foja_company() returns uuid language sql return null',
      'truncate document',
      `alter role ${database.companyRole} bypassrls`,
      'select from main_facts',
    ]
    for (const statement of attempts) expect(await refusal(asOwn(() => run(statement))), statement).toBe(denied)
    const bypassing = `set local row_security = off; select from document`
    expect(await refusal(asOwn(() => run(bypassing)))).toBe(denied)
  })

  it('names case files of the company only in the search by words', async () => {
    const find = (company: string) =>
      sql<{ id: string | null }>`select id from mains_with_words('arriendo'::tsquery, ${company}::uuid, 10) f (id)`
        .execute(db)
        .then(({ rows }) => rows.map(({ id }) => id).toSorted())
    expect(await asOwn(() => find(own.id))).toEqual([idOf('A'), null])
    expect(await asOwn(() => find(other.id))).toEqual([null, null])
    expect(await find(other.id)).toEqual([idOf('B'), null])
  })

  it('maintains counts, facets and words of a renamed author in other companies', async () => {
    await db.updateTable('solicitud_main').set({ created_by: own.person }).execute()
    const renamed = db.updateTable('app_user').set({ nombre: 'Zoraida' }).where('id', '=', own.person)
    await asOwn(() => renamed.execute())
    const { rows } = await sql`select from solicitud_main where palabras @@ 'zoraida'::tsquery`.execute(db)
    expect(rows).toHaveLength(2)
  })

  it.each([
    'drop policy company_select on document',
    'revoke select on document from ROLE',
    'revoke insert on email from ROLE',
    'revoke usage on schema public from ROLE',
    'alter table document disable row level security',
    'alter policy company_select on document using (true)',
  ])('is repaired at the next start after: %s', async (damage) => {
    const policies = () => sql`select * from pg_policies order by tablename, policyname`.execute(db)
    const before = await policies()
    await run(damage.replace('ROLE', database.companyRole))
    expect(await applyRowSecurity(db, database.companyRole)).toBe(true)
    expect((await policies()).rows).toEqual(before.rows)
    const seen = asOwn(() => db.selectFrom('document').select('id_documento').execute())
    expect(await seen).toEqual([{ id_documento: own.document }])
    await asOwn(() => run('insert into email select * from email where false'))
  })

  it('is not applied again to a database that has it', async () => {
    const applied = () => sql`select oid from pg_policy order by oid`.execute(db)
    const before = await applied()
    expect(await applyRowSecurity(db, database.companyRole)).toBe(true)
    expect((await applied()).rows).toEqual(before.rows)
  })

  describe.runIf(testDatabaseKind === 'postgres')('on a server with other databases', () => {
    /** Runs `work` with a new database that a new login owns; `rights`: of that login. */
    async function withLogin(rights: string, work: (url: string, login: string) => Promise<void>): Promise<void> {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
      const login = `plain_${randomUUID().slice(0, 8)}`
      const fresh = `foja_${login}`
      await run(`create role ${login} login ${rights} password 'plain'`)
      await run(`create database ${fresh} owner ${login}`)
      const url = new URL((await postgresUrl(rows[0]!.name)).replace(rows[0]!.name, fresh))
      url.username = login
      url.password = 'plain'
      try {
        await work(url.href, login)
      } finally {
        await run(`drop database ${fresh} with (force)`)
        await run(`drop role ${login}`)
      }
    }
    const open = async (url: string) => await openDatabase({ url, logger: silentLogger, poolSize: 2 })

    it('works with a login that may not create roles, once it is a member of the role', async () => {
      await withLogin('', async (url, login) => {
        const without = await open(url)
        expect(without.rowSecurity).toBe(false)
        expect(await runForCompany(own.id, () => without.kysely.selectFrom('company').selectAll().execute())).toEqual(
          [],
        )
        await without.close()
        await run(`create role ${without.companyRole}; grant ${without.companyRole} to ${login}`)
        const granted = await open(url)
        expect(granted.rowSecurity).toBe(true)
        const added = await addCompany(withSeal(granted.kysely, new Uint8Array(32)), 'C')
        await addCompany(withSeal(granted.kysely, new Uint8Array(32)), 'D')
        const seen = runForCompany(added.id, () => granted.kysely.selectFrom('document').selectAll().execute())
        expect(await seen).toMatchObject([{ id_documento: added.document }])
        await granted.close()
        await run(`drop owned by ${granted.companyRole}`)
      })
    })

    it('gives each database a role that the login of another may not take', async () => {
      await withLogin('createrole', async (url) => {
        const second = await open(url)
        try {
          expect(second.rowSecurity).toBe(true)
          const take = sql.raw(`set role ${database.companyRole}`).execute(second.kysely)
          expect(await refusal(take)).toBe(denied)
        } finally {
          await second.close()
        }
      })
    })

    it('leaves the policies out when the login itself is the role', async () => {
      await withLogin('', async (url, login) => {
        const first = await open(url)
        await first.close()
        // The role of the database becomes the login.
        await run(
          `alter role ${login} rename to ${first.companyRole}; alter role ${first.companyRole} password 'plain'`,
        )
        const own = new URL(url)
        own.username = first.companyRole
        const second = await open(own.href)
        await second.close()
        await run(`alter role ${first.companyRole} rename to ${login}`)
        expect([first.rowSecurity, second.rowSecurity]).toEqual([false, false])
      })
    })

    it('takes the privileges from the role of the database of which this is a copy', async () => {
      await run('create role foja_app_0123456789ab; grant select on document to foja_app_0123456789ab')
      await run('grant update (nombre) on app_user to foja_app_0123456789ab')
      await run('grant usage on schema public to foja_app_0123456789ab')
      await run('comment on function foja_company() is null')
      expect(await applyRowSecurity(db, database.companyRole)).toBe(true)
      // Refused while the role has a privilege.
      await run('drop role foja_app_0123456789ab')
    })
  })
})
