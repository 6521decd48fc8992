import { describe, expect, it } from 'vitest'
import { createClient, createId, FojaError } from './client.ts'

type Sent = { url: string; init: RequestInit }

/** A client whose calls get these answers in order, and what it sent. */
function clientOf(answers: Response[], options: Partial<Parameters<typeof createClient>[0]> = {}) {
  const sent: Sent[] = []
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return answers.shift()!
  }
  return { sent, foja: createClient({ origin: 'https://foja.example/', key: 'foja_x', fetch, ...options }) }
}

const json = (body: unknown, init: { status?: number; headers?: Record<string, string> } = {}) =>
  new Response(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/json', ...init.headers } })

const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(
    { type: '', title: 'No se puede', status, detail: 'Prueba otra cosa.', code, request_id: 'R1' },
    { status, headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers } },
  )

const headersOf = ({ init }: Sent) => new Headers(init.headers)

describe('the client', () => {
  it('calls below the path of the installation, with key, language, ids and query', async () => {
    const { sent, foja } = clientOf([json([])], { origin: 'https://oficina.example/foja/', language: 'en' })
    const params = { id: 'a/b' }
    await foja.call('GET', '/api/v1/search_document/{id}/', { params, query: { q: 'año nuevo', version: undefined } })
    expect(sent[0]!.url).toBe('https://oficina.example/foja/api/v1/search_document/a%2Fb/?q=a%C3%B1o+nuevo')
    expect(headersOf(sent[0]!).get('authorization')).toBe('Bearer foja_x')
    expect(headersOf(sent[0]!).get('accept-language')).toBe('en')
  })

  it('asks a function for its key at each call, and sends none without one', async () => {
    let count = 0
    const { sent, foja } = clientOf([json({}), json({})], { key: async () => `token${(count += 1)}` })
    await foja.call('GET', '/api/v1/metrics/')
    await foja.call('GET', '/api/v1/metrics/')
    expect(sent.map((one) => headersOf(one).get('authorization'))).toEqual(['Bearer token1', 'Bearer token2'])
    const open = clientOf([json({})], { key: undefined })
    await open.foja.call('GET', '/api/v1/setup/')
    expect(headersOf(open.sent[0]!).has('authorization')).toBe(false)
  })

  it('sends files beside their data', async () => {
    const { sent, foja } = clientOf([json({ documents: [] })])
    const content = new TextEncoder().encode('%PDF-')
    await foja.upload('/api/v1/upload_document/', {
      files: [{ name: 'Señal.pdf', content, type: 'application/pdf' }],
      data: { key: 'k' },
    })
    const form = sent[0]!.init.body as FormData
    expect(form.get('data')).toBe('{"key":"k"}')
    const file = form.get('files') as File
    expect([file.name, file.type, await file.text()]).toEqual(['Señal.pdf', 'application/pdf', '%PDF-'])
    expect(headersOf(sent[0]!).has('content-type')).toBe(false)
  })

  it('returns a file with its name, also if it is JSON', async () => {
    const headers = {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="A.json"; filename*=UTF-8''A%C3%B1o.json`,
    }
    const { foja } = clientOf([new Response('{"a":1}', { headers })])
    const file = await foja.call('GET', '/api/v1/export_template/{id}/', { params: { id: 'x' } })
    expect(file.name).toBe('Año.json')
    expect(new TextDecoder().decode(await file.bytes())).toBe('{"a":1}')
  })

  it('returns a file as a stream', async () => {
    const { foja } = clientOf([new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } })])
    const file = await foja.call('GET', '/api/v1/evidence_report/{id}/', { params: { id: 'x' } })
    let text = ''
    for await (const chunk of file.stream) text += new TextDecoder().decode(chunk)
    expect([text, file.type, file.name]).toEqual(['%PDF-', 'application/pdf', null])
  })

  it('rejects with the problem of the server', async () => {
    const { foja } = clientOf([problem(400, 'validation_failed')])
    const error: unknown = await foja.call('GET', '/api/v1/metrics/').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(FojaError)
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', requestId: 'R1', retryAfter: null })
    expect((error as FojaError).message).toBe('No se puede. Prueba otra cosa.')
  })

  it('rejects with the status alone if the answer is not of Foja', async () => {
    const { foja } = clientOf([new Response('<h1>Bad gateway</h1>', { status: 502 })])
    await expect(foja.call('GET', '/api/v1/metrics/')).rejects.toMatchObject({
      status: 502,
      code: 'unknown',
      problem: null,
    })
  })

  it('waits after a 429 once, if it is allowed that long', async () => {
    const busy = () => problem(429, 'too_many_attempts', { 'retry-after': '0' })
    const patient = clientOf([busy(), json({ pendiente: 1 })], { waitSeconds: 5 })
    expect(await patient.foja.call('GET', '/api/v1/metrics/')).toEqual({ pendiente: 1 })
    const twice = clientOf([busy(), busy(), json({})], { waitSeconds: 5 })
    await expect(twice.foja.call('GET', '/api/v1/metrics/')).rejects.toMatchObject({ status: 429, retryAfter: 0 })
    expect(twice.sent).toHaveLength(2)
    const long = clientOf([problem(429, 'too_many_attempts', { 'retry-after': '6' })], { waitSeconds: 5 })
    await expect(long.foja.call('GET', '/api/v1/metrics/')).rejects.toMatchObject({ retryAfter: 6 })
    expect(long.sent).toHaveLength(1)
  })

  it('reads the scopes of its key, also if the key may not make the call', async () => {
    const scopes = { 'foja-key-scopes': 'mail:read shares:read' }
    const { foja } = clientOf([problem(403, 'key_scope_missing', scopes), json({}), problem(401, 'key_refused')])
    expect(await foja.keyScopes()).toEqual(['mail:read', 'shares:read'])
    expect(await foja.keyScopes()).toBeNull()
    await expect(foja.keyScopes()).rejects.toMatchObject({ code: 'key_refused' })
  })

  it('makes ids of case files', () => {
    expect(createId()).toMatch(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/)
  })
})
