import { createId } from '@foja/contracts/create-id'
import type { Database } from '@foja/db/schema'
import { testDatabaseKind } from '@foja/testing/database'
import { makePdf } from '@foja/testing/pdfs'
import { sql, type Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  bodyOf,
  createCase,
  createPath,
  expectProblem,
  formOf,
  mainOf,
  pdfFile,
  signedIn,
  openOffice,
  storedKeys,
  type Caller,
  type TestFile,
} from '../../test/office.ts'
import { userPaths } from '../../test/people-calls.ts'
import { addCompany, testPassword } from '../../test/test-server.ts'
import { giveSigner, p12File, passphrase, signerPath, testAuthority } from '../../test/people.ts'
import { signPath, type SignReply } from '../../test/signing.ts'
import { bulk, caseIn, send, update } from '../../test/steps.ts'
import { fieldOf, fill, makeTemplate, startBatch } from '../../test/templates.ts'

/** Called whenever the server reads its clock, which it does for each session it checks. */
let looked = () => {}
const clock = () => {
  looked()
  return new Date()
}
const office = await openOffice({ clock })
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())

const enterUser = (role: 'gestor' | 'mediador' | 'usuario') =>
  signedIn(office.server, { role, nombre: 'Quien Se Va', id_company: office.company })
const remove = async (id: string) =>
  void (await bodyOf(await office.admin.remove(`${userPaths.remove(id)}?entregar_a=${office.gestor.id}`), 200))
const move = async ({ id }: Caller) =>
  void (await bodyOf(await office.admin.put(userPaths.update(id), { id_company: office.otherCompany }), 200))

/** Runs `meanwhile` before the `count`-th call of `object[name]`. */
function before<T extends object>(object: T, name: keyof T, count: number, meanwhile: () => Promise<void>) {
  const work = object[name] as (...args: unknown[]) => Promise<unknown>
  const calls = { total: 0 }
  const wrapped = async (...args: unknown[]) => {
    calls.total += 1
    if (calls.total === count) await meanwhile()
    return await work.apply(object, args)
  }
  Object.assign(object, { [name]: wrapped })
  return { calls, restore: () => void Object.assign(object, { [name]: work }) }
}

/** Sends an upload and runs `meanwhile` when half of it has arrived. */
async function slowly(caller: Caller, path: string, files: TestFile[], data: unknown, meanwhile: () => Promise<void>) {
  const encoded = new Response(formOf(files, data))
  const body = Buffer.from(await encoded.arrayBuffer())
  const half = Math.floor(body.length / 2)
  const headers = {
    authorization: `Bearer ${caller.token}`,
    'content-type': encoded.headers.get('content-type')!,
    'content-length': body.length,
  }
  let looks = 0
  // The clock is read once for the token and once for the session.
  const known = new Promise<void>((resolve) => {
    looked = () => ((looks += 1) === 2 ? resolve() : undefined)
  })
  const answer = Promise.withResolvers<Response>()
  const sending = request(new URL(path, office.server.origin), { method: 'POST', headers }, (message) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const type = message.headers['content-type'] ?? ''
      const init = { status: message.statusCode!, headers: { 'content-type': type } }
      answer.resolve(new Response(Buffer.concat(chunks), init))
    })
  })
  sending.on('error', answer.reject)
  sending.write(body.subarray(0, half))
  await known
  looked = () => {}
  await meanwhile()
  sending.end(body.subarray(half))
  return await answer.promise
}

describe('an upload whose sender leaves while it is under way', () => {
  it('adds no trust anchor', async () => {
    const person = await enterUser('gestor')
    const file = { name: 'raíz.cer', bytes: testAuthority().root.certificate }
    const answer = await slowly(person, '/api/v1/upload_trust_anchor/', [file], {}, () => remove(person.id))
    await expectProblem(answer, 401, 'unauthenticated')
    expect(await office.server.deps.db.selectFrom('trust_anchor').selectAll().execute()).toEqual([])
  })

  it('adds no case file and leaves no stored file, if the sender is removed or moved', async () => {
    const { db } = office.server.deps
    const files = await storedKeys(office)
    for (const [leave, status, code] of [
      [(person: Caller) => remove(person.id), 401, 'unauthenticated'],
      [move, 403, 'forbidden'],
    ] as const) {
      const person = await enterUser('usuario')
      const answer = await slowly(person, createPath, [pdfFile()], mainOf(1), () => leave(person))
      await expectProblem(answer, status, code)
      const created = await db.selectFrom('solicitud_main').where('created_by', '=', person.id).selectAll().execute()
      expect([created, await storedKeys(office)]).toEqual([[], files])
    }
  })

  it('stores no key', async () => {
    const person = await enterUser('usuario')
    const data = { password: passphrase }
    await expectProblem(
      await slowly(person, signerPath, [p12File()], data, () => remove(person.id)),
      401,
      'unauthenticated',
    )
    expect(await office.server.deps.db.selectFrom('signer').selectAll().execute()).toEqual([])
  })
})

