import { randomUUID } from 'node:crypto'
import type { Share } from '@foja/contracts/shares'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import {
  bodyOf,
  createCase,
  createPath,
  expectProblem,
  mainOf,
  namedKeys,
  pdfFile,
  startOffice,
  storedKeys,
} from '../../../test/office.ts'
import { sweep } from '../setup/maintenance/sweep.ts'

const office = await startOffice()
const { db } = office.server.deps
// The error of PostgreSQL when it cannot extend a file (appendix A: 53100), at the last statement of a change.
await sql`create function disk_is_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
  db,
)
afterAll(() => office.close())

const fill = () =>
  sql`create trigger full_disk before insert on event for each row execute function disk_is_full()`.execute(
    office.server.deps.db,
  )
const empty = () => sql`drop trigger full_disk on event`.execute(office.server.deps.db)

const remove = (id_documento: string) => office.usuario.send('DELETE', '/api/v1/delete_document/', { id_documento })

/** Everything that the requests below could leave half done. */
async function stateOf() {
  const { db } = office.server.deps
  const tables = ['solicitud_main', 'document', 'share', 'user_shared', 'notification', 'event'] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows.map((own) => own.map((row) => JSON.stringify(row)).toSorted()))
}

describe('a full database disk', () => {
  it('is reported, leaves nothing half done, and every request succeeds once there is room', async () => {
    const { document, solicitud } = await createCase(office.usuario)
    const { document: other } = await createCase(office.usuario)
    const extra = { id_solicitud: solicitud.id_solicitud }
    const attached = await office.usuario.upload('/api/v1/upload_document/', [pdfFile('anexo.pdf')], extra)
    const { documents } = await bodyOf<{ documents: { id_documento: string }[] }>(attached, 201)
    const doomed = documents[0]!.id_documento
    const link = await office.usuario.post('/api/v1/create_share_document/', { id_documento: document.id_documento })
    const { id } = await bodyOf<Share>(link, 201)
    const key = randomUUID()
    const main = mainOf(1)
    const acts: [() => Promise<Response>, number][] = [
      [() => office.usuario.upload(createPath, [pdfFile()], main), 201],
      [() => office.usuario.post('/api/v1/create_share_document/', { id_documento: other.id_documento, key }), 201],
      [() => office.usuario.remove(`/api/v1/remove_share/${id}/`), 200],
      [
        () => office.usuario.post(`/api/v1/user_shared/update/${other.id_documento}/`, { users: [office.colega.id] }),
        200,
      ],
      [() => remove(doomed), 200],
      [() => office.usuario.post('/api/v1/restore_document/', { id_documento: doomed }), 200],
    ]
    // The last request restores what the one before deleted.
    for (const [at, [act, status]] of acts.entries()) {
      const before = await stateOf()
      await fill()
      await expectProblem(await act(), 507, 'storage_full')
      await empty()
      expect(await stateOf(), `act ${at}`).toBe(before)
      expect((await act()).status, `act ${at}`).toBe(status)
      expect(await stateOf(), `act ${at}`).not.toBe(before)
    }
    await sweep(office.server.deps, fastify().log, -1000)
    expect(await storedKeys(office)).toEqual(await namedKeys(office))
  })

  it('keeps deleted documents and their files until there is room to purge them', async () => {
    const { solicitud } = await createCase(office.usuario)
    const extra = { id_solicitud: solicitud.id_solicitud }
    const attached = await office.usuario.upload('/api/v1/upload_document/', [pdfFile('anexo.pdf')], extra)
    const { documents } = await bodyOf<{ documents: { id_documento: string }[] }>(attached, 201)
    await bodyOf(await remove(documents[0]!.id_documento), 200)
    office.server.advance(31 * 86_400_000)
    const keys = await storedKeys(office)
    await fill()
    await expect(sweep(office.server.deps, fastify().log, -1000)).rejects.toMatchObject({ code: '53100' })
    await empty()
    expect(await storedKeys(office)).toEqual(keys)
    expect(await sweep(office.server.deps, fastify().log, -1000)).toMatchObject({ purged: 1, orphans: 1, missing: 0 })
  })
})
