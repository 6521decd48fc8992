import type { FillBatch } from '@foja/contracts/template-fills'
import { prepareDatabase } from '@foja/testing/data-folder'
import { makePdf } from '@foja/testing/pdfs'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, Caller } from '../../../test/office.ts'
import { processAdmin, signInProcess, startProcess, type ServerProcess } from '../../../test/server-process.ts'
import { batchOf, details, fieldOf, makeTemplate, startBatch } from '../../../test/templates.ts'
import { readZip } from '../../../test/zip.ts'

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foja-batch-'))
  await prepareDatabase(join(folder, 'db'))
  server = await startProcess(folder)
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const callerOf = async ({ origin }: ServerProcess) =>
  new Caller(origin, '', processAdmin.email, await signInProcess(origin))

it('a fill batch continues after the server was killed, and fills no row twice', { timeout: 120_000 }, async () => {
  const admin = await callerOf(server)
  const { id } = await makeTemplate(admin, [fieldOf('text')], { bytes: makePdf() })
  const rows = Array.from({ length: 30 }, (_, at) => ({ text: `Persona ${at + 1}` }))
  const key = randomUUID()
  // Each row takes one or two commits, besides those of the queue.
  const ended = once(server.child, 'exit')
  await bodyOf(await startBatch(admin, { id, key, rows }), 202)
  server.child.send({ point: 'before commit', passes: 25 })
  await ended
  server = await startProcess(folder)
  const again = await callerOf(server)
  let batch: FillBatch | undefined
  await expect
    .poll(async () => (batch = await batchOf(again, key)).status, { timeout: 60_000, interval: 200 })
    .toBe('done')
  expect(batch).toMatchObject({ total: 30, done: 30, failed: 0, errors: [] })
  const response = await again.call(`/api/v1/fill_batch_zip/${key}/`)
  const files = await readZip(new Uint8Array(await response.arrayBuffer()))
  expect(files.size).toBe(31)
  expect((await details(again, id)).uses).toBe(30)
})
