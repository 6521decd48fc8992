import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearFailure, getFailure } from '../../../lib/api/failure.ts'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../../test/server.ts'
import type { Signable } from '../api/signable.ts'
import { placeIn } from './batch-place.ts'
import { runBatch, type BatchInput, type Outcome } from './run-batch.ts'

const key = vi.hoisted(() => ({ opened: 0, forgotten: 0 }))
vi.mock('../../../lib/files/browser-key.ts', () => ({
  openBrowserKey: async () => {
    key.opened += 1
    const sign = async () => 'ZmlybWE='
    return { certificate: 'Y2Vy', chain: [], sign, forget: () => void (key.forgotten += 1) }
  },
}))

useServer()
beforeEach(() => {
  signedIn()
  Object.assign(key, { opened: 0, forgotten: 0 })
})

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const documents = (count: number): Signable[] =>
  Array.from({ length: count }, (_, index) => ({
    id_documento: idOf(index),
    nombre: `Anexo ${index}.pdf`,
    mime: 'application/pdf',
    size: 1000,
    pdf_path: `h${index}`,
    sha256: String(index % 10).repeat(64),
    paginas: 1,
    signatures: { count: 0, verdict: null },
    titulo: null,
  }))
const look = { appearance: 'invisible' as const, level: 'B-B' as const, utc_offset: 0, language: 'es' as const }
const input = (count: number, more: Partial<BatchInput> = {}): BatchInput => ({
  documents: documents(count),
  source: 'stored',
  files: [],
  password: 'clave',
  look,
  positionIn: (_document, pages) => placeIn('last_right', pages),
  ...more,
})

const signed = (id_documento: string) => ({ id_documento, level: 'B-B', repaired: false })

type Body = { ids_documento: string[]; hashes: Record<string, string>; position?: { page: unknown } }

/** Signs every document, except those for which `refuse` returns a code. */
function signing(refuse: (id: string) => string | null = () => null) {
  const requests: Body[] = []
  server.use(
    http.post(at('/api/v1/custom_pdf_signing/'), async ({ request }) => {
      const body = (await request.json()) as Body
      requests.push(body)
      const failures = body.ids_documento.flatMap((id) => {
        const code = refuse(id)
        return code === null ? [] : [{ id_documento: id, problem: { code, title: 'No', detail: 'Qué hacer.' } }]
      })
      const ids = body.ids_documento.filter((id) => refuse(id) === null)
      return HttpResponse.json({ documents: ids.map(signed), failures })
    }),
  )
  return requests
}

function listen(stopAfter = Infinity) {
  const outcomes = new Map<string, Outcome>()
  const ended = () => [...outcomes.values()].filter(({ state }) => state !== 'signing').length
  return {
    outcomes,
    states: () => [...outcomes.values()].map(({ state }) => state),
    tell: (id: string, outcome: Outcome) => void outcomes.set(id, outcome),
    stopped: () => ended() >= stopAfter,
  }
}

describe('signing a batch', () => {
  it('reports the outcome per document and signs the selected version', async () => {
    const requests = signing((id) => (id === idOf(2) ? 'pdf_forbids_signing' : null))
    const listener = listen()
    await runBatch(input(7), listener)
    expect(requests.map(({ ids_documento }) => ids_documento.length)).toEqual([5, 2])
    expect(requests[0]?.hashes).toEqual(
      Object.fromEntries(documents(5).map(({ id_documento, sha256 }) => [id_documento, sha256])),
    )
    expect(listener.states().filter((state) => state === 'signed')).toHaveLength(6)
    expect(listener.outcomes.get(idOf(2))).toMatchObject({ state: 'failed', problem: { code: 'pdf_forbids_signing' } })
  })

  it('starts no further request after it was stopped', async () => {
    const requests = signing()
    const listener = listen(5)
    await runBatch(input(12), listener)
    expect(requests).toHaveLength(1)
    expect(listener.outcomes.size).toBe(5)
  })

  it('sends no further document when the key does not open', async () => {
    let requests = 0
    server.use(
      http.post(at('/api/v1/custom_pdf_signing/'), () => {
        requests += 1
        return problem(400, 'p12_wrong_passphrase')
      }),
    )
    await expect(runBatch(input(12), listen())).rejects.toMatchObject({ problem: { code: 'p12_wrong_passphrase' } })
    expect(requests).toBe(1)
  })

  it.each([403, 409, 429, 500])('sends no further request after one was refused with %i', async (status) => {
    let requests = 0
    const refuse = () => {
      requests += 1
      return problem(status, 'internal_error')
    }
    server.use(http.post(at('/api/v1/custom_pdf_signing/'), refuse), http.post(at('/api/v1/prepare_signing/'), refuse))
    for (const more of [{}, { source: 'browser' as const, files: [new File(['x'], 'a.p12')] }]) {
      requests = 0
      clearFailure()
      const listener = listen()
      await expect(runBatch(input(12, more), listener)).rejects.toMatchObject({ reported: true })
      expect(requests).toBe(1)
      // The page gives the reason once, so no row has one.
      expect(listener.states()).not.toContain('failed')
      expect(getFailure()).toMatchObject({ status, detail: 'Qué hacer.' })
    }
  })

  it('continues after a lost response and after unreadable pages', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const requests = signing()
    server.use(
      http.post(at('/api/v1/pdf_to_image/'), async ({ request }) => {
        const { pdf_path } = (await request.json()) as { pdf_path: string }
        if (pdf_path === 'h1') return problem(400, 'pdf_damaged')
        const wide = pdf_path === 'h2'
        return HttpResponse.json({ paginas: 1, pages: [{ page: 1, width: wide ? 842 : 595, height: 842 }] })
      }),
    )
    server.use(http.post(at('/api/v1/custom_pdf_signing/'), () => HttpResponse.error(), { once: true }))
    const listener = listen()
    await runBatch(input(4, { look: { ...look, appearance: 'qr' } }), listener)
    expect(listener.outcomes.get(idOf(0))).toEqual({ state: 'failed', problem: null, keyCode: null })
    expect(listener.outcomes.get(idOf(1))).toMatchObject({ problem: { code: 'pdf_damaged' } })
    // A page of another size has another stamp position, so it is sent separately.
    expect(requests.map(({ ids_documento }) => ids_documento)).toEqual([[idOf(2)]])
    expect(requests[0]?.position?.page).toBe('last')
    expect(listener.outcomes.get(idOf(2))).toMatchObject({ state: 'signed' })
  })

  it('opens a key of this browser once for all documents and sends no passphrase', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(at('/api/v1/prepare_signing/'), async ({ request }) => {
        const body = (await request.json()) as { id_documento: string }
        sent.push(body)
        if (body.id_documento === idOf(1)) return problem(400, 'stale_document')
        return HttpResponse.json({ id_preparacion: idOf(9), signed_attributes: 'YQ==', hash: 'sha256', expires_at: '' })
      }),
      http.post(at('/api/v1/complete_signing/'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ document: signed(idOf(0)) })
      }),
    )
    const listener = listen()
    await runBatch(
      input(3, { source: 'browser', files: [new File(['x'], 'a.p12')], password: 'muy secreta' }),
      listener,
    )
    expect(listener.states()).toEqual(['signed', 'failed', 'signed'])
    expect(key).toEqual({ opened: 1, forgotten: 1 })
    expect(JSON.stringify(sent)).not.toContain('muy secreta')
  })
})
