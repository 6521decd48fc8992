import type { Multipart } from '@foja/contracts/endpoint'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { registerErrors } from './errors.ts'
import { cleanFileName, partsReader, registerMultipart } from './multipart.ts'
import { ProblemError } from './problem.ts'

const contract: Multipart = {
  minFiles: 1,
  maxFiles: 2,
  bytesPerFile: 1000,
  data: z.strictObject({ titulo: z.string() }),
}
let stored = 0

const app = Fastify()
registerErrors(app, () => undefined)
await registerMultipart(app)
const handler = async (request: FastifyRequest) => {
  const { files, data } = await partsReader(request, contract).read({
    receive: async ({ name, index, stream }) => {
      let size = 0
      if (name === 'refuse.pdf') throw new ProblemError('pdf_damaged', { subject: name })
      for await (const chunk of stream) size += (chunk as Buffer).length
      stored += 1
      return { name, index, size }
    },
    discard: async () => void (stored -= 1),
  })
  return { files, data }
}
app.route({ method: 'POST', url: '/upload', handler })
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

type Part = [name: string, value: string | Blob, filename?: string]
async function send(parts: Part[]) {
  const before = stored
  const form = new FormData()
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, filename)
  }
  const response = await fetch(`${origin}/upload`, { method: 'POST', body: form })
  const body = (await response.json()) as { code?: string; files?: unknown; data?: unknown }
  return { status: response.status, kept: stored - before, ...body }
}

const file = (bytes: number) => new Blob(['x'.repeat(bytes)])
const data: Part = ['data', '{"titulo":"Acta"}']

describe('partsReader', () => {
  it('accepts the data before or after the files', async () => {
    const expected = { status: 200, files: [{ name: 'a.pdf', index: 0, size: 10 }], data: { titulo: 'Acta' } }
    expect(await send([data, ['files', file(10), 'a.pdf']])).toMatchObject(expected)
    expect(await send([['files', file(10), 'a.pdf'], data])).toMatchObject(expected)
  })

  it.each<[string, Part[]]>([
    ['file_missing', [data]],
    ['file_empty', [data, ['files', file(0), 'a.pdf']]],
    ['file_too_large', [data, ['files', file(10), 'a.pdf'], ['files', file(5_000_000), 'b.pdf']]],
    ['too_many_files', [data, ['files', file(1), 'a'], ['files', file(1), 'b'], ['files', file(1), 'c']]],
    [
      'malformed_request',
      [
        ['files', file(1), 'a'],
        ['data', '{'],
      ],
    ],
    [
      'validation_failed',
      [
        ['files', file(1), 'a'],
        ['data', '{"titulo":1}'],
      ],
    ],
    [
      'malformed_request',
      [
        ['files', file(1), 'a'],
        ['data', `{"titulo":${'['.repeat(40)}${']'.repeat(40)}}`],
      ],
    ],
    [
      'validation_failed',
      [
        ['files', file(1), 'a'],
        ['data', '{"titulo":"Acta","__proto__":{"titulo":"Otra"}}'],
      ],
    ],
    ['validation_failed', [['files', file(1), 'a']]],
    ['validation_failed', [data, ['other', file(1), 'a']]],
    ['validation_failed', [data, ['extra', 'x'], ['files', file(1), 'a']]],
    ['validation_failed', [data, ['files', file(1), 'a'], data]],
  ])('answers %s and keeps nothing', async (code, parts) => {
    expect(await send(parts)).toMatchObject({ status: 400, code, kept: 0 })
  })

  it('answers the error of the sink after reading the rest', async () => {
    const parts: Part[] = [['files', file(900), 'refuse.pdf'], ['files', file(900), 'b.pdf'], data]
    expect(await send(parts)).toMatchObject({ status: 400, code: 'pdf_damaged', kept: 0 })
  })

  it('answers 400 to a body that is not multipart', async () => {
    const json = await fetch(`${origin}/upload`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(json.status).toBe(400)
    const cut = await fetch(`${origin}/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\nabc',
    })
    expect(cut.status).toBe(400)
  })
})

describe('cleanFileName', () => {
  it('keeps the base name without misleading characters', () => {
    expect(cleanFileName('Acta n.º 7.pdf')).toBe('Acta n.º 7.pdf')
    expect(cleanFileName('../../etc/passwd')).toBe('passwd')
    expect(cleanFileName('C:\\docs\\acta.pdf')).toBe('acta.pdf')
    expect(cleanFileName('acta\u202Efdp.exe')).toBe('actafdp.exe')
    expect(cleanFileName('a\r\nb.pdf')).toBe('ab.pdf')
    for (const empty of [undefined, '', ' ', '.', '..', '/']) expect(cleanFileName(empty)).toBe('archivo')
  })

  it('cuts a long name between characters', () => {
    const name = cleanFileName(`${'😀'.repeat(300)}a.pdf`)
    expect(name).toBe(`${'😀'.repeat(195)}a.pdf`)
    expect(name.isWellFormed()).toBe(true)
  })
})
