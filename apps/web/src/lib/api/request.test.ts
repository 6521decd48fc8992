import { delay } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, sessionOf, signedIn, useServer, visits } from '../../test/server.ts'
import { callUpload, filesForm, upload } from './upload.ts'
import { call, HandledError, ProblemError, problemOf } from './call.ts'
import { request } from './request.ts'
import type { metrics } from '@foja/contracts/solicitudes'
import type { uploadTrustAnchor } from '@foja/contracts/verification'

useServer()

const path = '/api/v1/metrics/'
const quietConsole = () => vi.spyOn(console, 'error').mockImplementation(() => {})
const send = { request: () => request(path), upload: () => upload(path, filesForm([])) }
const handle = (name: keyof typeof send, answer: Parameters<typeof http.get>[1]) =>
  server.use(name === 'request' ? http.get(at(path), answer) : http.post(at(path), answer))

describe.each(['request', 'upload'] as const)('%s', (name) => {
  it.each([null, undefined, ''])('rejects a missing URL (%s)', async (url) => {
    const calling = name === 'request' ? request(url) : upload(url, filesForm([]))
    await expect(calling).rejects.toThrow(new Error('La URL no puede ser nula.'))
  })

  it('carries the bearer token when there is one', async () => {
    signedIn('token-7')
    let authorization: string | null = null
    handle(name, ({ request: received }) => {
      authorization = received.headers.get('Authorization')
      return HttpResponse.json({})
    })
    await send[name]()
    expect(authorization).toBe('Bearer token-7')
  })

  it('sends no Authorization header without a token', async () => {
    let has = true
    handle(name, ({ request: received }) => {
      has = received.headers.has('Authorization')
      return HttpResponse.json({})
    })
    await send[name]()
    expect(has).toBe(false)
  })

  it.each([401, 403, 404, 409, 413, 429, 500, 503])('redirects to /refresh on %i', async (status) => {
    window.history.replaceState(null, '', '/solicitudes?page=2')
    handle(name, () => problem(status, 'whatever', { request_id: 'r-1' }))
    expect(await send[name]()).toBeUndefined()
    expect(visits).toEqual([`/refresh?volver=%2Fsolicitudes%3Fpage%3D2&estado=${status}&codigo=r-1`])
  })

  it('passes to /refresh when the server accepts the call again', async () => {
    const body = { type: '', title: '', status: 429, detail: '', code: 'too_many_attempts' }
    handle(name, () => HttpResponse.json(body, { status: 429, headers: { 'Retry-After': '75' } }))
    const before = Date.now()
    await send[name]()
    const until = Number(new URL(visits[0]!, at('/')).searchParams.get('hasta'))
    expect(until).toBeGreaterThanOrEqual(before + 75_000)
    expect(until).toBeLessThanOrEqual(Date.now() + 75_000)
  })

  it('redirects to /refresh if the error is not JSON', async () => {
    handle(name, () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 }))
    expect(await send[name]()).toBeUndefined()
    expect(visits).toEqual(['/refresh?estado=502'])
  })

  it('does not redirect to /refresh from /refresh', async () => {
    window.history.replaceState(null, '', '/refresh')
    handle(name, () => problem(500, 'internal'))
    await send[name]()
    expect(visits).toEqual([])
  })

  it('returns a 400 to the caller', async () => {
    handle(name, () => problem(400, 'email_in_use'))
    const reply = await send[name]()
    expect(reply).toMatchObject({ status: 400 })
    expect(JSON.stringify(reply)).toContain('email_in_use')
    expect(visits).toEqual([])
  })

  it('returns a 400 without JSON as a general problem', async () => {
    const logged = quietConsole()
    handle(name, () => new HttpResponse('<h1>Bad request</h1>', { status: 400 }))
    expect(await send[name]()).toMatchObject({ status: 400 })
    expect(logged).not.toHaveBeenCalled()
    expect(visits).toEqual([])
  })

  it('logs a network failure and returns nothing', async () => {
    const logged = quietConsole()
    handle(name, () => HttpResponse.error())
    expect(await send[name]()).toBeUndefined()
    expect(logged).toHaveBeenCalledOnce()
    expect(visits).toEqual([])
  })
})

