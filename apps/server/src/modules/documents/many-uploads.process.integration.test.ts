import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../../test/office.ts'
import { createPath, mainOf } from '../../../test/office.ts'
import { plainPng } from '../../../test/pictures.ts'
import { startNewProcess, watchMemory, type ServerProcess } from '../../../test/server-process.ts'

const megabyte = 1024 * 1024
const uploads = 50
const bytesEach = 10 * megabyte
const chunk = 64 * 1024

let server: ServerProcess
let caller: Caller
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ server, caller, stop } = await startNewProcess())
})
afterAll(() => stop())

const small = plainPng(2, 2)

/** The bytes of picture `n` in pieces: different for each upload, and never whole in memory here. */
function* piecesOf(n: number): Generator<Buffer> {
  for (let at = 0; at < bytesEach; at += chunk) {
    const piece = Buffer.alloc(chunk, (n * 31 + at / chunk) % 251)
    piece.writeUInt32BE(n, small.length)
    // What follows the end of a picture is not decoded.
    if (at === 0) piece.set(small)
    yield piece
  }
}

/** Uploads picture `n` as a browser does; returns the status, the body and the digest of the bytes sent. */
async function upload(n: number) {
  const boundary = `foja${n}`
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
  const head = Buffer.from(part(`name="files"; filename="plano ${n}.png"`))
  const data = JSON.stringify(mainOf(1))
  const tail = Buffer.from(`\r\n${part('name="data"')}${data}\r\n--${boundary}--\r\n`)
  const sending = request(new URL(createPath, server.origin), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${caller.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + bytesEach + tail.length,
    },
  })
  const answered = once(sending, 'response') as Promise<[NodeJS.ReadableStream & { statusCode: number }]>
  const hash = createHash('sha256')
  sending.write(head)
  for (const piece of piecesOf(n)) {
    hash.update(piece)
    if (!sending.write(piece)) await once(sending, 'drain')
  }
  sending.end(tail)
  const [response] = await answered
  return { status: response.statusCode, body: await text(response), sha256: hash.digest('hex') }
}

it.runIf(process.platform === 'linux')(
  'streams 50 parallel uploads of 10 MB with bounded memory and stores every byte (Linux: reads /proc)',
  async () => {
    // Starts each worker, whose own memory is not that of uploads.
    const first = await Promise.all(Array.from({ length: 10 }, (_, n) => upload(1000 + n)))
    expect(first.every(({ status }) => status === 201)).toBe(true)
    const growth = await watchMemory(server.child)
    const answers = await Promise.all(Array.from({ length: uploads }, (_, n) => upload(n)))
    const grown = (await growth()) / megabyte
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: uploads }, () => 201))
    // A fifth of the bytes that passed through, to allow for late garbage collection.
    expect(grown).toBeLessThan(100)
    for (const { body, sha256 } of answers) {
      const document = (JSON.parse(body) as SolicitudMain).solicitudes[0]!.description[0]!
      expect(document).toMatchObject({ size: bytesEach, sha256 })
      const file = await caller.call(`/api/v1/download_document/${document.id_documento}/`)
      const hash = createHash('sha256')
      for await (const piece of file.body!) hash.update(piece as Uint8Array)
      expect(hash.digest('hex')).toBe(sha256)
    }
  },
)
