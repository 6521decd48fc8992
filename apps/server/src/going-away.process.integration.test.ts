import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { prepareDatabase } from '@foja/testing/data-folder'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bodyOf, Caller, createPath, mainOf, pdfFile } from '../test/office.ts'
import { processAdmin, signInProcess, startProcess, type ServerProcess } from '../test/server-process.ts'

let folder: string
let server: ServerProcess
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foja-going-'))
  await prepareDatabase(join(folder, 'db'))
})
afterEach(async () => {
  server.child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Starts the server, and signs its administrator in. */
async function start(drainSeconds: number): Promise<Caller> {
  server = await startProcess(folder, { FOJA_DRAIN_SECONDS: String(drainSeconds) })
  return new Caller(server.origin, '', processAdmin.email, await signInProcess(server.origin))
}

const readiness = async () => await fetch(`${server.origin}/health/ready`)

it('a server that was told to stop is not ready at once, serves until the drain ends, and ends at a second signal', async () => {
  // Longer than the test: only the second signal ends it.
  const admin = await start(300)
  const ended = once(server.child, 'exit')
  server.child.kill('SIGTERM')
  await expect.poll(async () => (await readiness()).status).toBe(503)
  expect(await (await readiness()).json()).toEqual({ status: 'going away', checks: {} })
  expect((await fetch(`${server.origin}/health/live`)).status).toBe(200)
  const created = await admin.upload(createPath, [pdfFile()], mainOf(1))
  expect(created.status).toBe(201)
  // No connection stays open for a request that would meet the end of the server.
  expect(created.headers.get('connection')).toBe('close')
  server.child.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
})

/** Creates cases until the server is gone; returns the requests that it acknowledged. */
async function createUntilGone(admin: Caller): Promise<string[]> {
  const acknowledged: string[] = []
  for (;;) {
    try {
      const answer = await admin.upload(createPath, [pdfFile()], mainOf(1))
      if (answer.status === 201)
        acknowledged.push((await bodyOf<SolicitudMain>(answer, 201)).solicitudes[0]!.id_solicitud)
      // What arrives on an open connection after the end of listening.
      else if (answer.status !== 503) throw new Error(`the server answered ${answer.status}`)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return acknowledged
    }
  }
}

it('a server under load ends with 0 after the drain, and keeps everything that it acknowledged', async () => {
  const admin = await start(1)
  const ended = once(server.child, 'exit')
  const creating = Promise.all(Array.from({ length: 4 }, () => createUntilGone(admin)))
  server.child.kill('SIGTERM')
  const acknowledged = (await creating).flat()
  expect(await ended).toEqual([0, null])
  expect(acknowledged.length).toBeGreaterThan(0)
  const again = await start(0)
  for (const id of acknowledged) {
    const stored = await again.call(`/api/v1/details_solicitud/${id}/`)
    expect(stored.status, id).toBe(200)
    await stored.body?.cancel()
  }
})
