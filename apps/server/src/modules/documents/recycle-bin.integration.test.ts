import { randomUUID } from 'node:crypto'
import type { DeletedDocument, Document, DocumentDetails } from '@foja/contracts/documents'
import type { Share } from '@foja/contracts/shares'
import type { SolicitudDetails, SolicitudMain } from '@foja/contracts/solicitudes'
import { createId } from '@foja/contracts/create-id'
import { verifyChain } from '@foja/db/verify-chains'
import { fastify } from 'fastify'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bodyOf,
  createCase,
  createPath,
  expectProblem,
  namedKeys,
  pdfFile,
  signedIn,
  startOffice,
  storedKeys,
  type Caller,
  type Office,
} from '../../../test/office.ts'
import { giveSigner, passphrase } from '../../../test/people.ts'
import { position } from '../../../test/signing.ts'
import { sweep } from '../setup/maintenance/sweep.ts'

let office: Office
async function openOffice(): Promise<void> {
  office = await startOffice()
  await giveSigner(office.usuario, 'Úrsula Peña')
}
beforeAll(openOffice)
afterAll(() => office.close())

/** A request with two documents, created by `caller`. */
async function createPair(caller: Caller = office.usuario) {
  const id_solicitud = createId()
  const main = { id_solicitud_main: createId(), solicitudes: [{ id_solicitud, description: [{}, {}] }] }
  const files = [pdfFile('principal.pdf'), pdfFile('anexo Ñandú.pdf')]
  const created = await bodyOf<SolicitudMain>(await caller.upload(createPath, files, main), 201)
  const [first, second] = created.solicitudes[0]!.description
  return { main: created.id_solicitud_main, id_solicitud, first: first!, second: second! }
}

let pair: Awaited<ReturnType<typeof createPair>>
beforeEach(async () => {
  await office.server.deps.db.deleteFrom('throttle').execute()
  pair = await createPair()
})

const remove = (id_documento: string, caller = office.usuario) =>
  caller.send('DELETE', '/api/v1/delete_document/', { id_documento })
const restore = (id_documento: string, caller = office.usuario) =>
  caller.post('/api/v1/restore_document/', { id_documento })
const bin = (caller = office.usuario, of = `?id_solicitud=${pair.id_solicitud}`) =>
  caller.read<DeletedDocument[]>(`/api/v1/list_deleted/${of}`)
const details = (id: string, caller = office.usuario) => caller.call(`/api/v1/details_document/${id}/`)
const setStatus = (status: 'pendiente' | 'agendado' | 'concluido') =>
  office.server.deps.db.updateTable('solicitud').set({ status }).where('id_solicitud', '=', pair.id_solicitud).execute()
const eventsOf = async (id: string, action: string) =>
  await office.server.deps.db
    .selectFrom('event')
    .selectAll()
    .where('id_documento', '=', id)
    .where('action', '=', action)
    .execute()

