import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ClientStateProvider } from '../../../lib/session/client-state.tsx'
import { createQueryClient } from '../../../lib/api/query.ts'
import { SessionProvider } from '../../../lib/session/session.tsx'
import { at, http, problem, server, signedIn, useServer } from '../../../test/server.ts'
import { useWizard } from './use-wizard.ts'

const reads = vi.hoisted(() => ({ done: (_files: Map<string, File>) => {} }))
vi.mock('../../../lib/files/file-store.ts', async (original) => ({
  ...(await original<object>()),
  readFiles: () => new Promise<Map<string, File>>((done) => Object.assign(reads, { done })),
}))

useServer()
beforeEach(() => {
  signedIn()
  sessionStorage.clear()
})

function Around({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <ClientStateProvider>{children}</ClientStateProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
}

it('the wizard shows that files are being read', async () => {
  const { result } = renderHook(useWizard, { wrapper: Around })
  const files = [{ id: 'f1', name: 'acta.pdf', size: 4 }]
  act(() => result.current.setRequests([{ id_solicitud: 'AAAA-AAAA-AAAA-AAAA', titulo: '', tipo: '', files }]))
  act(() => expect(result.current.checkStep(1)).toBe(false))
  expect(result.current.notice).toMatch(/^Un momento: se están leyendo/)
  act(() => reads.done(new Map([['f1', new File(['%PDF'], 'acta.pdf')]])))
  await waitFor(() => expect(result.current.ready).toBe(true))
  expect(result.current.notice).toBeNull()
})

it('the wizard asks for the password of a locked PDF before it goes on', async () => {
  server.use(http.post(at('/api/v1/unlock_pdf/'), () => problem(400, 'pdf_encrypted')))
  const { result } = renderHook(useWizard, { wrapper: Around })
  act(() => reads.done(new Map()))
  await waitFor(() => expect(result.current.ready).toBe(true))
  act(() => result.current.addFiles([new File(['%PDF /Encrypt 5 0 R'], 'banco.pdf')]))
  const { id } = result.current.draft.requests[0]!.files[0]!
  await waitFor(() => expect(result.current.isLocked(id)).toBe(true))
  act(() => expect(result.current.checkStep(1)).toBe(false))
  act(() => result.current.replaceFile(id, new File(['%PDF'], 'banco.pdf')))
  expect(result.current.isLocked(id)).toBe(false)
  act(() => expect(result.current.checkStep(1)).toBe(true))
})
