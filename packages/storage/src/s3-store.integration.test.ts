import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { newObjectKey } from './object-store.ts'
import { createS3Store, type S3Settings } from './s3-store.ts'

/** What the server received. */
type Call = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer }
type Answer = (call: Call, response: ServerResponse) => void

const calls: Call[] = []
let answer: Answer

/** An S3 service that misbehaves as each test says. */
const receive = async (request: IncomingMessage, response: ServerResponse) => {
  const call = { method: request.method!, url: request.url!, headers: request.headers, body: await buffer(request) }
  calls.push(call)
  answer(call, response)
}
const server = createServer((request, response) => {
  // The client may leave.
  receive(request, response).catch(() => response.destroy())
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

const settings: S3Settings = {
  endpoint: `http://127.0.0.1:${port}`,
  bucket: 'foja',
  region: 'us-east-1',
  accessKeyId: 'AKIA-the-key-id',
  secretAccessKey: 'the-secret',
  forcePathStyle: true,
}
const patience = { connection: 2000, answer: 2000, silence: 2000 }
const store = createS3Store(settings, patience)
const impatient = createS3Store(settings, { connection: 2000, answer: 100, silence: 100 })
afterAll(() => {
  store.close()
  impatient.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => void calls.splice(0))

const key = newObjectKey()
const maxBytes = 100_000_000

async function* chunks(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts
}

const fail =
  (status: number, code: string): Answer =>
  (call, response) => {
    // The texts of Amazon, which repeat the key and what was signed.
    const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message><AWSAccessKeyId>AKIA-the-key-id</AWSAccessKeyId><StringToSign>signed</StringToSign></Error>`
    response.writeHead(status, { 'content-type': 'application/xml' }).end(call.method === 'HEAD' ? undefined : xml)
  }
const succeed: Answer = (call, response) => {
  if (call.method === 'POST' && call.url.includes('uploads')) {
    response.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>')
  } else if (call.method === 'POST') {
    response.end('<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>')
  } else response.writeHead(200, { etag: '"x"' }).end()
}

const uses: [string, (one: typeof store) => Promise<unknown>][] = [
  ['put', async (one) => await one.put(chunks(Buffer.from('x')), { maxBytes, key })],
  ['get', async (one) => await one.get(key)],
  ['stat', async (one) => await one.stat(key)],
  ['exists', async (one) => await one.exists(key)],
  ['delete', async (one) => await one.delete(key)],
  ['list', async (one) => await one.list()[Symbol.asyncIterator]().next()],
  ['sweepUnfinished', async (one) => await one.sweepUnfinished(new Date())],
  ['ping', async (one) => await one.ping()],
]

describe.each(uses)('%s of the S3 store', (_name, use) => {
  it('reports refused keys as forbidden, at once and without the keys', async () => {
    answer = fail(403, 'SignatureDoesNotMatch')
    const error = await use(store).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'StorageError', code: 'forbidden' })
    expect(calls).toHaveLength(1)
    expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(
      /the-secret|the-key-id|StringToSign|Signature=/,
    )
  })

  it('tries three times when the service fails, and reports it as unavailable', async () => {
    answer = fail(500, 'InternalError')
    await expect(use(store)).rejects.toMatchObject({ code: 'unavailable' })
    expect(calls).toHaveLength(3)
  })

  it('gives up a service that does not answer', async () => {
    answer = () => {}
    await expect(use(impatient)).rejects.toMatchObject({ code: 'timeout' })
    expect(calls).toHaveLength(3)
  })

  it('reports an unreachable service as unavailable', async () => {
    const closed = createS3Store({ ...settings, endpoint: 'http://127.0.0.1:9' }, patience)
    await expect(use(closed)).rejects.toMatchObject({ code: 'unavailable' })
    closed.close()
  })
})

describe('the S3 store', () => {
  it.each(uses.filter(([name]) => !['stat', 'exists'].includes(name)))(
    'reports a missing bucket, by %s',
    async (_name, use) => {
      answer = fail(404, 'NoSuchBucket')
      // Deleting what does not exist is no error.
      await expect(use(store)).rejects.toMatchObject({ code: 'no_bucket' })
    },
  )

  it.each([
    [507, 'InsufficientStorage'],
    [400, 'QuotaExceeded'],
  ])('reports a full bucket (%i %s)', async (status, code) => {
    answer = fail(status, code)
    await expect(store.put(chunks(Buffer.from('x')), { maxBytes })).rejects.toMatchObject({ code: 'disk_full' })
  })

  it('succeeds when the service recovers before the third try', async () => {
    answer = (call, response) => (calls.length < 3 ? fail(503, 'SlowDown') : succeed)(call, response)
    const { size } = await store.put(chunks(Buffer.from('hola')), { maxBytes })
    expect([size, calls.map(({ body }) => body.toString())]).toEqual([4, ['hola', 'hola', 'hola']])
  })

  it('sends the SHA-256 of every body for the service to check, and none of the newer checksums', async () => {
    answer = succeed
    const bytes = randomBytes(12_000_000)
    const stored = await store.put(chunks(bytes), { maxBytes })
    expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    const parts = calls.filter(({ method }) => method === 'PUT')
    expect(Buffer.concat(parts.map(({ body }) => body)).equals(bytes)).toBe(true)
    for (const { headers, body } of calls) {
      expect(headers['x-amz-content-sha256']).toBe(createHash('sha256').update(body).digest('hex'))
      expect(Object.keys(headers).filter((name) => /checksum|trailer|content-encoding/.test(name))).toEqual([])
    }
  })

  it('removes the parts of an upload whose part fails, and ends its source', async () => {
    let isEnded = false
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield randomBytes(1_000_000)
      } finally {
        isEnded = true
      }
    }
    answer = (call, response) =>
      (call.url.includes('partNumber=2') ? fail(403, 'AccessDenied') : succeed)(call, response)
    await expect(store.put(source(), { maxBytes })).rejects.toMatchObject({ code: 'forbidden' })
    expect(calls.at(-1)).toMatchObject({ method: 'DELETE', url: expect.stringContaining('uploadId=one') })
    await expect.poll(() => isEnded).toBe(true)
  })

  it('removes the parts of an upload whose source fails', async () => {
    const gone = new Error('the client is gone')
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield randomBytes(12_000_000)
      throw gone
    }
    answer = succeed
    await expect(store.put(failing(), { maxBytes })).rejects.toBe(gone)
    expect(calls.at(-1)).toMatchObject({ method: 'DELETE', url: expect.stringContaining('uploadId=one') })
  })

  it('never shows less than the whole object: an answer that is cut throws', async () => {
    answer = (_call, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write(Buffer.alloc(400), () => response.destroy())
    }
    await expect(buffer(await store.get(key))).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' })
  })

  it('gives up an object that stops arriving, but not a slow reader', async () => {
    answer = (_call, response) => void response.writeHead(200, { 'content-length': '1000' }).write(Buffer.alloc(400))
    await expect(buffer(await impatient.get(key))).rejects.toMatchObject({ code: 'timeout' })
    answer = (_call, response) => void response.end(Buffer.alloc(1_000_000))
    let size = 0
    for await (const chunk of (await impatient.get(key)) as AsyncIterable<Buffer>) {
      if (size === 0) await new Promise((resolve) => setTimeout(resolve, 300))
      size += chunk.length
    }
    expect(size).toBe(1_000_000)
  })

  it('closes the connection of a stream that is destroyed before its first read', async () => {
    const left = Promise.withResolvers<void>()
    answer = (_call, response) => {
      response.once('close', () => left.resolve())
      response.writeHead(200, { 'content-length': '1000' }).write(Buffer.alloc(10))
    }
    ;(await store.get(key)).destroy()
    await left.promise
  })

  it('lists all pages, and only its own objects', async () => {
    const keys = [newObjectKey(), newObjectKey(), newObjectKey()].toSorted()
    const at = '2026-01-01T00:00:00.000Z'
    const pages = [keys.slice(0, 2), [keys[2]!, 'foja-installation', 'other/file']]
    answer = ({ url }, response) => {
      const isSecond = new URL(url, settings.endpoint).searchParams.get('start-after') === keys[1]
      const names = pages[isSecond ? 1 : 0]!.map(
        (name) => `<Contents><Key>${name}</Key><LastModified>${at}</LastModified></Contents>`,
      )
      response.end(`<ListBucketResult><IsTruncated>${!isSecond}</IsTruncated>${names.join('')}</ListBucketResult>`)
    }
    const found: unknown[] = []
    for await (const object of store.list()) found.push(object)
    expect(found).toEqual(keys.map((one) => ({ key: one, modified: new Date(at) })))
  })

  it('sweeps the uploads of all pages, and only its own', async () => {
    const keys = [newObjectKey(), newObjectKey()]
    const of = (name: string, initiated: string) =>
      `<Upload><Key>${name}</Key><UploadId>id</UploadId><Initiated>${initiated}</Initiated></Upload>`
    const old = '2026-01-01T00:00:00.000Z'
    answer = (call, response) => {
      if (call.method === 'DELETE') {
        // The second one ended meanwhile.
        if (call.url.includes(keys[1]!)) fail(404, 'NoSuchUpload')(call, response)
        else response.writeHead(204).end()
        return
      }
      const isSecond = call.url.includes('key-marker=marker')
      const uploads = isSecond
        ? of(keys[1]!, old) + of('strange', old)
        : of(keys[0]!, old) + of(keys[1]!, '2027-01-01T00:00:00.000Z')
      response.end(
        `<ListMultipartUploadsResult><IsTruncated>${!isSecond}</IsTruncated><NextKeyMarker>marker</NextKeyMarker><NextUploadIdMarker>id</NextUploadIdMarker>${uploads}</ListMultipartUploadsResult>`,
      )
    }
    expect(await store.sweepUnfinished(new Date('2026-06-01T00:00:00Z'))).toBe(2)
    const deleted = calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url.split('?')[0])
    expect(deleted).toEqual(keys.map((one) => `/foja/${one}`))
  })

  it('sweeps named uploads that are wanted, and no others', async () => {
    const one = (name: string) =>
      `<Upload><Key>${name}</Key><UploadId>id</UploadId><Initiated>2026-01-01T00:00:00.000Z</Initiated></Upload>`
    const uploads = one('foja-1.age') + one(newObjectKey()) + one('strange')
    answer = (call, response) => {
      if (call.method === 'DELETE') response.writeHead(204).end()
      else response.end(`<ListMultipartUploadsResult>${uploads}</ListMultipartUploadsResult>`)
    }
    await store.sweepNamed((name) => name.endsWith('.age'))
    const deleted = calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url.split('?')[0])
    expect(deleted).toEqual(['/foja/foja-1.age'])
  })
})

describe('the probe of the S3 store', () => {
  it('writes, reads and deletes an object', async () => {
    let content: Buffer | undefined
    answer = (call, response) => {
      if (call.url.includes('foja-probe')) {
        if (call.method === 'PUT') content = call.body
        if (call.method === 'GET') return void response.end(content)
      }
      if (call.method === 'HEAD' && !/^\/foja\/?$/.test(call.url)) return fail(404, 'NoSuchKey')(call, response)
      response.end(call.method === 'GET' ? '<Result><IsTruncated>false</IsTruncated></Result>' : undefined)
    }
    await store.probe()
    const named = calls.filter(({ url }) => url.includes('foja-probe')).map(({ method }) => method)
    expect(named).toEqual(['PUT', 'GET', 'DELETE'])
  })

  it('fails where the keys may read but not write', async () => {
    answer = (call, response) => (call.method === 'PUT' ? fail(403, 'AccessDenied') : succeed)(call, response)
    await expect(store.probe()).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('fails where a missing object is answered as forbidden, as without the permission to list', async () => {
    let content: Buffer | undefined
    answer = (call, response) => {
      if (call.method === 'PUT') content = call.body
      if (call.method === 'HEAD' && !/^\/foja\/?$/.test(call.url)) return fail(403, 'AccessDenied')(call, response)
      response.end(call.method === 'GET' ? (call.url.includes('probe') ? content : '<R/>') : undefined)
    }
    await expect(store.probe()).rejects.toMatchObject({ code: 'forbidden' })
  })
})
