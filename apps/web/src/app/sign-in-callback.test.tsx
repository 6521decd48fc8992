import { createMemoryHistory } from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { at, http, HttpResponse, server, sessionOf, useServer } from '../test/server.ts'
import { App } from './app.tsx'
import { Providers } from './providers.tsx'
import { makeRouter } from './router.tsx'

vi.mock('./routes/bin-route.tsx', () => ({ BinRoute: () => <h1>Papelera</h1> }))
vi.mock('./routes/home-route.tsx', () => ({ HomeRoute: () => <h1>Inicio</h1> }))

useServer()

it.each([
  ['/papelera', '/papelera', 'Papelera'],
  [at('/papelera?q=acta'), '/papelera?q=acta', 'Papelera'],
  ['https://evil.example/papelera', '/', 'Inicio'],
  ['//evil.example/papelera', '/', 'Inicio'],
  ['javascript:alert(1)', '/', 'Inicio'],
])('signing in with the callbackUrl %s lands on %s', async (callbackUrl, landing, title) => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  let inside = false
  server.use(
    http.get(at('/api/v1/setup/'), () => HttpResponse.json({ needed: false, code_required: false })),
    http.get(at('/api/auth/session'), () => HttpResponse.json(inside ? sessionOf() : {})),
    http.get(at('/api/auth/csrf'), () => HttpResponse.json({ csrfToken: 't' })),
    http.post(at('/api/auth/callback/credentials'), () => {
      inside = true
      return HttpResponse.json({ url: at('/') })
    }),
  )
  const history = createMemoryHistory({
    initialEntries: [`/ingresar?${new URLSearchParams({ callbackUrl }).toString()}`],
  })
  render(
    <Providers>
      <App router={makeRouter(history)} />
    </Providers>,
  )
  fireEvent.change(await screen.findByLabelText('Correo'), { target: { value: 'ana@oficina.ec' } })
  fireEvent.change(screen.getByLabelText('Contraseña'), { target: { value: 'una frase larga' } })
  fireEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
  await screen.findByRole('heading', { name: title })
  await waitFor(() => expect(history.location.href).toBe(landing))
})
