import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, server, sessionOf, signedIn, useServer } from '../../test/server.ts'
import { getSessionState } from '../../lib/session/session-store.ts'
import { RefreshPage, mayReturnAutomatically, recordReturn } from './components/refresh-page.tsx'
import { keepLastSignedInUser, keepRemember } from '../../lib/session/last-signed-in-user.ts'

useServer()

const session = (answer: () => Response) => server.use(http.get(at('/api/auth/session'), answer))
const onReturn = vi.fn<(to: string) => void>()
const open = (status: number | null = null, to = '/solicitudes/nueva?paso=2', until: number | null = null) =>
  render(<RefreshPage to={to} status={status} code="r-1" until={until} onReturn={onReturn} onHome={() => {}} />)

beforeEach(() => onReturn.mockReset())

describe('/refresh', () => {
  it('renews the token once and returns to the previous page', async () => {
    let requests = 0
    session(() => {
      requests += 1
      return HttpResponse.json(sessionOf('fresh'))
    })
    open(401)
    await waitFor(() => expect(onReturn).toHaveBeenCalledExactlyOnceWith('/solicitudes/nueva?paso=2'))
    expect(requests).toBe(1)
    expect(getSessionState().data?.accessToken).toBe('fresh')
  })

  it('never loops: a second visit shortly after explains and waits for the user', async () => {
    session(() => HttpResponse.json(sessionOf()))
    recordReturn('/solicitudes/nueva?paso=2')
    open(404)
    expect(await screen.findByRole('heading', { name: 'No encontramos lo que buscas' })).toBeTruthy()
    expect(screen.getByText('r-1')).toBeTruthy()
    expect(onReturn).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(onReturn).toHaveBeenCalledOnce())
  })

  it('counts down the wait that the server asked for before it returns', async () => {
    session(() => HttpResponse.json(sessionOf()))
    const until = Date.now() + 75_000
    open(429, '/solicitudes', until)
    expect(await screen.findByRole('heading', { name: 'Demasiadas acciones seguidas' })).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toMatch(/^Puedes reintentar en 1:1\d$/)
    expect(screen.queryByText(/un minuto/)).toBe(null)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reintentar' }).disabled).toBe(true)
    expect(onReturn).not.toHaveBeenCalled()
  })

  it('says that the server is down and keeps the session', async () => {
    signedIn('kept')
    session(() => HttpResponse.error())
    open()
    expect(await screen.findByRole('heading', { name: 'El servidor no responde' })).toBeTruthy()
    expect(getSessionState()).toMatchObject({ status: 'authenticated', data: { accessToken: 'kept' } })
    session(() => HttpResponse.json(sessionOf()))
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(onReturn).toHaveBeenCalledOnce())
  })

  it('asks only for the password when the session has expired, and returns', async () => {
    keepLastSignedInUser({ email: 'lucia@condorandino.ec', nombre: 'Lucía Peñaherrera' })
    session(() => HttpResponse.json({}))
    open(401)
    expect(await screen.findByRole('heading', { name: 'Tu sesión venció' })).toBeTruthy()
    expect(screen.getByText('Volverás a: Nueva solicitud')).toBeTruthy()
    expect(screen.getByText('lucia@condorandino.ec')).toBeTruthy()
    server.use(
      http.get(at('/api/auth/csrf'), () => HttpResponse.json({ csrfToken: 't' })),
      http.post(at('/api/auth/callback/credentials'), () => HttpResponse.json({ url: at('/') })),
      http.get(at('/api/auth/session'), () => HttpResponse.json(sessionOf())),
    )
    await userEvent.type(screen.getByLabelText('Contraseña'), 'una frase larga')
    await userEvent.click(screen.getByRole('button', { name: 'Continuar donde estaba' }))
    await waitFor(() => expect(onReturn).toHaveBeenCalledExactlyOnceWith('/solicitudes/nueva?paso=2'))
  })

  it('asks for the email too when this browser remembers no user', async () => {
    session(() => HttpResponse.json({}))
    open(401)
    expect(await screen.findByLabelText('Correo')).toBeTruthy()
  })

  it('asks for the email too when only the choice to stay signed in is remembered', async () => {
    keepRemember(false)
    session(() => HttpResponse.json({}))
    open(401)
    expect(await screen.findByLabelText('Correo')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Mantener la sesión en este equipo').checked).toBe(false)
  })

  it('may return again later, and to other addresses without delay', () => {
    recordReturn('/a', 0)
    expect(mayReturnAutomatically('/a', 10_000)).toBe(false)
    expect(mayReturnAutomatically('/b', 10_000)).toBe(true)
    expect(mayReturnAutomatically('/a', 31_000)).toBe(true)
  })
})
