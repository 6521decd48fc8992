import {
  columnsWith,
  personalData,
  personalTables,
  type DataTable,
  type PersonalTable,
} from '@foja/contracts/personal-data'
import { createId } from '@foja/contracts/create-id'
import type { PersonFound } from '@foja/contracts/privacy'
import { atOneMoment, verifyChains } from '@foja/db/verify-chains'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, createCase, pdfFile, signedIn, startOffice, type Caller } from '../../../test/office.ts'
import { readZip } from '../../../test/zip.ts'
import { erasedName } from './erase-values.ts'
import { exportedColumns } from './export-person.ts'
import type { Person } from './person.ts'
import { rowsOf } from './person-rows.ts'

const office = await startOffice()
afterAll(() => office.close())
const { db, clock } = office.server.deps

/** Every text planted in a row contains one of these, in small letters. */
const marks = ['zoraida', 'ovidio', '0912345678']
const outsider = { nombre: 'Ovidio Huella', email: 'ovidio@huella.example', identificacion: '0912345678' }

const columnsOf = async () => {
  const { rows } = await sql<{ table: DataTable; column: string; type: string }>`
    select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%'
    order by 1, 2`.execute(db)
  return rows
}

/** The columns that contain a planted text. */
async function findMarked(): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of await columnsOf()) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
      where lower(${sql.ref(column)}::text) like any(${marks.map((mark) => `%${mark}%`)}::text[])`.execute(db)
    if (rows[0]!.n > 0) found.push(`${table}.${column}`)
  }
  return found
}

let zoraida: Caller
const nombre = 'Zoraida Marcada'

/** A row of the user or of the outsider in every table, with a text of theirs in every column that an erasure changes. */
async function plant(): Promise<void> {
  zoraida = await signedIn(office.server, { role: 'usuario', nombre, id_company: office.company })
  const person = zoraida.id
  marks.push(zoraida.email)
  const now = clock()
  const soon = new Date(now.getTime() + 86_400_000)
  const hash = 'a'.repeat(64)
  const bytes = new Uint8Array([1])
  const words = { cargo: 'Zoraida, jefa', telefono: 'zoraida', oidc_subject: 'zoraida', last_login_at: now }
  const more = { totp_secret: 'zoraida', totp_next_secret: 'zoraida', totp_next_at: now, totp_last_step: 1 }
  await db
    .updateTable('app_user')
    .set({ ...words, ...more })
    .where('id', '=', person)
    .execute()
  const partes = [
    { ...outsider, rol: 'Parte' },
    { nombre: 'Otra', rol: 'Parte' },
  ]
  const one = { id_solicitud: createId(), partes, description: [{}] }
  const { main, solicitud, document } = await createCase(zoraida, pdfFile('Acta.pdf'), { solicitudes: [one] })
  const bin = await createCase(zoraida, pdfFile('Otra.pdf'), {
    solicitudes: [{ ...one, id_solicitud: createId() }],
  })
  await bodyOf(
    await zoraida.send('DELETE', '/api/v1/delete_solicitud/', { id_solicitud_main: bin.main.id_solicitud_main }),
    200,
  )
  await db
    .updateTable('session')
    .set({ user_agent: 'zoraida', ip: 'zoraida', other_user_agent: 'zoraida' })
    .set({ by_provider: true, provider_subject: 'zoraida', provider_sid: 'zoraida' })
    .where('id_user', '=', person)
    .execute()
  const { id: session } = await db
    .selectFrom('session')
    .where('id_user', '=', person)
    .select('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('refresh_token').values({ hash, id_session: session, expires_at: soon }).execute()
  await db.insertInto('recovery_code').values({ id_user: person, hash }).execute()
  const key = { counter: 0, transports: '', synced: false, nombre: 'Llave de Zoraida' }
  await db
    .insertInto('passkey')
    .values({ ...key, id: randomUUID(), id_user: person, credential_id: 'zoraida', public_key: 'zoraida' })
    .execute()
  await db
    .insertInto('api_key')
    .values({
      id: randomUUID(),
      id_user: person,
      hash,
      prefix: 'zoraida',
      nombre: 'De Zoraida',
      scopes: [],
      networks: ['zoraida'],
      expires_at: soon,
    })
    .execute()
  await db
    .insertInto('one_time_link')
    .values({ id: randomUUID(), hash, id_user: person, kind: 'reset', expires_at: soon })
    .execute()
  await db
    .insertInto('signer')
    .values({
      id_user: person,
      subject: 'CN=Zoraida',
      issuer: 'zoraida',
      serial: 'zoraida',
      fingerprint: hash,
      key_type: 'rsa',
      not_before: now,
      not_after: soon,
      certificate: bytes,
      wrapped_key: bytes,
      wrap_params: '{}',
      image: bytes,
      chain: '["zoraida"]',
    })
    .execute()
  await db
    .insertInto('prepared_signing')
    .values({
      id: randomUUID(),
      id_user: person,
      id_documento: document.id_documento,
      version: 1,
      base_sha256: hash,
      request: '{"reason":"zoraida"}',
      prepared: '{"name":"zoraida"}',
      tail: bytes,
      signed_attributes: bytes,
      certificate: bytes,
      chain: '["zoraida"]',
      signing_time: now,
      expires_at: soon,
    })
    .execute()
  await db
    .insertInto('case_hold')
    .values({
      id_solicitud_main: 'AAAA-AAAA-AAAA-AAAA',
      id_company: office.company,
      motivo: 'Juicio',
      created_by: person,
      created_at: now,
    })
    .execute()
  const share = randomUUID()
  await db
    .insertInto('share')
    .values({
      id: share,
      id_documento: document.id_documento,
      token_sha256: hash,
      created_by: person,
      password_hash: 'zoraida',
    })
    .execute()
  await db.insertInto('share_view').values({ id_share: share, at: now, ip: 'zoraida' }).execute()
  await db.insertInto('user_shared').values({ id_documento: document.id_documento, id_user: person }).execute()
  const request = randomUUID()
  await db
    .insertInto('request')
    .values({
      id: request,
      kind: 'firmas',
      id_company: office.company,
      id_solicitud_main: main.id_solicitud_main,
      id_solicitud: solicitud.id_solicitud,
      titulo: 'Acta',
      mensaje: 'Para Ovidio',
      status: 'completada',
      allow_delegation: false,
      expires_at: soon,
      created_by: person,
      created_at: now,
      sent_at: now,
      ended_at: now,
    })
    .execute()
  await db
    .insertInto('request_document')
    .values({ id_request: request, id_documento: document.id_documento, position: 0 })
    .execute()
  const recipient = randomUUID()
  await db
    .insertInto('recipient')
    .values({
      id: recipient,
      id_request: request,
      position: 0,
      ...outsider,
      telefono: 'ovidio',
      must_match: true,
      code: false,
      rol: 'firma',
      turno: 1,
      status: 'firmado',
      channel: 'email',
      round: 1,
      token_sha256: hash,
      locale: 'es',
      places: '[]',
      motivo: 'Ovidio no puede',
    })
    .execute()
  await db
    .insertInto('recipient_version')
    .values({ id_recipient: recipient, id_documento: document.id_documento, version: 1, at: now })
    .execute()
  const requirement = randomUUID()
  await db
    .insertInto('requirement')
    .values({
      id: requirement,
      id_recipient: recipient,
      position: 0,
      nombre: 'Cédula',
      ayuda: 'La de Ovidio',
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
      blob_key: 'x',
      size: 1,
      sha256: hash,
      inspected: '{}',
      delivered_at: now,
      id_documento: document.id_documento,
    })
    .execute()
  const letter = { locale: 'es', id_company: office.company, kind: 'request' as const }
  const told = {
    subject: 'Para Ovidio Huella',
    text: 'Hola, Ovidio Huella',
    html: '<p>Ovidio Huella</p>',
    calendar: 'ATTENDEE:Ovidio Huella',
  }
  await db
    .insertInto('email')
    .values([
      {
        ...letter,
        ...told,
        id: randomUUID(),
        status: 'sent',
        recipients: JSON.stringify({ to: [outsider.email], cc: [] }),
        id_recipient: recipient,
        delivered: JSON.stringify([outsider.email]),
        reply_to: outsider.email,
        refused: JSON.stringify([{ address: outsider.email, permanent: false, reply: 'no' }]),
        server_reply: `250 ${outsider.email}`,
      },
      {
        ...letter,
        ...told,
        id: randomUUID(),
        status: 'queued',
        recipients: JSON.stringify({ to: ['otra@huella.example', outsider.email], cc: [] }),
      },
    ])
    .execute()
  await db
    .insertInto('notification')
    .values([
      { id_user: person, kind: 'document', data: '{}' },
      {
        id_user: office.gestor.id,
        kind: 'solicitud.sent',
        actor_label: nombre,
        data: JSON.stringify({ titulo: `Caso de ${nombre}` }),
      },
    ])
    .execute()
  const template = {
    id: randomUUID(),
    id_company: office.company,
    name: 'Acta',
    created_by: person,
    updated_by: person,
  }
  await db.insertInto('template').values(template).execute()
  const filling = { id_template: template.id, template_version: 1, flatten: false, data: '{"arrendatario":"Ovidio"}' }
  await db
    .insertInto('request_filling')
    .values({ ...filling, id_request: request, id_documento: document.id_documento })
    .execute()
  const batch = randomUUID()
  await db
    .insertInto('template_batch')
    .values({
      id: batch,
      id_template: template.id,
      template_version: 1,
      id_company: office.company,
      rows: '[]',
      request_sha256: hash,
      status: 'done',
      total: 1,
      created_by: person,
    })
    .execute()
  await db
    .insertInto('template_batch_file')
    .values({ id_batch: batch, row: 1, nombre: 'a.pdf', blob_key: 'y', size: 1 })
    .execute()
  await db
    .insertInto('idempotency_key')
    .values({
      id_user: person,
      scope: 's',
      key: 'zoraida',
      request_sha256: hash,
      result: '{"nombre":"zoraida"}',
      created_at: now,
    })
    .execute()
  await inTransaction(db, async (trx) => {
    const place = { id_solicitud_main: main.id_solicitud_main, id_company: office.company }
    const acted = { actor: null, actor_label: outsider.nombre, ip: 'zoraida' }
    await appendEvent(trx, { ...place, ...acted, action: 'recipient.approved', data: { email: outsider.email } })
    const named = { actor: office.gestor.id, actor_label: 'Gael Gestor', ip: '192.0.2.7' }
    await appendEvent(trx, { ...place, ...named, action: 'solicitud.handed_over', data: { a: nombre, titulo: 'Acta' } })
    await appendEvent(trx, {
      ...place,
      ...named,
      action: 'signing_request.sent',
      data: { names: `Eva, ${outsider.nombre}` },
    })
  })
}

/** Columns whose values are no words; the erasure of each is checked by its own test. */
const wordless = new Set([
  'app_user.email',
  'app_user.last_login_at',
  'signer.fingerprint',
  'signer.certificate',
  'signer.image',
  'prepared_signing.certificate',
])

const person = (user: Caller | null): Person => ({
  company: office.company,
  user:
    user === null
      ? null
      : { id: user.id, nombre, email: user.email, id_company: office.company, role: 'usuario', removed: false },
  emails: [user === null ? outsider.email : user.email],
  idents: user === null ? [outsider.identificacion] : [],
  names: [user === null ? outsider.nombre : nombre],
  known: user !== null,
})

const count = async (name: PersonalTable, who: Person) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(name)} t where ${rowsOf(who)[name]}`.execute(db)
  return rows[0]!.n
}

