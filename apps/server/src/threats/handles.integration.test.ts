import { endpoints } from '@foja/contracts/endpoints'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { Socket } from 'node:net'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createCase, openOffice } from '../../test/office.ts'

/** `pdf_path` is a handle resolved by a row: any other value leads nowhere, neither on the disk nor in the network. */
let restore = () => {}
const office = await openOffice()
const handle = (await createCase(office.usuario)).document.pdf_path
const foreign = (await createCase(office.ajeno)).document.pdf_path
afterEach(() => restore())

/** Records and blocks connections of this process, except to the server under test and its database. */
async function watchConnections(): Promise<string[]> {
  const database = await sql<{ port: number | null }>`select inet_server_port() as port`.execute(office.server.deps.db)
  const own = [Number(new URL(office.server.origin).port), database.rows[0]?.port]
  const reached: string[] = []
  const connect = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => Socket
  restore = () => void Object.assign(Socket.prototype, { connect })
  const watched = function (this: Socket, ...args: unknown[]): Socket {
    // Called as `connect(options)` or `connect(port, host)`.
    const [options] = args.flat() as ({ port?: number | string } | number)[]
    if (own.includes(typeof options === 'number' ? options : Number(options?.port))) return connect.apply(this, args)
    reached.push(JSON.stringify(options))
    return this.destroy(new Error('no connection leaves this test'))
  }
  Object.assign(Socket.prototype, { connect: watched })
  return reached
}

const calls: [string, (pdf_path: string) => object][] = [
  ['pdf_to_image', (pdf_path) => ({ pdf_path })],
  ['detect_fields', (pdf_path) => ({ pdf_path })],
  ['save_template', (pdf_path) => ({ name: 'Acta', pdf_path, fields: [] })],
  ['preview_pdf_template', (pdf_path) => ({ pdf_path, fields: [], data: {} })],
]

it('this test covers every endpoint that takes a pdf_path', () => {
  const takes = endpoints.filter(({ body }) => {
    const schema =
      body === undefined ? '' : JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
    return schema.includes('"pdf_path"')
  })
  expect(takes.map(({ path }) => path.split('/').at(-2)).toSorted()).toEqual(calls.map(([call]) => call).toSorted())
})

const ask = ([call, body]: (typeof calls)[number], pdf_path: string) =>
  office.gestor.post(`/api/v1/${call}/`, body(pdf_path))

const addresses = [
  'http://127.0.0.1:1/x.pdf',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:127.0.0.1]/',
  'http://0x7f000001/',
  'https://example.com/x.pdf',
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/',
  'data:application/pdf;base64,JVBERi0=',
  '\\\\server\\share\\x.pdf',
]

/** Paths of the file itself, for an attacker who knows where it is stored. */
async function pathsOf(key: string): Promise<string[]> {
  const row = await office.server.deps.db
    .selectFrom('document_version')
    .select('blob_key')
    .where('pdf_path', '=', key)
    .executeTakeFirstOrThrow()
  const path = `${office.server.folder}/files/${row.blob_key}`
  return [path, pathToFileURL(path).href, row.blob_key, `../files/${row.blob_key}`, `files/../files/${row.blob_key}`]
}

it('a pdf_path works only for users who may read the document', async () => {
  for (const call of calls) expect((await ask(call, handle)).status, call[0]).toBeLessThan(300)
  for (const call of calls) expect((await ask(call, foreign)).status, call[0]).toBe(404)
})

it('other values of pdf_path are refused, and no connection is made for them', async () => {
  const reached = await watchConnections()
  const mangled = fc
    .tuple(
      fc.constantFrom(handle, foreign),
      fc.nat(200),
      fc.constantFrom('/', '..', '\0', '%00', '?', '#', ' ', 'A', '"'),
    )
    .map(([key, at, text]) => key.slice(0, at % key.length) + text + key.slice(at % key.length))
  const created = fc.sample(fc.oneof(mangled, fc.webUrl(), fc.string({ unit: 'binary', maxLength: 190 })), {
    seed: 5,
    numRuns: 60,
  })
  const climbing = [1, 3, 8].flatMap((levels) => [
    `${'../'.repeat(levels)}etc/passwd`,
    `${'..%2f'.repeat(levels)}etc/passwd`,
  ])
  const paths = [...addresses, ...climbing, ...(await pathsOf(handle)), ...created]
  for (const path of paths) {
    const answers = await Promise.all(calls.map((call) => ask(call, path)))
    for (const { status, url } of answers) expect([400, 404], `${url} ${JSON.stringify(path)}`).toContain(status)
  }
  expect(reached).toEqual([])
})

it('the connection watcher records connections', async () => {
  const reached = await watchConnections()
  await expect(fetch('http://127.0.0.1:61234/')).rejects.toThrow()
  expect(reached).toHaveLength(1)
})
