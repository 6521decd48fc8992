import type { Document } from '@foja/contracts/documents'
import { createId } from '@foja/contracts/create-id'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { shardOf } from '@foja/db/history-seal'
import { makePdf } from '@foja/testing/pdfs'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, namedKeys, pdfFile, openOffice, storedKeys, type Office } from '../../../test/office.ts'
import { attach, caseIn } from '../../../test/steps.ts'
import { keptKeyDays, sweepRequestKeys } from '../../lib/idempotency.ts'

const office = await openOffice()
// After every test, each stored object has a row and each row its object.
afterEach(async () => expect(await storedKeys(office)).toEqual(await namedKeys(office)))

type Documents = { documents: Document[] }
const details = (caller: Office['gestor'], id: string) =>
  caller.read<SolicitudDetails>(`/api/v1/details_solicitud/${id}/`)

describe('attaching documents to a request', () => {
  it('appends the files and records them in the history', async () => {
    const { id, document } = await caseIn(office, 'pendiente')
    const before = await details(office.usuario, id)
    office.server.advance(1000)
    const files = [pdfFile('b.pdf', makePdf({ pages: 2 })), pdfFile('c.pdf')]
    const { documents } = await bodyOf<Documents>(await attach(office.usuario, { id_solicitud: id }, files), 201)
    expect(documents.map(({ nombre, paginas }) => [nombre, paginas])).toEqual([
      ['b.pdf', 2],
      ['c.pdf', 1],
    ])
    await bodyOf(await attach(office.gestor, { id_solicitud: id }, [pdfFile('d.pdf')]), 201)
    const after = await details(office.usuario, id)
    expect(after.description[0]?.id_documento).toBe(document)
    expect(after.description.map(({ nombre }) => nombre).slice(1)).toEqual(['b.pdf', 'c.pdf', 'd.pdf'])
    expect(after.history.filter(({ action }) => action === 'document.uploaded')).toHaveLength(4)
    expect([after.version, after.history_intact]).toEqual([before.version, true])
    expect(after.updated_at > before.updated_at).toBe(true)
    expect(after.solicitud_main.updated_at > before.solicitud_main.updated_at).toBe(true)
    const found = await office.usuario.read<unknown[]>('/api/v1/get_list_solicitud_main_type2/?page=1&q=d%20pdf')
    expect(found.length).toBeGreaterThan(0)
  })

  it('is refused by the state of the request or the role of the caller, and stores nothing', async () => {
    const { id } = await caseIn(office, 'concluido')
    await expectProblem(await attach(office.gestor, { id_solicitud: id }), 400, 'solicitud_concluded')
    const sent = await caseIn(office, 'agendado')
    await expectProblem(await attach(office.usuario, { id_solicitud: sent.id }), 400, 'transition_not_allowed')
    for (const caller of [office.colega, office.ajeno]) {
      await expectProblem(await attach(caller, { id_solicitud: sent.id }), 404, 'not_found')
    }
    await expectProblem(await attach(office.gestor, { id_solicitud: createId() }), 404, 'not_found')
    await expectProblem(await attach(office.gestor, { id_solicitud: 'x' }), 400, 'validation_failed')
    await expectProblem(await attach(office.gestor, {}, []), 400, 'file_missing')
    const many = Array.from({ length: 21 }, (_, at) => pdfFile(`${at}.pdf`))
    await expectProblem(await attach(office.gestor, {}, many), 400, 'too_many_files')
    const svg = { name: 'x.svg', bytes: Buffer.from('<svg/>') }
    await expectProblem(await attach(office.gestor, {}, [pdfFile(), svg]), 400, 'file_type_not_allowed')
  })
})

