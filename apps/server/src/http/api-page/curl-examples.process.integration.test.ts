import { execFile } from 'node:child_process'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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
  FOJA_DESTINATARIO: 'A'.repeat(43),
}

const byName = (name: string) => endpoints.find((endpoint) => endpoint.name === name)!

/** Runs the example of a call in a shell; returns the status and the code of its problem. */
async function run(endpoint: Endpoint, session = admin): Promise<string> {
  const file = `respuesta-${endpoint.name}`
  const example = curlExample(endpoint)
    .replace(/ --fail --output \S+$/, '')
    .trim()
    .replace(/\\$/, '')
  const command = `${example} --silent --show-error --write-out '%{http_code}' --output ${file}`
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    cwd: folder,
    env: { ...env, FOJA_SESION: session.token },
  })
  if (stdout.startsWith('2')) return stdout
  const { code } = JSON.parse(await readFile(join(folder, file), 'utf8')) as { code: string }
  return `${stdout} ${code}`
}

/** An example whose ids are invented is refused for what it names, never for how it asks. */
const faults =
  /malformed_request|validation_failed|method_not_allowed|^5|unauthenticated|\bkey_|_url_wrong|_required\b|password_missing|date_in_past/

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
  // Of a company, which the administrator has none of.
  expect(await run(byName('createWebhook'), gestor)).toBe('201')
})

it('a download that is refused leaves no file', async () => {
  const example = curlExample(byName('downloadDocument'))
  await expect(promisify(execFile)('sh', ['-c', example], { cwd: folder, env })).rejects.toMatchObject({ code: 22 })
  await expect(access(join(folder, 'descarga.pdf'))).rejects.toMatchObject({ code: 'ENOENT' })
})
