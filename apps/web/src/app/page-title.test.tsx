import { createMemoryHistory } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, useServer } from '../test/server.ts'
import { App } from './app.tsx'
import { followTitle } from './app.tsx'
import { Providers } from './providers.tsx'
import { makeRouter } from './router.tsx'

useServer()

beforeEach(() => {
  // jsdom cannot scroll.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  server.use(http.get(at('/api/v1/setup/'), () => HttpResponse.json({ needed: false, code_required: false })))
})

function open(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = makeRouter(history)
  render(
    <Providers>
      <App router={router} />
    </Providers>,
  )
  return { history, router }
}

const title = async (expected: string) => await waitFor(() => expect(document.title).toBe(expected))

it('the tab title follows the page, back navigation and the language', async () => {
  const { history, router } = open('/ingresar')
  await title('Ingresar · Foja')
  await act(() => router.navigate({ href: '/no/existe' }))
  await title('Esta página no existe · Foja')
  act(() => history.back())
  await title('Ingresar · Foja')
  await userEvent.click(screen.getByRole('button', { name: 'English' }))
  await title('Sign in · Foja')
  await userEvent.click(screen.getByRole('button', { name: 'Español' }))
  await title('Ingresar · Foja')
})

it.each([
  ['/olvide', '¿Olvidaste tu contraseña?'],
  ['/compartido?share=123456', 'Este enlace ya no abre nada'],
  ['/pedido?p=123456', 'Este enlace ya no abre'],
  ['/verificar', 'Verificar un documento'],
])('the tab title is set on the public page %s', async (address, heading) => {
  server.use(
    http.get(at('/api/v1/get_document_share/'), () => problem(404, 'not_found')),
    http.get(at('/api/v1/recipient_request/'), () => problem(404, 'not_found')),
  )
  open(address)
  await title(`${heading} · Foja`)
})

it('the tab title has a replacement for a greeting, and the product name while the page is empty', async () => {
  const end = followTitle()
  const { rerender } = render(<h1>Leyendo…</h1>)
  await title('Leyendo… · Foja')
  rerender(<p>Nada</p>)
  await title('Foja')
  rerender(
    <h1>
      <span data-title="Inicio">Buenos días</span>
    </h1>,
  )
  await title('Inicio · Foja')
  end()
})