describe('a long operation of a user who is removed stops:', () => {
  it('batch signing, at the current document', async () => {
    const { db, engine } = office.server.deps
    const person = await enterUser('mediador')
    await giveSigner(person, 'Quien Se Va')
    const created = await Promise.all(Array.from({ length: 4 }, () => createCase(office.usuario)))
    const ids_documento = created.map(({ document }) => document.id_documento)
    const { calls, restore } = before(engine, 'sign', 2, () => remove(person.id))
    const answer = await person.post(signPath, { ids_documento, password: passphrase })
    restore()
    const { documents, failures } = await bodyOf<SignReply>(answer, 200)
    expect(documents.map(({ id_documento }) => id_documento)).toEqual([ids_documento[0]])
    expect(failures.map(({ problem }) => problem.code)).toEqual(Array.from({ length: 3 }, () => 'unauthenticated'))
    // The documents after it are not even tried.
    expect(calls.total).toBe(2)
    const signed = db.selectFrom('event').where('action', '=', 'document.signed').where('actor', '=', person.id)
    expect(await signed.selectAll().execute()).toHaveLength(1)
  })

  it('an archive download, at the next file', async () => {
    const person = await enterUser('mediador')
    const created = await Promise.all(Array.from({ length: 3 }, () => createCase(office.usuario)))
    const ids_solicitud = created.map(({ solicitud }) => solicitud.id_solicitud)
    const { calls, restore } = before(office.server.deps.store, 'get', 1, () => remove(person.id))
    const answer = await person.post('/api/v1/download_zip/', { ids_solicitud })
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    restore()
    expect(calls.total).toBe(1)
  })

  it('a list export, at the next lines', async () => {
    const { db } = office.server.deps
    const company = await addCompany(office.server, 'Archivo')
    // Forty megabytes: more than the buffers between the server and a client that does not read.
    const cases = sql`(select 'LEFT-OVER-CASE-' || lpad(n::text, 4, '0') as id from generate_series(1, 2000) n) cases`
    await sql`insert into solicitud_main (id_solicitud_main, titulo, id_company, created_by, payload_sha256)
      select id, 'Largo', ${company}, ${office.admin.id}, ${'0'.repeat(64)} from ${cases}`.execute(db)
    await sql`insert into solicitud (id_solicitud, id_solicitud_main, id_company, position, titulo, lugar)
      select id, id, ${company}, 0, 'Largo', repeat('Sala ', 4000) from ${cases}`.execute(db)
    const person = await signedIn(office.server, { role: 'gestor', id_company: company })
    const answer = await person.call('/api/v1/export_solicitudes/')
    const reader = answer.body!.getReader()
    await reader.read()
    await remove(person.id)
    const rest = async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read());
    }
    await expect(rest()).rejects.toThrow()
  })

  it('batch filling, at the current row', async () => {
    const { db, filler } = office.server.deps
    const { id } = await makeTemplate(office.gestor, [fieldOf('text')])
    const person = await enterUser('mediador')
    const key = randomUUID()
    const rows = Array.from({ length: 4 }, (_, at) => ({ text: `Fila ${at}` }))
    await bodyOf(await startBatch(person, { id, key, rows }), 202)
    const { calls, restore } = before(filler, 'fill', 2, () => remove(person.id))
    await office.server.jobs.run()
    restore()
    const batch = db.selectFrom('template_batch').where('id', '=', key).select(['status', 'done', 'failed'])
    expect(await batch.executeTakeFirst()).toEqual({ status: 'cancelled', done: 1, failed: 1 })
    expect(calls.total).toBe(2)
  })

  it('filling a PDF', async () => {
    const { db, filler } = office.server.deps
    const { id } = await makeTemplate(office.gestor, [fieldOf('text')])
    const person = await enterUser('mediador')
    const { restore } = before(filler, 'fill', 1, () => remove(person.id))
    await expectProblem(await fill(person, id, { text: 'Tarde' }), 401, 'unauthenticated')
    restore()
    const created = db.selectFrom('document').where('created_by', '=', person.id).select('id_documento')
    expect(await created.execute()).toEqual([])
  })
})

/** Resolves when the request waits for a lock of `trx`, or has been answered. */
async function untilWaiting(trx: Transaction<Database>, request: Promise<Response>): Promise<void> {
  const state = { settled: false }
  void request.finally(() => (state.settled = true))
  const waiting = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
  while (!state.settled && (await waiting.execute(trx)).rows.length === 0);
}

/** Sends a request while a transaction deactivates the user `id` and locks `beside`; returns the response. */
async function asTheyLeave(id: string, ask: () => Promise<Response>, beside = id): Promise<Response> {
  const { answer } = await office.server.deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('app_user').where('id', '=', beside).select('id').forUpdate().execute()
    await trx.updateTable('app_user').set({ activo: false }).where('id', '=', id).execute()
    const request = ask()
    await untilWaiting(trx, request)
    return { answer: request }
  })
  return await answer
}

