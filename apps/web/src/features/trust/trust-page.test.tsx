import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { createQueryClient } from '../../lib/query.ts'
import { at, http, HttpResponse, server, signedIn, useServer } from '../../test/server.ts'
import { TrustPage } from './components/trust-page.tsx'

useServer()
beforeEach(() => signedIn())

async function openIn(pais: string | null, mayManage = true) {
  let known = 0
  server.use(
    http.get(at('/api/v1/list_trust_anchors/'), () => HttpResponse.json([])),
    http.get(at('/api/v1/details_users/'), () => {
      known += 1
      return HttpResponse.json({ company: { id: '1', nombre: 'Oficina', pais, has_logo: false } })
    }),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TrustPage links={undefined} mayManage={mayManage} mayRemove={() => true} />
    </QueryClientProvider>,
  )
  await screen.findByText(/^Sin ellas, las firmas de tus documentos salen/)
  if (mayManage) await waitFor(() => expect(known).toBe(1))
}

it('says what authorities are for, where theirs is got, and what a fingerprint is', async () => {
  await openIn('EC')
  expect(screen.getByText(/Descarga el certificado raíz de la página de la autoridad/)).toBeTruthy()
  expect(screen.getByText(/identifica al certificado/)).toBeTruthy()
  expect(await screen.findByText(/^En Ecuador la emiten el Banco Central/)).toBeTruthy()
})

it('names no authority of a country whose own are not known', async () => {
  await openIn('MX')
  expect(screen.queryByText(/Banco Central/)).toBeNull()
})

it('sends whoever may not add them to who may', async () => {
  await openIn('EC', false)
  expect(screen.getByText(/Quien administra tu empresa puede añadirlas/)).toBeTruthy()
  expect(screen.queryByText(/Banco Central/)).toBeNull()
})
