import { prepareDatabase } from '@foja/testing/data-folder'
import { makePdf } from '@foja/testing/pdfs'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { bodyOf, Caller, createCase, pdfFile } from '../test/office.ts'
import { giveSigner } from '../test/people.ts'
import { processAdmin } from '../test/server-process.ts'
import { sign, signedOf } from '../test/signing.ts'
import { TestClient } from '../test/test-client.ts'
import { readConfig } from './config.ts'
import { startServer } from './start-server.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}
type Batch = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] }

/** A collector that takes OTLP over HTTP, as JSON. */
async function openCollector() {
  const batches: Batch[] = []
  const paths = new Set<string>()
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    paths.add(`${request.method} ${request.url} ${request.headers['content-type']}`)
    batches.push((await json(request)) as Batch)
    response.setHeader('content-type', 'application/json').end('{}')
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    resources: () => batches.flatMap((batch) => batch.resourceSpans.map(({ resource }) => resource)),
    spans: () =>
      batches.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => server.close(),
  }
}

const facts = ({ attributes }: Pick<Span, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

it('requests, signing, drawing and jobs are traced to a collector, below the trace of the caller', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foja-traces-'))
  const collector = await openCollector()
  try {
    await prepareDatabase(join(folder, 'db'))
    const config = readConfig({
      FOJA_DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'error',
      FOJA_ADMIN_EMAIL: processAdmin.email,
      FOJA_ADMIN_PASSWORD: processAdmin.password,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    })
    const server = await startServer({ config })
    const traceId = 'ab'.repeat(16)
    const parentId = 'cd'.repeat(8)
    try {
      await server.working
      const client = new TestClient(server.url)
      await client.signIn(processAdmin.email, processAdmin.password)
      const caller = new Caller(server.url, '', processAdmin.email, (await client.token())!)
      await giveSigner(caller, 'Ana Prueba')
      const { document } = await createCase(caller, pdfFile('acta.pdf', makePdf()))
      await signedOf(await sign(caller, document))
      const { pages } = await bodyOf<{ pages: { url: string }[] }>(
        await caller.post('/api/v1/pdf_to_image/', { pdf_path: document.pdf_path }),
        200,
      )
      const image = await caller.call(pages[0]!.url, { headers: { traceparent: `00-${traceId}-${parentId}-01` } })
      expect(image.status).toBe(200)
      await image.arrayBuffer()
      await fetch(`${server.url}/health/ready`)
      // Spans are also sent while the server runs.
      await expect.poll(() => collector.spans().map(({ name }) => name)).toContain('job confirm_signatures')
    } finally {
      await server.close()
    }
    const spans = collector.spans()
    const named = (name: string) => spans.filter((span) => span.name === name)
    const request = named('GET /api/v1/page_image/:token/')
    expect(request).toHaveLength(1)
    expect(request[0]).toMatchObject({ traceId, parentSpanId: parentId, kind: 2 })
    expect(facts(request[0]!)).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/v1/page_image/:token/',
      'http.response.status_code': 200,
      'foja.request_id': traceId,
    })
    // Drawn for this request, or ahead of it for the upload.
    const drawn = named('rendering renderPage')
    expect(drawn.length).toBeGreaterThan(0)
    const signing = named('POST /api/v1/custom_pdf_signing/')
    expect(signing).toHaveLength(1)
    expect(named('signing sign').map((span) => [span.traceId, span.parentSpanId])).toEqual([
      [signing[0]!.traceId, signing[0]!.spanId],
    ])
    const cause = facts(named('job confirm_signatures')[0]!)['foja.request_id']
    const requests = spans.filter((span) => span.kind === 2)
    expect(requests.filter((span) => facts(span)['foja.request_id'] === cause)).toHaveLength(1)
    expect(spans.filter(({ name }) => name.includes('/health/'))).toEqual([])
    for (const { startTimeUnixNano: from, endTimeUnixNano: to } of spans) expect(BigInt(to) >= BigInt(from)).toBe(true)
    expect(facts(collector.resources()[0]!)).toMatchObject({ 'service.name': 'foja' })
    expect([...collector.paths]).toEqual(['POST /v1/traces application/json'])
    // Neither tokens nor names of files.
    expect(JSON.stringify(spans)).not.toMatch(/acta\.pdf|eyJ|crash@/)
  } finally {
    collector.close()
    await rm(folder, { recursive: true, force: true })
  }
})

it('a server without the collector serves as before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foja-traces-'))
  try {
    await prepareDatabase(join(folder, 'db'))
    const settings = { FOJA_DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' }
    // Nothing listens there.
    const config = readConfig({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
    const server = await startServer({ config })
    expect((await fetch(`${server.url}/api/v1/setup/`)).status).toBe(200)
    await server.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
