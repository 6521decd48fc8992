import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { getSessionState, refreshSession } from '../lib/session/session-store.ts'
import { contractHandlers, set } from '../test/contract-server.ts'
import { at, http, HttpResponse, server, sessionOf, useServer } from '../test/server.ts'
import { App } from './app.tsx'
import { Providers } from './providers.tsx'
import { makeRouter } from './router.tsx'

useServer()

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

it('a session that ends or changes in another tab leaves the page of a recipient as it is', async () => {
  const headers: Headers[] = []
  server.use(
    http.get(at('/api/v1/recipient_request/'), ({ request }) => void headers.push(request.headers)),
    ...contractHandlers({ recipient_request: set({ acts: ['read', 'sign'], signed: false }) }),
  )
  window.history.replaceState(null, '', '/pedido?p=abc')
  render(
    <Providers>
      <App router={makeRouter()} />
    </Providers>,
  )
  await waitFor(() => expect(getSessionState().status).toBe('authenticated'))
  fireEvent.click(await screen.findByRole('button', { name: 'Firmar' }))
  const field = await screen.findByLabelText('Clave de tu firma')
  fireEvent.change(field, { target: { value: 'clave-1' } })

  const other = sessionOf('other')
  const sessions = [{ ...other, user: { ...other.user, id: '99999999-9999-4999-8999-999999999999' } }, {}]
  for (const session of sessions) {
    server.use(http.get(at('/api/auth/session'), () => HttpResponse.json(session)))
    await refreshSession()
    await waitFor(() => expect(screen.getByLabelText('Clave de tu firma')).toBe(field))
    expect(field).toHaveProperty('value', 'clave-1')
    expect(window.location.pathname).toBe('/pedido')
  }
  expect(headers.map((one) => one.get('authorization'))).toEqual([null])
})
