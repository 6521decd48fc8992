import type { DocumentDetails } from '@foja/contracts/documents'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { at, http, HttpResponse, server, signedIn, useServer } from '../../test/server.ts'
import { useSigning } from './use-signing.ts'

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
  versions: [],
  actions: ['sign'],
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

it('sends the zone and the language of the reader, so that the stamp shows their time in their words', async () => {
  signedIn()
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(300)
  let sent: unknown
  server.use(
    http.post(at('/api/v1/custom_pdf_signing/'), async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ documents: [] })
    }),
  )
  const { result } = renderHook(() => useSigning(document, true, () => {}), { wrapper })
  act(() => {
    result.current.change({ appearance: 'invisible' })
    result.current.setPassword('clave')
  })
  act(() => result.current.submit())
  await waitFor(() => expect(sent).toBeDefined())
  expect(sent).toMatchObject({ utc_offset: -300, language: 'es', appearance: 'invisible', password: 'clave' })
})