const exportOf = async (caller: Caller, path: string) => {
  const response = await caller.call(path)
  if (response.status !== 200) throw new Error(await response.text())
  const files = await readZip(new Uint8Array(await response.arrayBuffer()))
  const rowsIn = (name: string) =>
    JSON.parse(new TextDecoder().decode(files.get(`${name}.json`))) as Record<string, unknown>[]
  return { files, rowsIn }
}

beforeAll(plant)

describe('the list of personal data', () => {
  it('has every column of every table of the database, and no other', async () => {
    const listed = (Object.keys(personalData) as DataTable[]).flatMap((name) =>
      columnsWith(name, 'other', 'id', 'erased', 'secret', 'kept').map((column) => `${name}.${column}`),
    )
    const stored = (await columnsOf()).map(({ table, column }) => `${table}.${column}`)
    expect(listed.toSorted()).toEqual(stored.toSorted())
  })

  it('names whose data each table with personal data has', () => {
    for (const name of personalTables) expect([name, personalData[name].of]).not.toContain(null)
  })

  it('is covered by this test: a row in every table, a text of a person in every column that is erased', async () => {
    const empty: string[] = []
    for (const name of personalTables) {
      if ((await count(name, person(zoraida))) + (await count(name, person(null))) === 0) empty.push(name)
    }
    expect(empty).toEqual([])
    const marked = new Set(await findMarked())
    const erased = personalTables.flatMap((name) => columnsWith(name, 'erased').map((column) => `${name}.${column}`))
    expect(erased.filter((column) => !marked.has(column) && !wordless.has(column))).toEqual([])
  })
})

