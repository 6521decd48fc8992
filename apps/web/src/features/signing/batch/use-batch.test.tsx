import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { isUnreported } from '../../../lib/api/call.ts'
import { createQueryClient } from '../../../lib/api/query.ts'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../../test/server.ts'
import type { Signable } from '../api/signable.ts'
import { useBatch } from './use-batch.ts'

useServer()

const settings = {
  level: 'B-B',
  hash: 'sha256',
  appearance: 'invisible',
  repeat: 'once',
  tsa_url: null,
  tsa_username: null,
  tsa_policy: null,
  tsa_has_password: false,
  may_change: false,
}

beforeEach(() => {
  signedIn()
  server.use(
    http.get(at('/api/v1/signing_settings/'), () => HttpResponse.json(settings)),
    http.get(at('/api/v1/do_have_digital_signature/'), () =>
      HttpResponse.json({ has_signature: false, certificate: null, has_image: false }),
    ),
  )
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
)

const documents: Signable[] = Array.from({ length: 7 }, (_, index) => ({
  id_documento: `00000000-0000-4000-8000-00000000000${index}`,
  nombre: `Anexo ${index}.pdf`,
  mime: 'application/pdf',
  size: 1000,
  pdf_path: `h${index}`,
  sha256: String(index).repeat(64),
  paginas: 1,
  signatures: { count: 0, verdict: null },
  titulo: null,
}))

type Body = { ids_documento: string[] }
type Answer = (ids: string[], turn: number) => Response

function signing(answer: Answer) {
  let turn = 0
  server.use(
    http.post(at('/api/v1/custom_pdf_signing/'), async ({ request }) => {
      turn += 1
      return answer(((await request.json()) as Body).ids_documento, turn)
    }),
  )
}
const all = (ids: string[]) =>
  HttpResponse.json({
    documents: ids.map((id_documento) => ({ id_documento, level: 'B-B', repaired: false })),
    failures: [],
  })

/** Selects seven documents, types the passphrase and starts. */
async function begin() {
  const { result } = renderHook(() => useBatch(), { wrapper })
  await waitFor(() => expect(result.current.defaults.appearance).toBe('invisible'))
  act(() => {
    result.current.choose(documents)
    result.current.setPassword('clave')
  })
  act(() => result.current.submit())
  return result
}

describe('the batch page state', () => {
  it('clears the passphrase at the end, and keeps failed documents for a retry', async () => {
    signing((ids) => {
      const failures = ids
        .filter((id) => id === documents[1]!.id_documento || id === documents[2]!.id_documento)
        .map((id_documento) => ({
          id_documento,
          problem: {
            title: 'No',
            status: 400,
            detail: 'Qué hacer.',
            code: id_documento === documents[1]!.id_documento ? 'stale_document' : 'timestamp_failed',
          },
        }))
      const failed = new Set(failures.map(({ id_documento }) => id_documento))
      const signed = ids.filter((id) => !failed.has(id))
      return HttpResponse.json({
        documents: signed.map((id_documento) => ({ id_documento, level: 'B-B', repaired: false })),
        failures,
      })
    })
    const result = await begin()
    await waitFor(() => expect(result.current.phase).toBe('done'))
    expect(result.current.password).toBe('')
    act(() => result.current.again())
    // A document that changed meanwhile must not be signed unseen.
    expect([...result.current.chosen.keys()]).toEqual([documents[2]!.id_documento])
  })

  it('asks again after a wrong passphrase and keeps the selection', async () => {
    signing(() => problem(400, 'p12_wrong_passphrase'))
    const result = await begin()
    await waitFor(() => expect(result.current.wrong.password).toBe('Qué hacer.'))
    expect(result.current.phase).toBe('choosing')
    expect(result.current.chosen.size).toBe(7)
    expect(result.current.outcomes.size).toBe(0)
  })

  it('does not offer documents again that were signed before the key failed', async () => {
    signing((ids, turn) => (turn === 1 ? all(ids) : problem(400, 'p12_wrong_passphrase')))
    const result = await begin()
    await waitFor(() => expect(result.current.phase).toBe('done'))
    act(() => result.current.again())
    expect(result.current.chosen.size).toBe(2)
  })

  it.each([429, 500])('leaves documents unsigned without a reason of their own after a %i', async (status) => {
    signing((ids, turn) => (turn === 1 ? all(ids) : problem(status, 'internal_error')))
    const result = await begin()
    await waitFor(() => expect(result.current.phase).toBe('done'))
    expect([...result.current.outcomes.values()].map(({ state }) => state)).toEqual(Array(5).fill('signed'))
    expect(isUnreported(result.current.failure)).toBe(false)
    act(() => result.current.again())
    expect(result.current.chosen.size).toBe(2)
  })

  it('stops on request', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let requests = 0
    server.use(
      http.post(at('/api/v1/custom_pdf_signing/'), async ({ request }) => {
        requests += 1
        await released
        return all(((await request.json()) as Body).ids_documento)
      }),
    )
    const result = await begin()
    await waitFor(() => expect(requests).toBe(1))
    act(() => result.current.stop())
    expect(result.current.stopping).toBe(true)
    release()
    await waitFor(() => expect(result.current.phase).toBe('done'))
    expect(requests).toBe(1)
    expect(result.current.outcomes.size).toBe(5)
  })

  it('clears the passphrase when the key changes', async () => {
    const { result } = renderHook(() => useBatch(), { wrapper })
    act(() => result.current.setPassword('clave'))
    act(() => result.current.change({ source: 'once' }))
    expect(result.current.password).toBe('')
    await waitFor(() => expect(result.current.defaults.appearance).toBe('invisible'))
  })
})
