import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endpoints } from '@foja/contracts/endpoints'
import type { Endpoint } from '@foja/contracts/endpoint'
import { makePdf } from '@foja/testing/pdfs'
import { afterAll, expect, it } from 'vitest'
import { giveKey } from '../../../test/api-keys.ts'
import { openOffice } from '../../../test/office.ts'
import { curlExample } from './examples.ts'

const { server, admin, gestor } = await openOffice()
const folder = await mkdtemp(join(tmpdir(), 'foja-curl-'))
afterAll(() => rm(folder, { recursive: true }))
await writeFile(join(folder, 'contrato.pdf'), makePdf())
for (const name of ['firma.p12', 'sello.p12', 'raiz.cer', 'logo.png', 'plantilla.json'])
  await writeFile(join(folder, name), 'x')

const { caller } = await giveKey(server, gestor.id)
const env = {
  PATH: process.env['PATH'],
  FOJA_ORIGEN: server.origin,
  FOJA_LLAVE: caller.token,
  FOJA_SESION: admin.token,
  FOJA_DESTINATARIO: 'A'.repeat(43),
}

/** Runs the example of a call in a shell; returns the status and the code of its problem. */
async function run(endpoint: Endpoint): Promise<string> {
  const file = `respuesta-${endpoint.name}`
  const example = curlExample(endpoint)
    .replace(/ --output \S+$/, '')
    .trim()
    .replace(/\\$/, '')
  const command = `${example} --silent --show-error --write-out '%{http_code}' --output ${file}`
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder, env })
  if (stdout.startsWith('2')) return stdout
  const { code } = JSON.parse(await readFile(join(folder, file), 'utf8')) as { code: string }
  return `${stdout} ${code}`
}

/** An example whose ids are invented is refused for what it names, never for how it asks. */
const faults = /malformed_request|validation_failed|method_not_allowed|^5|unauthenticated|\bkey_/

it('every curl command of the API page is a call that the server understands', async () => {
  // A stream of events does not end.
  const queue = endpoints.filter(({ name }) => name !== 'live')
  const outcomes: Record<string, string> = {}
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) outcomes[next.name] = await run(next)
  }
  await Promise.all([work(), work(), work(), work()])
  expect(Object.entries(outcomes).filter(([, outcome]) => faults.test(outcome))).toEqual([])
  for (const name of ['metrics', 'createSolicitudMain', 'listSigningRequests', 'verifyFile', 'exportSolicitudes'])
    expect(outcomes[name]).toMatch(/^20[01]$/)
})