// The embedded database has one connection.
describe.runIf(testDatabaseKind === 'postgres')('concurrently with the removal of a user', () => {
  it('no request is assigned to them', async () => {
    const person = await enterUser('mediador')
    const { id } = await caseIn(office, 'pendiente')
    const request = { id_solicitud: id, version: 1, asignado_a: person.id }
    for (const ask of [update, send]) {
      await office.server.deps.db.updateTable('app_user').set({ activo: true }).where('id', '=', person.id).execute()
      const answer = await asTheyLeave(person.id, () => ask(office.gestor, request))
      await expectProblem(answer, 400, 'assignee_unknown')
    }
    await office.server.deps.db.updateTable('app_user').set({ activo: true }).where('id', '=', person.id).execute()
    const many = { action: 'assign', ids_solicitud: [id], asignado_a: person.id }
    const { results } = await bodyOf<{ results: { code: string | null }[] }>(
      await asTheyLeave(person.id, () => bulk(office.gestor, many)),
      200,
    )
    expect(results.map(({ code }) => code)).toEqual(['assignee_unknown'])
  })

  it('their bulk action stops at the next request', async () => {
    const { db } = office.server.deps
    const person = await enterUser('gestor')
    const created = [
      await caseIn(office, 'agendado'),
      await caseIn(office, 'agendado'),
      await caseIn(office, 'agendado'),
    ]
    const { answer } = await db.transaction().execute(async (trx) => {
      // It reaches the second case file, which is locked here.
      const second = trx.selectFrom('solicitud_main').where('id_solicitud_main', '=', created[1]!.main)
      await second.select('titulo').forUpdate().execute()
      const many = { action: 'conclude', ids_solicitud: created.map(({ id }) => id) }
      const request = bulk(person, many)
      await untilWaiting(trx, request)
      await remove(person.id)
      return { answer: request }
    })
    const { results } = await bodyOf<{ results: { code: string | null }[] }>(await answer, 200)
    expect(results.map(({ code }) => code)).toEqual([null, null, 'unauthenticated'])
  })

  it('nothing is shared with them', async () => {
    const person = await enterUser('usuario')
    const { document } = await createCase(office.usuario)
    const path = `/api/v1/user_shared/update/${document.id_documento}/`
    const answer = await asTheyLeave(person.id, () => office.usuario.post(path, { users: [person.id] }))
    await expectProblem(answer, 400, 'person_unknown')
  })

  it('they change no other user', async () => {
    const other = await enterUser('usuario')
    const own = { current_password: testPassword }
    const acts: ((person: Caller) => Promise<Response>)[] = [
      (person) => person.put(userPaths.password(other.id), { ...own, password: 'tucán paralelo bisagra 47' }),
      (person) => person.put(userPaths.update(other.id), { ...own, email: 'otra.persona@foja.example' }),
    ]
    const find = office.server.deps.db.selectFrom('app_user').selectAll().where('id', '=', other.id)
    const before = await find.executeTakeFirstOrThrow()
    for (const act of acts) {
      const person = await enterUser('gestor')
      const answer = await asTheyLeave(person.id, () => act(person), other.id)
      await expectProblem(answer, 401, 'unauthenticated')
      expect(await find.executeTakeFirstOrThrow()).toEqual(before)
    }
  })

  it('they create nothing that stays', async () => {
    const { db } = office.server.deps
    const { document } = await createCase(office.usuario)
    const { id } = await makeTemplate(office.gestor, [fieldOf('text')])
    const { id_documento } = document
    const mail = { id_documento, to: ['parte@foja.example'], as: 'link' }
    const rows = [{ email: 'nadie@foja.example', nombre: 'Nadie', role: 'usuario' }]
    const acts: ((person: Caller) => Promise<Response>)[] = [
      (person) => person.post('/api/v1/create_share_document/', { id_documento, password: 'una clave' }),
      (person) => person.post('/api/v1/send_document_by_email/', mail),
      (person) => person.post(signPath, { id_documento, password: passphrase }),
      (person) => person.upload(signerPath, [p12File()], { password: passphrase }),
      (person) =>
        person.upload(createPath, [pdfFile('x.pdf', makePdf())], mainOf(1, { id_solicitud_main: createId() })),
      (person) => person.post(userPaths.import, { preview: false, rows }),
      (person) => fill(person, id, { text: 'Tarde' }),
    ]
    for (const act of acts) {
      const person = await enterUser('gestor')
      await giveSigner(person, 'Quien Se Va')
      const events = db.selectFrom('event').where('actor', '=', person.id).select('action')
      const before = await events.execute()
      await expectProblem(await asTheyLeave(person.id, () => act(person)), 401, 'unauthenticated')
      expect(await events.execute()).toEqual(before)
    }
  })
})