describe('the export of a person', () => {
  it('has a file with the rows of every table, without credentials', async () => {
    const user = await exportOf(office.gestor, `/api/v1/export_personal_data/?persona=${zoraida.email}`)
    const other = await exportOf(office.gestor, `/api/v1/export_personal_data/?persona=${outsider.identificacion}`)
    for (const name of personalTables) {
      const rows = [...user.rowsIn(name), ...other.rowsIn(name)]
      expect([name, rows.length]).not.toEqual([name, 0])
      for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(exportedColumns(name).toSorted())
    }
    expect([...user.files.keys()]).toContain('archivos/Acta.pdf')
    expect(other.rowsIn('recipient')).toMatchObject([outsider])
    expect(other.rowsIn('app_user')).toEqual([])
  })

  it('of the own data has no rows of others', async () => {
    const { rowsIn, files } = await exportOf(zoraida, '/api/v1/export_own_data/')
    expect(rowsIn('app_user')).toMatchObject([{ id: zoraida.id, nombre }])
    expect(rowsIn('event').filter(({ actor }) => actor !== zoraida.id)).toEqual([])
    expect(rowsIn('recipient')).toEqual([])
    expect([...files.keys()]).toContain('archivos/Acta.pdf')
  })

  it('is for managers, and finds no one of another company', async () => {
    for (const persona of [zoraida.email, outsider.email, zoraida.id]) {
      const path = `/api/v1/export_personal_data/?persona=${persona}`
      expect((await office.colega.call(path)).status).toBe(403)
      const answer = await office.ajeno.call(path)
      expect(await bodyOf<{ code: string }>(answer, 400)).toMatchObject({ code: 'person_not_found' })
    }
  })
})

