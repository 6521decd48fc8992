import type { SigningRequest } from '@foja/contracts/signing-requests'
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

/** Starts a batch, kills the server after so many commits, and waits for its end on the next one. */
async function endAfterRestart(
  caller: Caller,
  body: { key: string; [name: string]: unknown },
  passes: number,
): Promise<Caller> {
  const ended = once(server.child, 'exit')
  await bodyOf(await startBatch(caller, body), 202)
  server.child.send({ point: 'before commit', passes })
  await ended
  server = await startProcess(folder)
  const again = await callerOf(server)
  await expect
    .poll(async () => (await batchOf(again, body.key)).status, { timeout: 60_000, interval: 200 })
    .toBe('done')
  return again
}

it('a fill batch continues after the server was killed, and fills no row twice', { timeout: 120_000 }, async () => {
  const admin = await callerOf(server)
  const { id } = await makeTemplate(admin, [fieldOf('text')], { bytes: makePdf() })
  const rows = Array.from({ length: 30 }, (_, at) => ({ text: `Persona ${at + 1}` }))
  const key = randomUUID()
  // Each row takes one or two commits, besides those of the queue.
  const again = await endAfterRestart(admin, { id, key, rows }, 25)
  const batch = await batchOf(again, key)
  expect(batch).toMatchObject({ total: 30, done: 30, failed: 0, errors: [] })
  const response = await again.call(`/api/v1/fill_batch_zip/${key}/`)
  const files = await readZip(new Uint8Array(await response.arrayBuffer()))
  expect(files.size).toBe(31)
  expect((await details(again, id)).uses).toBe(30)
})

it(
  'a batch with requests continues after the server was killed, and asks each person once',
  { timeout: 120_000 },
  async () => {
    const admin = await callerOf(server)
    const fields = [fieldOf('text'), fieldOf('signature', { key: 'firma', y: 600, height: 60 })]
    const { id } = await makeTemplate(admin, fields, { bytes: makePdf() })
    const people = Array.from({ length: 12 }, (_, at) => `fila.${at + 1}@cliente.example`)
    const body = {
      id,
      key: randomUUID(),
      rows: people.map((text) => ({ text })),
      requests: { recipients: people.map((email) => [{ nombre: email, email, rol: 'firma', field: 'firma' }]) },
    }
    const again = await endAfterRestart(admin, body, 12)
    expect(await batchOf(again, body.key)).toMatchObject({ total: 12, done: 12, failed: 0, errors: [] })
    const { results } = await again.read<{ results: SigningRequest[] }>('/api/v1/list_signing_requests/')
    expect(results.map(({ recipients }) => recipients[0]!.email).toSorted()).toEqual(people.toSorted())
    const { results: mails } = await again.read<{ results: { to: string[] }[] }>('/api/v1/outbox/')
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(people.toSorted())
  },
)
