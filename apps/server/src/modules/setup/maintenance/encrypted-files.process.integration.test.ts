import { prepareDatabase } from '@foja/testing/data-folder'
import { makePdf } from '@foja/testing/pdfs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { bodyOf, Caller } from '../../../../test/office.ts'
import { plainPng } from '../../../../test/pictures.ts'
import { runTool } from '../../../../test/run-tool.ts'
import { TestClient } from '../../../../test/test-client.ts'
import { readConfig } from '../../../config.ts'
import { startServer } from '../../../start-server.ts'

const folder = await mkdtemp(join(tmpdir(), 'foja-encrypted-'))
await prepareDatabase(join(folder, 'db'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const [email, password] = ['ana@oficina.example', 'seis gatos leen el diario']

/** Runs the server while `work` calls it as the administrator. */
async function withServer<T>(encrypt: 'on' | 'off', work: (admin: Caller) => Promise<T>): Promise<T> {
  const config = readConfig({
    FOJA_DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    FOJA_ENCRYPT_FILES: encrypt,
    FOJA_ADMIN_EMAIL: email,
    FOJA_ADMIN_PASSWORD: password,
  })
  const server = await startServer({ config })
  try {
    const client = new TestClient(server.url)
    await client.signIn(email, password)
    return await work(new Caller(server.url, '', email, (await client.token())!))
  } finally {
    await server.close()
  }
}

type Uploaded = { documents: { id_documento: string; pdf_path: string }[] }

async function upload(admin: Caller, pdf: Buffer, name: string): Promise<string> {
  const file = new Blob([new Uint8Array(pdf)])
  const body = new FormData()
  body.set('files', file, name)
  body.set('data', '{}')
  const answer = await admin.call('/api/v1/upload_document/', { method: 'POST', body })
  return (await bodyOf<Uploaded>(answer, 201)).documents[0]!.id_documento
}

async function download(admin: Caller, id: string): Promise<Buffer> {
  const answer = await admin.call(`/api/v1/download_document/${id}/`)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** Draws the first page, so that it is in the cache. */
async function draw(admin: Caller, id: string): Promise<number> {
  const { pdf_path } = await admin.read<{ pdf_path: string }>(`/api/v1/details_document/${id}/`)
  const answer = await admin.post('/api/v1/pdf_to_image/', { pdf_path })
  const { pages } = await bodyOf<{ pages: { url: string }[] }>(answer, 200)
  return (await admin.call(pages[0]!.url)).status
}

/** Files of the installation, except the database, that contain `text` or an image of a page. */
async function readable(text: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || file.startsWith(join(folder, 'db'))) continue
    const bytes = await readFile(file)
    if (bytes.includes(text) || bytes.subarray(8, 12).equals(Buffer.from('WEBP'))) found.push(file)
  }
  return found
}

describe('a server that encrypts its files', () => {
  it('leaves nothing readable outside the database, keeps earlier files, and encrypts them on request', async () => {
    const early = makePdf({ catalog: '/Canary (canario temprano)' })
    const late = makePdf({ catalog: '/Canary (canario nuevo)' })
    const first = await withServer('off', async (admin) => {
      const id = await upload(admin, early, 'antes.pdf')
      expect(await draw(admin, id)).toBe(200)
      return id
    })
    expect(await readable('canario temprano')).toHaveLength(2)
    const second = await withServer('on', async (admin) => {
      const id = await upload(admin, late, 'ahora.pdf')
      expect(await draw(admin, id)).toBe(200)
      expect((await download(admin, id)).equals(late)).toBe(true)
      const picture = plainPng(40, 30)
      expect((await download(admin, await upload(admin, picture, 'plano.png'))).equals(picture)).toBe(true)
      expect((await download(admin, first)).equals(early)).toBe(true)
      return id
    })
    expect(await readable('canario nuevo')).toEqual([])
    expect(await readable('canario temprano')).toHaveLength(1)
    const encrypted = await runTool('encrypt-files', '--data', folder)
    expect(encrypted.output).toContain('✓ Archivos cifrados ahora: 1. Ya lo estaban: 2.')
    expect(await readable('canario temprano')).toEqual([])
    expect(await runTool('rotate-keys', '--data', folder)).toMatchObject({ status: 0 })
    const checked = await runTool('doctor', '--data', folder, '--files')
    expect(checked.output).toContain('0 faltan, 0 cambiados, 0 cifrados con otras claves.')
    expect(checked.status).toBe(0)
    // Off again: what is encrypted stays readable.
    await withServer('off', async (admin) => {
      expect((await download(admin, first)).equals(early)).toBe(true)
      expect((await download(admin, second)).equals(late)).toBe(true)
      expect(await draw(admin, second)).toBe(200)
    })
  })
})
