import { withSeal } from '@foja/db/history-seal'
import { openDatabase } from '@foja/db/open-database'
import { inTransaction } from '@foja/db/transaction'
import { createId } from '@foja/contracts/create-id'
import { silentLogger } from '@foja/db/silent-logger'
import { testDatabaseKind } from '@foja/testing/database'
import { postgresUrl } from '@foja/testing/postgres'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { buildApp } from '../../../app.ts'
import { historyKey } from '../../../keys.ts'
import { openStream, type EventStream } from '../../../../test/event-stream.ts'
import { Caller, createCase, signedIn, startOffice, type Office } from '../../../../test/office.ts'
import { notify } from '../notifications/notify.ts'
import { streamsPerPerson } from './live-hub.ts'
import { announceChange, type Change } from './announce.ts'

const open: EventStream[] = []
const office = await startOffice()
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})
afterAll(() => office.close())

async function listen(caller: Caller): Promise<EventStream> {
  const stream = await openStream(caller)
  open.push(stream)
  return stream
}

const announce = (change: Partial<Change>) =>
  inTransaction(office.server.deps.db, (trx) =>
    announceChange(trx, office.server.deps, {
      id_company: office.company,
      created_by: office.usuario.id,
      id_solicitud_main: createId(),
      id_documento: null,
      ...change,
    }),
  )

const tell = (to: string[]) =>
  inTransaction(office.server.deps.db, (trx) =>
    notify(trx, office.server.deps, { kind: 'solicitud.sent', to, actor: null, data: {} }),
  )

/** Collects the messages of a stream up to a notice that is sent after the test's action. */
async function heard(streams: Record<string, { caller: Caller; stream: EventStream }>) {
  await tell(Object.values(streams).map(({ caller }) => caller.id))
  const all = await Promise.all(
    Object.entries(streams).map(async ([name, { stream }]) => {
      await stream.next(({ type }) => type === 'notification')
      return [name, stream.messages.filter(({ type }) => type === 'changed').length] as const
    }),
  )
  return Object.fromEntries(all)
}