describe('request', () => {
  it('returns status and data', async () => {
    server.use(http.get(at(path), () => HttpResponse.json({ pendiente: 3 }, { status: 201 })))
    expect(await request(path)).toEqual({ status: 201, ok: true, data: { pendiente: 3 } })
  })

  it('parses the problem of a 400', async () => {
    server.use(http.get(at(path), () => problem(400, 'stale_document')))
    expect(await request(path)).toMatchObject({ ok: false, data: { code: 'stale_document', detail: 'Qué hacer.' } })
  })

  it.each(['<h1>Bad request</h1>', '', '[]', 'null'])(
    'returns a 400 with the body «%s» as a general problem',
    async (body) => {
      server.use(http.get(at(path), () => new HttpResponse(body, { status: 400 })))
      const data = { status: 400, code: 'unreadable_reply', title: 'No se pudo completar' }
      expect(await request(path)).toMatchObject({ status: 400, ok: false, data })
    },
  )

  it('logs a response that is not JSON and returns nothing', async () => {
    const logged = quietConsole()
    server.use(http.get(at(path), () => HttpResponse.text('{')))
    expect(await request(path)).toBeUndefined()
    expect(logged).toHaveBeenCalledOnce()
  })

  it.each([
    ['page_text/x/', [401, 403, 404, 429, 500, 502], []],
    ['get_document_share/?share=x', [403, 404, 429, 500, 502], [401]],
    ['end_session/x/', [404], [401, 403, 500]],
    ['metrics/', [], [401, 403, 404, 429, 500, 502]],
  ])('returns the statuses of its call that stay on the page: %s', async (name, stay, leave) => {
    const answer = (status: number) => {
      server.use(http.get(at(`/api/v1/${name.replace(/\?.*/, '')}`), () => problem(status, 'why')))
      return request(`/api/v1/${name}`)
    }
    for (const status of stay) expect(await answer(status)).toMatchObject({ status, data: { code: 'why' } })
    expect(visits).toEqual([])
    for (const status of leave) expect(await answer(status)).toBeUndefined()
    expect(visits).toHaveLength(leave.length)
  })

  it('sends no token if it is null, even with a session', async () => {
    signedIn()
    let has = true
    server.use(
      http.get(at(path), ({ request: received }) => {
        has = received.headers.has('Authorization')
        return HttpResponse.json({})
      }),
    )
    await request(path, { token: null })
    expect(has).toBe(false)
  })

  it('renews an expiring token before the call', async () => {
    signedIn('old', 0)
    let authorization: string | null = null
    server.use(
      http.get(at('/api/auth/session'), () => HttpResponse.json(sessionOf('new'))),
      http.get(at(path), ({ request: received }) => {
        authorization = received.headers.get('Authorization')
        return HttpResponse.json({})
      }),
    )
    await request(path)
    expect(authorization).toBe('Bearer new')
  })

  it('does not log a call that the page aborted', async () => {
    const controller = new AbortController()
    server.use(
      http.get(at(path), async () => {
        await delay('infinite')
      }),
    )
    const calling = request(path, { signal: controller.signal })
    controller.abort()
    expect(await calling).toBeUndefined()
  })
})

describe('upload', () => {
  it('returns status and text of the response, and reports progress', async () => {
    server.use(http.post(at(path), () => HttpResponse.text('{"a":1}', { status: 201 })))
    const file = new File(['hola'], 'a.pdf', { type: 'application/pdf' })
    const seen: number[] = []
    const reply = await upload(path, filesForm([file], { password: 'x' }), {
      onProgress: ({ loaded }) => void seen.push(loaded),
    })
    expect(reply).toEqual({ status: 201, text: '{"a":1}' })
    expect(seen.length).toBeGreaterThan(0)
  })
})

describe('an upload aborted while the token is renewed', () => {
  it('is not sent', async () => {
    signedIn('old', 0)
    const logged = quietConsole()
    const controller = new AbortController()
    let sent = false
    server.use(
      http.get(at('/api/auth/session'), () => {
        controller.abort()
        return HttpResponse.json(sessionOf('new'))
      }),
      http.post(at(path), () => {
        sent = true
        return HttpResponse.json({})
      }),
    )
    expect(await upload(path, filesForm([]), { signal: controller.signal })).toBeUndefined()
    expect(sent).toBe(false)
    expect(logged).not.toHaveBeenCalled()
  })
})

describe('call', () => {
  it('turns no result into HandledError, which TanStack Query accepts, with the reason of a load', async () => {
    server.use(http.get(at(path), () => problem(503, 'unavailable')))
    const error = await call<typeof metrics>('GET', path).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(HandledError)
    expect(problemOf(error)).toMatchObject({ status: 503, detail: 'Qué hacer.' })
  })

  it('turns a 400 into ProblemError with its code', async () => {
    server.use(http.get(at(path), () => problem(400, 'validation_failed')))
    const error = await call<typeof metrics>('GET', path).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ status: 400, problem: { code: 'validation_failed' } })
  })

  it('does the same for uploads', async () => {
    const address = '/api/v1/upload_trust_anchor/'
    server.use(http.post(at(address), () => problem(400, 'trust_anchor_exists')))
    await expect(callUpload<typeof uploadTrustAnchor>(address, filesForm([]))).rejects.toBeInstanceOf(ProblemError)
    server.use(http.post(at(address), () => new HttpResponse('<h1>no</h1>', { status: 400 })))
    const error = await callUpload<typeof uploadTrustAnchor>(address, filesForm([])).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ status: 400, problem: { code: 'unreadable_reply' } })
    quietConsole()
    server.use(http.post(at(address), () => HttpResponse.text('<h1>ok</h1>')))
    await expect(callUpload<typeof uploadTrustAnchor>(address, filesForm([]))).rejects.toBeInstanceOf(HandledError)
    server.use(http.post(at(address), () => problem(413, 'payload_too_large')))
    await expect(callUpload<typeof uploadTrustAnchor>(address, filesForm([]))).rejects.toBeInstanceOf(HandledError)
  })

  it('redirects users without a required second factor to its setup, once', async () => {
    server.use(http.get(at(path), () => problem(400, 'totp_setup_required')))
    window.history.replaceState(null, '', '/solicitudes?page=2')
    expect(await request(path)).toBeUndefined()
    expect(visits).toEqual(['/perfil?seguridad=1&volver=%2Fsolicitudes%3Fpage%3D2'])
    window.history.replaceState(null, '', '/perfil?seguridad=1')
    expect(await request(path)).toBeUndefined()
    expect(visits).toHaveLength(1)
  })
})