describe('the erasure of a person', () => {
  const erase = (persona: string, more: object = {}) =>
    office.gestor.post('/api/v1/erase_personal_data/', { persona, motivo: 'Lo pidió por carta', ...more })

  it('is refused while something is awaited from them', async () => {
    const { rows } = await sql<{
      id: string
    }>`update request set status = 'enviada', ended_at = null returning id`.execute(db)
    await sql`update recipient set status = 'visto'`.execute(db)
    expect(await bodyOf<{ code: string }>(await erase(outsider.email), 400)).toMatchObject({ code: 'person_awaited' })
    await sql`update recipient set status = 'firmado'`.execute(db)
    await sql`update request set status = 'completada', ended_at = now()`.execute(db)
    expect(rows.length).toBe(1)
  })

  it('of a party is refused while a case file of theirs is held', async () => {
    const hold = { id_company: office.company, motivo: 'Juicio', created_by: office.gestor.id, created_at: new Date() }
    const { id_solicitud_main } = await db
      .selectFrom('solicitud')
      .where(sql<string>`partes::text`, 'like', `%${outsider.email}%`)
      .select('id_solicitud_main')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('case_hold')
      .values({ ...hold, id_solicitud_main })
      .execute()
    expect(await office.gestor.read<PersonFound>(`/api/v1/personal_data/?persona=${outsider.email}`)).toMatchObject({
      abiertos: 0,
      retenidos: 1,
    })
    expect(await bodyOf<{ code: string }>(await erase(outsider.email), 400)).toMatchObject({ code: 'person_held' })
    expect(
      await office.gestor.read<PersonFound>(`/api/v1/personal_data/?persona=${office.mediador.email}`),
    ).toMatchObject({ retenidos: 0 })
    await db.deleteFrom('case_hold').where('id_solicitud_main', '=', id_solicitud_main).execute()
  })

  it('needs a user for the open requests', async () => {
    expect(await bodyOf<{ code: string }>(await erase(zoraida.email), 400)).toMatchObject({ code: 'handover_required' })
  })

  it('tells before what is stored', async () => {
    const found = await office.gestor.read<PersonFound>(`/api/v1/personal_data/?persona=${zoraida.email}`)
    expect(found).toMatchObject({ user: { id: zoraida.id, nombre, removed: false }, abiertos: 0 })
    const areas = found.areas.map(({ area }) => area)
    expect(areas).toContain('accounts')
    expect(areas).toContain('history')
  })

  it('leaves no text of theirs outside of the columns that are kept, and every chain intact', async () => {
    const old = await db.selectFrom('recipient').select('token_sha256').executeTakeFirstOrThrow()
    await bodyOf(await erase(zoraida.email, { entregar_a: office.mediador.id }), 200)
    await bodyOf(await erase(outsider.email), 200)
    const kept = new Set(
      personalTables.flatMap((name) => columnsWith(name, 'kept').map((column) => `${name}.${column}`)),
    )
    const left = await findMarked()
    expect(left.filter((column) => !kept.has(column))).toEqual([])
    // The texts that were planted to stay did stay.
    expect(left).toEqual(expect.arrayContaining(['request.mensaje', 'requirement.ayuda']))
    const broken: unknown[] = []
    const verdict = await atOneMoment(db, (trx) => verifyChains(trx, (one) => broken.push(one)))
    expect(broken).toEqual([])
    expect(verdict.broken).toBe(0)
    expect(verdict.events).toBeGreaterThan(5)
    expect((await db.selectFrom('recipient').select('token_sha256').executeTakeFirstOrThrow()).token_sha256).not.toBe(
      old.token_sha256,
    )
  })

  it('leaves nothing of the account but its id, and frees the address', async () => {
    const row = await db.selectFrom('app_user').where('id', '=', zoraida.id).selectAll().executeTakeFirstOrThrow()
    for (const column of columnsWith('app_user', 'secret')) expect(row[column as keyof typeof row]).toBeNull()
    expect(row).toMatchObject({ nombre: erasedName, cargo: null, telefono: null, last_login_at: null, activo: false })
    expect(row.email).not.toBe(zoraida.email)
    const gone = [
      'session',
      'recovery_code',
      'passkey',
      'api_key',
      'one_time_link',
      'signer',
      'prepared_signing',
    ] as const
    for (const name of [...gone, 'user_shared', 'notification', 'idempotency_key', 'share', 'share_view'] as const) {
      expect([name, await count(name, person(zoraida))]).toEqual([name, 0])
    }
    expect((await zoraida.call('/api/v1/details_users/')).status).toBe(401)
    const again = { email: zoraida.email, nombre: 'Nueva', role: 'usuario', password: 'tucán paralelo bisagra 47' }
    await bodyOf(await office.gestor.post('/api/v1/create_user/', again), 201)
  })

  it('is recorded in the history, without the name', async () => {
    const events = await db.selectFrom('event').where('action', '=', 'person.erased').selectAll().execute()
    expect(events.some(({ chain }) => chain === office.company)).toBe(true)
    for (const { data } of events) expect(data['motivo']).toBe('Lo pidió por carta')
  })

  it('does not excuse another change of an event', async () => {
    const row = await db
      .selectFrom('event')
      .where('action', '=', 'recipient.approved')
      .selectAll()
      .executeTakeFirstOrThrow()
    const change = (label: string) =>
      inTransaction(db, async (trx) => {
        await sql`select set_config('foja.redacting', 'on', true)`.execute(trx)
        await trx.updateTable('event').set({ actor_label: label }).where('id', '=', row.id).execute()
      })
    await change('Alguien')
    const broken: unknown[] = []
    await atOneMoment(db, (trx) => verifyChains(trx, (one) => broken.push(one)))
    expect(broken).toMatchObject([{ chain: row.chain, fault: 'event', at: row.seq }])
    await change(row.actor_label)
  })
})
