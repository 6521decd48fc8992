import { createS3Store, type S3Settings } from '@foja/storage/s3-store'
import { prepareDatabase } from '@foja/testing/data-folder'
import { makePdf } from '@foja/testing/pdfs'
import { createBucket } from '@foja/testing/s3'
import { hasSwift, howToInstall } from '@foja/testing/swift'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, Caller } from '../test/office.ts'
import { runToolWith } from '../test/run-tool.ts'
import { TestClient } from '../test/test-client.ts'
import { readConfig } from './config.ts'
import { startProblem } from './start-problems.ts'
import { startServer } from './start-server.ts'

const isMissing = !hasSwift()

const [email, password] = ['ana@oficina.example', 'seis gatos leen el diario']

const environmentOf = (settings: S3Settings): Record<string, string> => ({
  S3_ENDPOINT: settings.endpoint,
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
})

describe.skipIf(isMissing)(`files in a bucket of S3${isMissing ? ` (skipped: ${howToInstall})` : ''}`, () => {
  let folder: string
  let bucket: S3Settings
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foja-s3-'))
    for (const name of ['one', 'two']) await prepareDatabase(join(folder, name, 'db'))
    bucket = await createBucket()
  })
  afterAll(async () => await rm(folder, { recursive: true, force: true }))

  const configOf = (name: string, more: Record<string, string> = {}) =>
    readConfig({
      FOJA_DATA_DIR: join(folder, name),
      PORT: '0',
      LOG_LEVEL: 'silent',
      FOJA_ADMIN_EMAIL: email,
      FOJA_ADMIN_PASSWORD: password,
      ...environmentOf(bucket),
      ...more,
    })

  /** Runs the server while `work` calls it as the administrator. */
  async function withServer<T>(more: Record<string, string>, work: (admin: Caller) => Promise<T>): Promise<T> {
    const server = await startServer({ config: configOf('one', more) })
    try {
      expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
      const client = new TestClient(server.url)
      await client.signIn(email, password)
      return await work(new Caller(server.url, '', email, (await client.token())!))
    } finally {
      await server.close()
    }
  }

  async function upload(admin: Caller, pdf: Buffer): Promise<string> {
    const body = new FormData()
    body.set('files', new Blob([new Uint8Array(pdf)]), 'acta.pdf')
    body.set('data', '{}')
    const answer = await admin.call('/api/v1/upload_document/', { method: 'POST', body })
    return (await bodyOf<{ documents: { id_documento: string }[] }>(answer, 201)).documents[0]!.id_documento
  }

  async function download(admin: Caller, id: string): Promise<Buffer> {
    const answer = await admin.call(`/api/v1/download_document/${id}/`)
    expect(answer.status).toBe(200)
    return Buffer.from(await answer.arrayBuffer())
  }

  async function stored(): Promise<Buffer[]> {
    const store = createS3Store(bucket)
    const found: Buffer[] = []
    for await (const { key } of store.list()) found.push(await buffer(await store.get(key)))
    store.close()
    return found
  }

  /** The error line of a start with these settings. */
  async function refusal(name: string, more: Record<string, string>): Promise<string | undefined> {
    const config = configOf(name, more)
    return await startServer({ config }).then(
      async (server) => {
        await server.close()
        return 'it started'
      },
      (error: unknown) => startProblem(error, config),
    )
  }

  it('stores and returns documents, also encrypted, and leaves none in the data folder', async () => {
    const early = makePdf({ catalog: '/Canary (canario temprano)' })
    const late = makePdf({ catalog: '/Canary (canario nuevo)' })
    const first = await withServer({}, async (admin) => await upload(admin, early))
    expect((await stored()).map((bytes) => bytes.equals(early))).toEqual([true])
    const second = await withServer({ FOJA_ENCRYPT_FILES: 'on' }, async (admin) => {
      const id = await upload(admin, late)
      expect((await download(admin, id)).equals(late)).toBe(true)
      expect((await download(admin, first)).equals(early)).toBe(true)
      return id
    })
    expect((await stored()).filter((bytes) => bytes.includes('canario nuevo'))).toEqual([])
    expect(await readdir(join(folder, 'one', 'files'))).not.toContain('objects')
    const encrypted = await runToolWith(environmentOf(bucket), 'encrypt-files', '--data', join(folder, 'one'))
    expect(encrypted.output).toContain('✓ Archivos cifrados ahora: 1. Ya lo estaban: 1.')
    expect((await stored()).filter((bytes) => bytes.includes('canario'))).toEqual([])
    await withServer({}, async (admin) => {
      expect((await download(admin, first)).equals(early)).toBe(true)
      expect((await download(admin, second)).equals(late)).toBe(true)
    })
  })

  it('is checked by the doctor, who says what is wrong', async () => {
    const run = async (more: Partial<S3Settings> = {}) =>
      await runToolWith(environmentOf({ ...bucket, ...more }), 'doctor', '--data', join(folder, 'one'), '--files')
    const sound = await run()
    expect(sound.output).toContain(`S3: el bucket «${bucket.bucket}» de ${bucket.endpoint} guarda, lee y borra`)
    expect(sound.output).toContain('✓ Todo está en orden.')
    expect(sound.status).toBe(0)
    const closed = await run({ secretAccessKey: 'otra-clave' })
    expect(closed.output).toMatch(/no deja usar el bucket .* Revisa S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/)
    expect(closed.output).not.toContain('otra-clave')
    expect(closed.status).toBe(2)
  })

  it('refuses to start in one line that says what to do when the bucket cannot be used', async () => {
    expect(await refusal('one', { S3_BUCKET: 'ninguno' })).toMatch(/no existe el bucket «ninguno»\. Créalo, o corrige/)
    expect(await refusal('one', { S3_SECRET_ACCESS_KEY: 'otra-clave' })).toMatch(/^http.* no deja usar el bucket/)
    expect(await refusal('one', { S3_ENDPOINT: 'http://127.0.0.1:9' })).toMatch(
      /^No se puede usar el bucket .* Revisa que esté encendido, y S3_ENDPOINT.*ECONNREFUSED/,
    )
  })

  it('refuses the bucket of another installation, and deletes nothing there', async () => {
    const before = await stored()
    expect(await refusal('two', {})).toMatch(
      /^La base de datos es nueva, pero en el bucket .* elige otro bucket con S3_BUCKET/,
    )
    const own = environmentOf(await createBucket())
    expect(await refusal('two', own)).toBe('it started')
    expect(await refusal('two', {})).toMatch(/^Los documentos en el bucket .* son de otra base de datos/)
    expect(await refusal('one', environmentOf(await createBucket()))).toMatch(
      /^En el bucket .* no están los documentos/,
    )
    expect(await stored()).toEqual(before)
  })
})