describe('the live stream', () => {
  it('is an uncached, unbuffered event stream', async () => {
    const { response } = await listen(office.usuario)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('announces a change to those who may see it, and not to other companies', async () => {
    const { admin, gestor, mediador, usuario, colega, ajeno } = office
    const streams: Record<string, { caller: Caller; stream: EventStream }> = {}
    for (const [name, caller] of Object.entries({ admin, gestor, mediador, usuario, colega, ajeno })) {
      streams[name] = { caller, stream: await listen(caller) }
    }
    const id_solicitud_main = createId()
    await announce({ id_solicitud_main })
    expect(await heard(streams)).toEqual({ admin: 1, gestor: 1, mediador: 1, usuario: 1, colega: 0, ajeno: 0 })
    expect(streams['gestor']!.stream.messages).toContainEqual({
      type: 'changed',
      id_solicitud_main,
      id_documento: null,
    })
    await announce({ id_solicitud_main, shared_with: [colega.id, ajeno.id], id_documento: randomUUID() })
    expect(await heard(streams)).toEqual({ admin: 2, gestor: 2, mediador: 2, usuario: 2, colega: 1, ajeno: 0 })
  })

  it('reaches users with whom a document is shared', async () => {
    const { document, main } = await createCase(office.usuario)
    const row = { id_documento: document.id_documento, id_user: office.colega.id }
    await office.server.deps.db.insertInto('user_shared').values(row).execute()
    const stream = await listen(office.colega)
    const change = { id_solicitud_main: main.id_solicitud_main, id_documento: document.id_documento }
    await announce(change)
    // The id of its case file is not disclosed to them.
    expect(await stream.next()).toEqual({ type: 'changed', ...change, id_solicitud_main: null })
  })

  it('reaches all users with whom a document is shared, however many', async () => {
    const stream = await listen(office.colega)
    const id_documento = randomUUID()
    await announce({
      id_documento,
      shared_with: [...Array.from({ length: 999 }, () => randomUUID()), office.colega.id],
    })
    expect(await stream.next()).toMatchObject({ type: 'changed', id_documento })
  })

  it('announces nothing of a rolled-back transaction', async () => {
    const stream = await listen(office.usuario)
    const undone = inTransaction(office.server.deps.db, async (trx) => {
      const change = { id_company: office.company, created_by: office.usuario.id }
      await announceChange(trx, office.server.deps, { ...change, id_solicitud_main: createId(), id_documento: null })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await tell([office.usuario.id])
    expect((await stream.next()).type).toBe('notification')
  })

  it('announces the number of unread notices, also when they are read elsewhere', async () => {
    const stream = await listen(office.mediador)
    await office.server.deps.db.deleteFrom('notification').execute()
    await tell([office.mediador.id])
    expect(await stream.next()).toEqual({ type: 'notification', unread: 1 })
    await office.mediador.post('/api/v1/read_notifications/', { until: '9'.repeat(15) })
    expect(await stream.next()).toEqual({ type: 'notification', unread: 0 })
  })

  it('requires the second factor or provider sign-in that a company demands', async () => {
    const { db } = office.server.deps
    const join = async (nombre: string) => {
      const caller = await signedIn(office.server, { role: 'gestor', nombre, id_company: office.company })
      return { caller, stream: await listen(caller) }
    }
    const [code, provider, neither] = [await join('Con código'), await join('Del proveedor'), await join('Sin nada')]
    const factor = { totp_secret: 'x', totp_enabled_at: new Date() }
    await db.updateTable('app_user').set(factor).where('id', '=', code.caller.id).execute()
    await db.updateTable('session').set({ by_provider: true }).where('id_user', '=', provider.caller.id).execute()
    await db.updateTable('company').set({ exige_totp: true }).where('id', '=', office.company).execute()
    await announce({})
    for (const { stream } of [code, provider]) expect((await stream.next()).type).toBe('changed')
    await neither.stream.end()
    expect(neither.stream.messages).toEqual([{ type: 'hello' }])
    await db.updateTable('company').set({ exige_totp: false }).where('id', '=', office.company).execute()
  })

  it('opens ten times per user; one more ends the oldest', async () => {
    const streams: EventStream[] = []
    for (let at = 0; at <= streamsPerPerson; at += 1) streams.push(await listen(office.gestor))
    await streams[0]!.end()
    await announce({})
    await Promise.all(streams.slice(1).map((stream) => stream.next()))
    expect(streams[0]!.messages).toEqual([{ type: 'hello' }])
  })
})

describe('the live stream ends or stays silent', () => {
  const join = async () => {
    const caller = await signedIn(office.server, { role: 'gestor', nombre: 'Ida', id_company: office.company })
    return { caller, stream: await listen(caller) }
  }

  it('once the session has ended', async () => {
    const { caller, stream } = await join()
    const { db } = office.server.deps
    await db.updateTable('session').set({ revoked_at: new Date() }).where('id_user', '=', caller.id).execute()
    await announce({})
    await stream.end()
    expect(stream.messages).toEqual([{ type: 'hello' }])
  })

  it('once the user or their company is deactivated', async () => {
    const { db } = office.server.deps
    const { caller, stream } = await join()
    await db.updateTable('app_user').set({ activo: false }).where('id', '=', caller.id).execute()
    await announce({})
    await stream.end()
    expect(stream.messages).toEqual([{ type: 'hello' }])
  })

  it('for what the current role may no longer see', async () => {
    const { db } = office.server.deps
    const { caller, stream } = await join()
    await db.updateTable('app_user').set({ role: 'usuario' }).where('id', '=', caller.id).execute()
    await announce({})
    await tell([caller.id])
    expect((await stream.next()).type).toBe('notification')
  })

  it('once the access token has expired', async () => {
    const other = await startOffice()
    try {
      const stream = await listen(other.gestor)
      other.server.advance(11 * 60_000)
      await inTransaction(other.server.deps.db, (trx) =>
        notify(trx, other.server.deps, { kind: 'solicitud.sent', to: [other.gestor.id], actor: null, data: {} }),
      )
      await stream.end()
      expect(stream.messages).toEqual([{ type: 'hello' }])
    } finally {
      await other.close()
    }
  })
})

/** An accepted connection without a request. */
async function connectTo({ server }: Office): Promise<Socket> {
  const taken = once(server.app.server, 'connection')
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await taken
  return socket
}

// Waiting for the streams would never end; the tests fail by timeout.
describe('closing the server with open streams', () => {
  it('does not wait for them', async () => {
    const other = await startOffice()
    const streams = [await listen(other.gestor), await listen(other.admin)]
    await other.close()
    await Promise.all(streams.map((stream) => stream.end()))
  })

  it('does not wait for a client that does not read', async () => {
    const other = await startOffice()
    const socket = await connectTo(other)
    socket.write(`GET /api/v1/live/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${other.gestor.token}\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    await other.server.app.close()
    await other.close()
    socket.destroy()
  })

  it('does not wait for an unused connection', async () => {
    const other = await startOffice()
    const socket = await connectTo(other)
    const began = Date.now()
    await other.server.app.close()
    // By default Node waits for a minute.
    expect(Date.now() - began).toBeLessThan(30_000)
    await other.close()
    socket.destroy()
  })

  it('releases streams whose clients are gone', async () => {
    const { usuario } = office
    for (let at = 0; at < 30; at += 1) (await openStream(usuario)).close()
    const stream = await listen(usuario)
    await announce({})
    expect((await stream.next()).type).toBe('changed')
  })
})

describe.runIf(testDatabaseKind === 'postgres')('two servers on one PostgreSQL database', () => {
  it('exchange live messages', async () => {
    const { deps, database } = office.server
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely)
    const url = await postgresUrl(rows[0]!.name)
    const second = await openDatabase({ url, logger: silentLogger, poolSize: 2 })
    const db = withSeal(second.kysely, historyKey(deps.keys))
    const app = await buildApp({ ...deps, db, bus: second })
    try {
      await app.listen({ port: 0, host: '127.0.0.1' })
      const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
      const there = await listen(new Caller(origin, office.gestor.id, office.gestor.email, office.gestor.token))
      const here = await listen(office.gestor)
      const id_solicitud_main = createId()
      await announce({ id_solicitud_main })
      const message = { type: 'changed', id_solicitud_main, id_documento: null }
      expect(await Promise.all([there.next(), here.next()])).toEqual([message, message])
    } finally {
      await app.close()
      await second.close()
    }
  })
})
