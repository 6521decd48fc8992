import type { DocumentDetails } from '@foja/contracts/documents'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../test/server.ts'
import { useSigning } from './use-signing.ts'

const key = vi.hoisted(() => ({ opened: 0, forgotten: 0 }))
vi.mock('../../lib/files/browser-key.ts', () => ({
  openBrowserKey: async () => {
    key.opened += 1
    const sign = async (attributes: string) => `signed-${attributes}`
    return { certificate: 'Y2Vy', chain: [], sign, forget: () => void (key.forgotten += 1) }
  },
}))

useServer()

const document: DocumentDetails = {
  id_documento: '33333333-3333-4333-8333-333333333333',
  nombre: 'Acta.pdf',
  pdf_path: 'h1',
  mime: 'application/pdf',
  size: 1000,
  sha256: 'a'.repeat(64),
  paginas: 1,
  status_mediacion: 'sin_iniciar',
  version: 1,
  signatures: { count: 0, verdict: null },
  created_by: { id: '11111111-1111-4111-8111-111111111111', nombre: 'Lucía', email: 'lucia@condorandino.ec' },
  created_at: '2026-11-20T12:00:00.000Z',
  id_solicitud: null,
  id_solicitud_main: null,
  titulo: null,
  solicitud_status: null,
  versions: [],
  actions: ['sign'],
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

const settings = {
  level: 'B-B',
  hash: 'sha256',
  appearance: 'qr',
  repeat: 'once',
  tsa_url: 'https://tsa.example.ec/tsr',
  tsa_username: null,
  tsa_policy: null,
  tsa_has_password: false,
  may_change: false,
}

function answers(custom: object = {}, hasImage = false) {
  server.use(
    http.get(at('/api/v1/signing_settings/'), () => HttpResponse.json({ ...settings, ...custom })),
    http.get(at('/api/v1/do_have_digital_signature/'), () =>
      HttpResponse.json({ has_signature: false, certificate: null, has_image: hasImage }),
    ),
  )
}

beforeEach(() => {
  signedIn()
  answers()
  Object.assign(key, { opened: 0, forgotten: 0 })
})

/** Records the requests to a path and answers with `replies` in order, repeating the last one. */
function record(
  path: '/api/v1/custom_pdf_signing/' | '/api/v1/prepare_signing/' | '/api/v1/complete_signing/',
  ...replies: (() => Response)[]
) {
  const sent: Record<string, unknown>[] = []
  server.use(
    http.post(at(path), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>)
      return replies[Math.min(sent.length, replies.length) - 1]!()
    }),
  )
  return sent
}

const done = () => HttpResponse.json({ documents: [], failures: [] })
const p12 = new File(['secreto'], 'firma.p12')

function open(given: Partial<DocumentDetails> = {}, onSigned = () => {}) {
  return renderHook(({ active }) => useSigning({ ...document, ...given }, active, onSigned), {
    wrapper,
    initialProps: { active: true },
  })
}

it('a signature carries the user’s time zone and language, so that the stamp shows local time', async () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(300)
  const sent = record('/api/v1/custom_pdf_signing/', done)
  const { result } = open()
  act(() => {
    result.current.change({ appearance: 'invisible' })
    result.current.setPassword('clave')
  })
  act(() => result.current.submit())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ utc_offset: -300, language: 'es', appearance: 'invisible', password: 'clave' })
  await waitFor(() => expect(result.current.busy).toBe(false))
  expect(result.current.password).toBe('')
})

it('a wrong passphrase and the pause after too many stay in the dialog, with the server’s words', async () => {
  const left = 'Te queda 1 intento antes de una pausa de 15 minutos.'
  record(
    '/api/v1/custom_pdf_signing/',
    () => problem(400, 'p12_wrong_passphrase', { detail: left }),
    () => problem(400, 'passphrase_paused', { detail: 'Espera 15 minutos y vuelve a intentarlo.' }),
  )
  const { result } = open()
  const attempt = async () => {
    act(() => {
      result.current.change({ appearance: 'invisible' })
      result.current.setPassword('otra')
    })
    act(() => result.current.submit())
    await waitFor(() => expect(result.current.busy).toBe(true))
    await waitFor(() => expect(result.current.busy).toBe(false))
  }
  await attempt()
  expect(result.current.passwordError).toBe(left)
  await attempt()
  expect(result.current.error).toMatchObject({ problem: { code: 'passphrase_paused' } })
})

describe('the signing defaults of the company', () => {
  const signWith = async (given: Partial<DocumentDetails>) => {
    const sent = record('/api/v1/custom_pdf_signing/', done)
    const { result } = open(given)
    await waitFor(() => expect(result.current.chosen.everyPage).toBe(true))
    act(() => {
      result.current.placement.commit({ page: 1, rect: { x: 10, y: 10, width: 200, height: 60 } })
      result.current.setPassword('clave')
    })
    act(() => result.current.submit())
    await waitFor(() => expect(sent).toHaveLength(1))
    return sent[0]
  }

  it('stamp every page of a document without signatures', async () => {
    answers({ repeat: 'every_page' })
    expect(await signWith({})).toMatchObject({ repeat: 'every_page' })
  })

  it('leave the other pages of a signed document unchanged', async () => {
    answers({ repeat: 'every_page' })
    expect(await signWith({ signatures: { count: 1, verdict: 'valid' } })).toMatchObject({ repeat: 'once' })
  })

  it('use a QR code if the user has no image', async () => {
    answers({ repeat: 'every_page', appearance: 'image' })
    expect(await signWith({})).toMatchObject({ appearance: 'qr' })
  })
})