describe('a deleted document', () => {
  it('can be read by no one in the recycle bin, and is restored to its place', async () => {
    const id = pair.second.id_documento
    expect(await bodyOf(await remove(id), 200)).toEqual({ id_documento: id })
    for (const caller of [office.usuario, office.gestor, office.admin]) {
      await expectProblem(await details(id, caller), 404, 'not_found')
      await expectProblem(await caller.call(`/api/v1/download_document/${id}/`), 404, 'not_found')
      const [listed, ...others] = await bin(caller)
      expect(others).toEqual([])
      expect(listed).toMatchObject({ id_documento: id, nombre: 'anexo Ñandú.pdf', id_solicitud: pair.id_solicitud })
      expect(listed?.deleted_by?.nombre).toBe('Úrsula Usuaria')
      expect(Date.parse(listed!.purge_at) - Date.parse(listed!.deleted_at)).toBe(30 * 86_400_000)
    }
    for (const caller of [office.ajeno, office.colega]) {
      expect(await bin(caller)).toEqual([])
      await expectProblem(await restore(id, caller), 404, 'not_found')
    }
    const back = await bodyOf<Document>(await restore(id), 200)
    expect(back).toEqual(pair.second)
    const request = await office.usuario.read<SolicitudDetails>(`/api/v1/details_solicitud/${pair.id_solicitud}/`)
    expect(request.description.map(({ nombre }) => nombre)).toEqual(['principal.pdf', 'anexo Ñandú.pdf'])
    expect(await bin()).toEqual([])
    expect(await eventsOf(id, 'document.deleted')).toHaveLength(1)
    expect(await eventsOf(id, 'document.restored')).toHaveLength(1)
  })

  it('is deleted once and restored once by a hundred parallel requests', async () => {
    const id = pair.second.id_documento
    const deleted = await Promise.all(Array.from({ length: 100 }, () => remove(id)))
    expect(new Set(deleted.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await eventsOf(id, 'document.deleted')).toHaveLength(1)
    const restored = await Promise.all(Array.from({ length: 100 }, () => restore(id)))
    expect(new Set(restored.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await eventsOf(id, 'document.restored')).toHaveLength(1)
    expect((await verifyChain(office.server.deps.db, pair.main)).intact).toBe(true)
  })

  it('is never the last one of a request, even when both are deleted in parallel', async () => {
    const answers = await Promise.all([pair.first, pair.second].map(({ id_documento }) => remove(id_documento)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    await expectProblem(
      answers.find(({ status }) => status === 400)!,
      400,
      'last_document',
    )
    const { document } = await createCase(office.usuario)
    await expectProblem(await remove(document.id_documento), 400, 'last_document')
  })

  it('disables its share and page links, and enables them when it is restored', async () => {
    const id = pair.second.id_documento
    const ask = await office.usuario.post('/api/v1/create_share_document/', { id_documento: id })
    const share = await bodyOf<Share & { share: string }>(ask, 201)
    const open = () => fetch(`${office.server.origin}/api/v1/get_document_share/?share=${share.share}`)
    const { images, download_url } = await bodyOf<{ images: { pages: { url: string }[] }; download_url: string }>(
      await open(),
      200,
    )
    const given = [images.pages[0]!.url, download_url].map((url) => new URL(url, office.server.origin))
    await bodyOf(await remove(id), 200)
    await expectProblem(await open(), 404, 'not_found')
    for (const url of given) await expectProblem(await fetch(url), 404, 'not_found')
    await expectProblem(
      await office.usuario.post('/api/v1/create_share_document/', { id_documento: id }),
      404,
      'not_found',
    )
    await bodyOf(await restore(id), 200)
    expect((await open()).status).toBe(200)
    for (const url of given) expect((await fetch(url)).status).toBe(200)
  })

  it('loses its prepared signing and cannot be signed', async () => {
    const id = pair.second.id_documento
    const { db } = office.server.deps
    await bodyOf(await remove(id), 200)
    const sign = { id_documento: id, password: passphrase }
    await expectProblem(await office.usuario.post('/api/v1/custom_pdf_signing/', sign), 404, 'not_found')
    expect(await db.selectFrom('prepared_signing').selectAll().where('id_documento', '=', id).execute()).toEqual([])
  })
})

describe('deleting and restoring documents', () => {
  it('is allowed to the owner and the staff while the request may be changed', async () => {
    const id = pair.second.id_documento
    for (const caller of [office.usuario, office.mediador, office.gestor, office.admin]) {
      expect((await remove(id, caller)).status).toBe(200)
      expect((await remove(id, caller)).status).toBe(200)
      expect((await restore(id, caller)).status).toBe(200)
      expect((await restore(id, caller)).status).toBe(200)
    }
    for (const caller of [office.ajeno, office.colega]) await expectProblem(await remove(id, caller), 404, 'not_found')
    await bodyOf(await office.usuario.post(`/api/v1/user_shared/update/${id}/`, { users: [office.colega.id] }), 200)
    await expectProblem(await remove(id, office.colega), 403, 'forbidden')
    await bodyOf(await remove(id), 200)
    await expectProblem(await restore(id, office.colega), 404, 'not_found')
    await expectProblem(await remove(randomUUID()), 404, 'not_found')
    await expectProblem(await remove('x'), 400, 'validation_failed')
    await expectProblem(await restore('x'), 400, 'validation_failed')
  })

  it('is left to the staff once the request is sent, and to no one once it is concluded', async () => {
    const id = pair.second.id_documento
    await setStatus('agendado')
    await expectProblem(await remove(id), 400, 'transition_not_allowed')
    expect((await remove(id, office.mediador)).status).toBe(200)
    expect(await bin()).toEqual([])
    expect(await bin(office.mediador)).toHaveLength(1)
    await expectProblem(await restore(id), 400, 'transition_not_allowed')
    await setStatus('concluido')
    for (const caller of [office.usuario, office.mediador, office.gestor, office.admin]) {
      await expectProblem(await remove(pair.first.id_documento, caller), 400, 'solicitud_concluded')
      await expectProblem(await restore(id, caller), 400, 'solicitud_concluded')
      expect(await bin(caller)).toEqual([])
    }
  })

  it('is left to managers and admins once the document is signed', async () => {
    const id = pair.second.id_documento
    const sign = { id_documento: id, password: passphrase }
    await bodyOf(await office.usuario.post('/api/v1/custom_pdf_signing/', sign), 200)
    const before = await bodyOf<DocumentDetails>(await details(id), 200)
    expect(before.actions).not.toContain('delete')
    for (const caller of [office.usuario, office.mediador])
      await expectProblem(await remove(id, caller), 403, 'forbidden')
    expect((await remove(id, office.gestor)).status).toBe(200)
    for (const caller of [office.usuario, office.mediador]) {
      expect(await bin(caller)).toEqual([])
      expect([403, 404]).toContain((await restore(id, caller)).status)
    }
    const back = await bodyOf<Document>(await restore(id, office.gestor), 200)
    expect(back.signatures.count).toBe(1)
  })
})

describe('after 30 days in the recycle bin', () => {
  const days = 86_400_000
  // Sessions expire within a month, and the recycle bin must not contain documents of other tests.
  const renew = async () => {
    await office.close()
    await openOffice()
  }
  beforeAll(renew)
  afterEach(renew)
  const clean = () => sweep(office.server.deps, fastify().log, -1000)

  it('a document is purged with its files, rows and codes, and the history records it', async () => {
    const id = pair.second.id_documento
    const { db } = office.server.deps
    const stamped = { id_documento: id, password: passphrase, position }
    await bodyOf(await office.usuario.post('/api/v1/custom_pdf_signing/', stamped), 200)
    const { code } = await db
      .selectFrom('verification_code')
      .select('code')
      .where('id_documento', '=', id)
      .executeTakeFirstOrThrow()
    const look = () => fetch(`${office.server.origin}/api/v1/verify_code/?codigo=${code}`)
    expect((await look()).status).toBe(200)
    const ask = await office.usuario.post('/api/v1/create_share_document/', { id_documento: id })
    const { share } = await bodyOf<{ share: string }>(ask, 201)
    await fetch(`${office.server.origin}/api/v1/get_document_share/?share=${share}`)
    await bodyOf(await office.usuario.post(`/api/v1/user_shared/update/${id}/`, { users: [office.colega.id] }), 200)
    const blobs = await db.selectFrom('document_version').select('blob_key').where('id_documento', '=', id).execute()
    expect(blobs).toHaveLength(2)
    await office.usuario.post('/api/v1/pdf_to_image/', { pdf_path: pair.second.pdf_path })
    const drawn = async () => {
      const files = await readdir(join(office.server.folder, 'cache'), { recursive: true })
      return files.filter((name) => name.includes(pair.second.sha256) && /\.(webp|json)$/.test(name))
    }
    await expect.poll(drawn).not.toEqual([])
    await bodyOf(await remove(id, office.gestor), 200)

    office.server.advance(30 * days - 60_000)
    expect((await clean()).purged).toBe(0)
    const gestor = await signedIn(office.server, { role: 'gestor', nombre: 'Otro Gestor', id_company: office.company })
    expect((await bin(gestor)).map(({ id_documento }) => id_documento)).toEqual([id])
    office.server.advance(120_000)
    expect(await bin(gestor)).toEqual([])
    await expectProblem(await restore(id, gestor), 404, 'not_found')
    expect(await clean()).toMatchObject({ purged: 1, orphans: 2, missing: 0 })
    expect((await clean()).purged).toBe(0)

    for (const table of [
      'document',
      'document_version',
      'share',
      'user_shared',
      'verification_code',
      'notification',
    ] as const) {
      expect(await db.selectFrom(table).selectAll().where('id_documento', '=', id).execute()).toEqual([])
    }
    await expect.poll(drawn).toEqual([])
    const stored = await storedKeys(office)
    expect(stored).toEqual(await namedKeys(office))
    for (const { blob_key } of blobs) expect(stored).not.toContain(blob_key)
    await expectProblem(await look(), 400, 'code_unknown')
    const [event] = await eventsOf(id, 'document.purged')
    expect(event).toMatchObject({ actor: null, id_solicitud_main: pair.main, data: { nombre: 'anexo Ñandú.pdf' } })
    expect((await verifyChain(db, pair.main)).intact).toBe(true)
  })

  it('a document is purged by only one of two parallel sweeps', async () => {
    await bodyOf(await remove(pair.second.id_documento), 200)
    office.server.advance(31 * days)
    const reports = await Promise.all([clean(), clean()])
    expect(reports.map(({ purged }) => purged).toSorted()).toEqual([0, 1])
    expect(await eventsOf(pair.second.id_documento, 'document.purged')).toHaveLength(1)
  })
})
