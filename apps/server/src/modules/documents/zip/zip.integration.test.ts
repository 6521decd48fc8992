import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { createId } from '@foja/contracts/create-id'
import { makePdf } from '@foja/testing/pdfs'
import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import {
  bodyOf,
  createCase,
  createPath,
  expectProblem,
  mainOf,
  pdfFile,
  startOffice,
  type Caller,
} from '../../../../test/office.ts'
import { readZip } from '../../../../test/zip.ts'

const path = '/api/v1/download_zip/'

/** Streams that the store has open, and the highest number at a time. */
const reading = { open: new Set<Readable>(), most: 0 }
const office = await startOffice()
const { store } = office.server.deps
const get = store.get.bind(store)
store.get = async (...args) => {
  const stream = await get(...args)
  reading.open.add(stream)
  reading.most = Math.max(reading.most, reading.open.size)
  stream.once('close', () => reading.open.delete(stream))
  return stream
}
afterAll(() => office.close())

const ask = (caller: Caller, ids: string[], headers: Record<string, string> = {}) =>
  caller.post(path, { ids_solicitud: ids }, headers)

async function filesOf(response: Response) {
  if (response.status !== 200) throw new Error(await response.text())
  return await readZip(new Uint8Array(await response.arrayBuffer()))
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('downloading a ZIP of several requests', () => {
  it('returns a folder per request and a readme with digests', async () => {
    const { usuario } = office
    const pdfs = [1, 2, 3].map((pages) => makePdf({ pages }))
    const files = ['Señal.pdf', 'señal.PDF', '../x/..\\CON.pdf'].map((name, at) => pdfFile(name, pdfs[at]))
    const data = mainOf(3)
    const solicitudes = data.solicitudes.map((one, at) => ({ ...one, titulo: at === 2 ? 'a/b: ñ?' : 'Arriendo' }))
    const main = await bodyOf<SolicitudMain>(await usuario.upload(createPath, files, { ...data, solicitudes }), 201)
    const ids = main.solicitudes.map(({ id_solicitud }) => id_solicitud)
    const response = await ask(usuario, [...ids, ids[0]!])
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="documentos-\d{4}-\d\d-\d\d\.zip"/,
    )
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1000)
    const found = await filesOf(response)
    expect([...found.keys()]).toEqual(['LEEME.txt', 'Arriendo/Señal.pdf', 'Arriendo (2)/señal.PDF', 'a_b_ ñ_/_CON.pdf'])
    const stored = [...found.values()].slice(1)
    expect(stored.map(sha256)).toEqual(pdfs.map(sha256))
    const readme = Buffer.from(found.get('LEEME.txt')!).toString()
    for (const [name, bytes] of [...found].slice(1)) expect(readme).toContain(`${sha256(bytes)}  ${name}\n`)
  })

  it('names the archive in English on request', async () => {
    const { solicitud } = await createCase(office.usuario)
    const response = await ask(office.usuario, [solicitud.id_solicitud], { 'accept-language': 'en' })
    expect(response.headers.get('content-disposition')).toContain('documents-')
    expect([...(await filesOf(response)).keys()][0]).toBe('README.txt')
  })

  it('is allowed to users who may read all requests', async () => {
    const { usuario, gestor, mediador, admin, colega, ajeno } = office
    const { solicitud } = await createCase(usuario)
    const { solicitud: other } = await createCase(colega)
    const ids = [other.id_solicitud, solicitud.id_solicitud]
    for (const caller of [gestor, mediador, admin]) expect((await filesOf(await ask(caller, ids))).size).toBe(3)
    for (const caller of [usuario, colega, ajeno]) await expectProblem(await ask(caller, ids), 404, 'not_found')
    await expectProblem(await ask(admin, [...ids, createId()]), 404, 'not_found')
  })

  it('leaves out deleted documents, and is refused when nothing is left', async () => {
    const { solicitud, document } = await createCase(office.usuario)
    const { db } = office.server.deps
    const bin = { deleted_at: new Date() }
    await db.updateTable('document').set(bin).where('id_documento', '=', document.id_documento).execute()
    await expectProblem(await ask(office.usuario, [solicitud.id_solicitud]), 400, 'nothing_to_download')
  })

  it.each([[[]], [['x']], [Array.from({ length: 101 }, createId)]])('refuses the ids %j', async (ids) => {
    await expectProblem(await ask(office.usuario, ids), 400, 'validation_failed')
  })
})

/** A request with `count` documents of `size` bytes, inserted without uploads. */
async function bigCase(count: number, size: number): Promise<string> {
  const { solicitud, document } = await createCase(office.usuario)
  const { db, store } = office.server.deps
  const source = Readable.from(
    (function* () {
      for (let left = size; left > 0; left -= 65536) yield randomBytes(Math.min(65536, left))
    })(),
  )
  const blob = await store.put(source, { maxBytes: size })
  const row = { blob_key: blob.key, size, sha256: blob.sha256 }
  await db.updateTable('document_version').set(row).where('id_documento', '=', document.id_documento).execute()
  const main = await db
    .selectFrom('document')
    .selectAll()
    .where('id_documento', '=', document.id_documento)
    .executeTakeFirstOrThrow()
  const version = await db
    .selectFrom('document_version')
    .selectAll()
    .where('id_documento', '=', document.id_documento)
    .executeTakeFirstOrThrow()
  for (let at = 1; at < count; at += 1) {
    const id = crypto.randomUUID()
    await db
      .insertInto('document')
      .values({ ...main, id_documento: id, position: at })
      .execute()
    const copy = {
      ...version,
      id: crypto.randomUUID(),
      id_documento: id,
      pdf_path: id,
      page_sizes: null,
      active_content: null,
    }
    await db.insertInto('document_version').values(copy).execute()
  }
  return solicitud.id_solicitud
}

describe('streaming a large archive', () => {
  it('keeps memory use flat', async () => {
    const id = await bigCase(20, 20 * 1024 * 1024)
    reading.most = 0
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    let most = before
    const response = await ask(office.usuario, [id])
    let bytes = 0
    for await (const chunk of response.body!) {
      bytes += chunk.length
      most = Math.max(most, process.memoryUsage.rss())
    }
    expect(bytes).toBe(Number(response.headers.get('content-length')))
    expect(bytes).toBeGreaterThan(20 * 20 * 1024 * 1024)
    // Of 400 MB; client and server share this process.
    expect(most - before).toBeLessThan(120 * 1024 * 1024)
    expect(reading.most).toBe(1)
  })

  it('closes its files when the client disconnects', async () => {
    const id = await bigCase(3, 30 * 1024 * 1024)
    const { port } = new URL(office.server.origin)
    await new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${office.usuario.token}`, 'content-type': 'application/json' }
      const call = request({ port, path, method: 'POST', headers }, (response) => {
        response.once('data', () => {
          call.destroy()
          resolve()
        })
      })
      call.once('error', reject)
      call.end(JSON.stringify({ ids_solicitud: [id] }))
    })
    await expect.poll(() => reading.open.size).toBe(0)
  })

  it('aborts the response when a file is missing', async () => {
    const { solicitud, document } = await createCase(office.usuario)
    const { db } = office.server.deps
    const missing = { blob_key: 'e'.repeat(64) }
    await db.updateTable('document_version').set(missing).where('id_documento', '=', document.id_documento).execute()
    await expect(async () => await filesOf(await ask(office.usuario, [solicitud.id_solicitud]))).rejects.toThrow()
  })
})