describe('signing with a key in the browser', () => {
  const prepared = () =>
    HttpResponse.json({
      id_preparacion: '44444444-4444-4444-8444-444444444444',
      signed_attributes: 'YXR0',
      hash: 'sha256',
      expires_at: '2026-11-20T12:10:00.000Z',
    })
  const completed = () => HttpResponse.json({ document: { repaired: false } })

  /** Signs at B-T with a file, up to the first response. */
  async function begin(...replies: (() => Response)[]) {
    const prepares = record('/api/v1/prepare_signing/', prepared)
    const completes = record('/api/v1/complete_signing/', ...replies)
    const { result } = open()
    act(() => result.current.change({ source: 'browser', level: 'B-T' }))
    act(() => {
      result.current.placement.commit({ page: 1, rect: { x: 10, y: 10, width: 200, height: 60 } })
      result.current.setFiles([p12])
      result.current.setPassword('clave secreta')
    })
    act(() => result.current.submit())
    await waitFor(() => expect(completes).toHaveLength(1))
    await waitFor(() => expect(result.current.busy).toBe(false))
    return { prepares, completes, result }
  }

  it('sends neither file nor passphrase, and forgets the key', async () => {
    const { prepares, completes } = await begin(completed)
    const sent = JSON.stringify([prepares, completes])
    expect(sent).not.toContain('clave secreta')
    expect(sent).not.toContain(btoa('secreto'))
    expect(prepares[0]).toMatchObject({ certificate: 'Y2Vy', sha256: document.sha256, level: 'B-T' })
    expect(completes[0]).toEqual({ id_preparacion: '44444444-4444-4444-8444-444444444444', signature: 'signed-YXR0' })
    expect(key).toEqual({ opened: 1, forgotten: 1 })
  })

  it('finishes the same preparation at the lower level that the user chooses', async () => {
    const { prepares, completes, result } = await begin(() => problem(400, 'timestamp_failed'), completed)
    expect(result.current.lower).toBe('B-B')
    act(() => result.current.submit('B-B'))
    await waitFor(() => expect(completes).toHaveLength(2))
    expect(completes[1]).toEqual({ ...completes[0], level: 'B-B' })
    expect(prepares).toHaveLength(1)
    expect(key.opened).toBe(1)
    await waitFor(() => expect(result.current.password).toBe(''))
  })

  it.each([
    [
      'the stamp was moved',
      (signing: ReturnType<typeof useSigning>) =>
        signing.placement.commit({ page: 1, rect: { x: 99, y: 10, width: 200, height: 60 } }),
    ],
    ['the words were changed', (signing: ReturnType<typeof useSigning>) => signing.change({ reason: 'Otra' })],
    ['a higher level was chosen', (signing: ReturnType<typeof useSigning>) => signing.change({ level: 'B-LT' })],
  ])('prepares again when %s after a failure', async (_name, change) => {
    const { prepares, completes, result } = await begin(() => problem(400, 'timestamp_failed'), completed)
    act(() => change(result.current))
    act(() => result.current.submit())
    await waitFor(() => expect(completes).toHaveLength(2))
    expect(prepares).toHaveLength(2)
    expect(completes[1]).not.toHaveProperty('level')
  })

  it('ends with an error that no lower level avoids', async () => {
    const { prepares, completes, result } = await begin(() => problem(400, 'preparation_expired'), completed)
    expect(result.current.lower).toBe(null)
    act(() => result.current.submit())
    await waitFor(() => expect(completes).toHaveLength(2))
    expect(prepares).toHaveLength(2)
  })
})

describe('the passphrase of a signature', () => {
  it('is cleared when the key changes', () => {
    const { result } = open()
    act(() => result.current.setPassword('clave'))
    act(() => result.current.change({ source: 'once' }))
    expect(result.current.password).toBe('')
  })

  it('is cleared when the user looks at something else', () => {
    const { result, rerender } = open()
    act(() => result.current.setPassword('clave'))
    rerender({ active: false })
    expect(result.current.password).toBe('')
  })

  it('is required before anything is sent', () => {
    const { result } = open()
    act(() => result.current.change({ source: 'once', appearance: 'invisible' }))
    act(() => result.current.submit())
    expect(result.current.filesError).toEqual({ code: 'missing' })
    expect(result.current.passwordError).toBe('Escribe la clave del certificado.')
  })
})

it('signing fixes its content while it runs, and does not navigate after the user has left', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const onSigned = vi.fn()
  let requests = 0
  let answered = 0
  server.use(
    http.post(at('/api/v1/custom_pdf_signing/'), async () => {
      requests += 1
      await released
      answered += 1
      return done()
    }),
  )
  const { result, unmount } = open({}, onSigned)
  act(() => result.current.change({ appearance: 'invisible' }))
  act(() => result.current.setPassword('clave'))
  act(() => result.current.submit())
  await waitFor(() => expect(result.current.busy).toBe(true))
  act(() => result.current.change({ source: 'once' }))
  act(() => result.current.submit())
  expect(result.current.draft.source).toBe('stored')
  await waitFor(() => expect(requests).toBe(1))
  unmount()
  release()
  await waitFor(() => expect(answered).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(onSigned).not.toHaveBeenCalled()
  expect(requests).toBe(1)
})