describe('a document outside every case file', () => {
  it('belongs to the user who uploads it', async () => {
    for (const data of [undefined, {}]) {
      const { documents } = await bodyOf<Documents>(await attach(office.usuario, data, [pdfFile('suelto.pdf')]), 201)
      const path = `/api/v1/details_document/${documents[0]!.id_documento}/`
      expect(await office.usuario.read(path)).toMatchObject({ nombre: 'suelto.pdf', id_solicitud: null, version: 1 })
      expect((await office.gestor.call(path)).status).toBe(200)
      for (const caller of [office.colega, office.ajeno]) {
        await expectProblem(await caller.call(path), 404, 'not_found')
      }
    }
    const { documents } = await bodyOf<Documents>(await attach(office.admin, {}), 201)
    expect((await office.admin.call(`/api/v1/details_document/${documents[0]!.id_documento}/`)).status).toBe(200)
  })

  it('is counted in the order of the counters, which prevents deadlocks between uploads', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `${at}.pdf`)
    const files = names.map((name) => pdfFile(name))
    const { documents } = await bodyOf<Documents>(await attach(office.usuario, {}, files), 201)
    expect(documents.map(({ nombre }) => nombre)).toEqual(names)
    const events = await office.server.deps.db
      .selectFrom('event')
      .select(['chain', 'data'])
      .where('action', '=', 'document.uploaded')
      .orderBy('id', 'desc')
      .limit(names.length)
      .execute()
    const uploaded = events.map(({ chain, data }) => [chain, data['nombre']])
    expect(Object.fromEntries(uploaded)).toEqual(
      Object.fromEntries(documents.map(({ id_documento, nombre }) => [id_documento, nombre])),
    )
    const counters = events.map(({ chain }) => shardOf(chain))
    expect(counters).toEqual(counters.toSorted((one, other) => other - one))
  })
})

describe('the idempotency key of an upload', () => {
  it('is deleted after some days, and the documents stay', async () => {
    const { id } = await caseIn(office, 'pendiente')
    const { db, clock } = office.server.deps
    const data = { id_solicitud: id, key: randomUUID() }
    const [created] = (await bodyOf<Documents>(await attach(office.usuario, data), 201)).documents
    const inDays = (days: number) => new Date(clock().getTime() + days * 24 * 3_600_000)
    await sweepRequestKeys(db, inDays(keptKeyDays - 1))
    const { documents } = await bodyOf<Documents>(await attach(office.usuario, data), 200)
    expect(documents).toEqual([created])
    await sweepRequestKeys(db, inDays(keptKeyDays + 1))
    expect(await db.selectFrom('idempotency_key').where('key', '=', data.key).select('key').execute()).toEqual([])
    const kept = (await details(office.gestor, id)).description.map(({ id_documento }) => id_documento)
    expect(kept).toContain(created?.id_documento)
  })

  it('returns the first result for the same files and an error for others', async () => {
    const { id } = await caseIn(office, 'pendiente')
    const data = { id_solicitud: id, key: randomUUID() }
    const files = [pdfFile('a.pdf'), pdfFile('b.pdf')]
    const first = await bodyOf<Documents>(await attach(office.usuario, data, files), 201)
    expect(await bodyOf<Documents>(await attach(office.usuario, data, files), 200)).toEqual(first)
    await expectProblem(await attach(office.usuario, data, [pdfFile('a.pdf')]), 400, 'id_in_use')
    await expectProblem(await attach(office.usuario, { key: data.key }, files), 400, 'id_in_use')
    // This holds after the request is concluded too; another user's key is another key.
    await office.server.deps.db
      .updateTable('solicitud')
      .set({ status: 'concluido' })
      .where('id_solicitud', '=', id)
      .execute()
    expect(await bodyOf<Documents>(await attach(office.usuario, data, files), 200)).toEqual(first)
    await expectProblem(await attach(office.gestor, data, files), 400, 'solicitud_concluded')
    expect((await details(office.usuario, id)).description).toHaveLength(3)
  })

  it('can be used again after a refusal', async () => {
    const { id } = await caseIn(office, 'concluido')
    const data = { id_solicitud: id, key: randomUUID() }
    await expectProblem(await attach(office.gestor, data), 400, 'solicitud_concluded')
    await office.server.deps.db
      .updateTable('solicitud')
      .set({ status: 'pendiente' })
      .where('id_solicitud', '=', id)
      .execute()
    await bodyOf(await attach(office.gestor, data), 201)
  })

  it('creates one document from many parallel requests', async () => {
    const { id } = await caseIn(office, 'pendiente')
    const data = { id_solicitud: id, key: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => attach(office.usuario, data)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 19 }, () => 200), 201])
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect((await details(office.usuario, id)).description).toHaveLength(2)
  })

  it('keeps parallel uploads with different keys apart', async () => {
    const { id } = await caseIn(office, 'pendiente')
    const names = Array.from({ length: 20 }, (_, at) => `${at}.pdf`)
    const answers = await Promise.all(
      names.map((name) => attach(office.usuario, { id_solicitud: id, key: randomUUID() }, [pdfFile(name)])),
    )
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    const rows = await office.server.deps.db
      .selectFrom('document')
      .where('id_solicitud', '=', id)
      .select('position')
      .orderBy('position')
      .execute()
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 21 }, (_, at) => at))
    expect((await details(office.usuario, id)).history_intact).toBe(true)
  })
})
