import { createMemoryHistory } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepLastSignedInUser, keepRemember } from '../lib/session/last-signed-in-user.ts'
import { at, http, HttpResponse, server, useServer } from '../test/server.ts'
import { App } from './app.tsx'
import { Providers } from './providers.tsx'
import { makeRouter } from './router.tsx'

useServer()

beforeEach(() => {
  localStorage.clear()
  // jsdom cannot scroll.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  server.use(
    http.get(at('/api/v1/setup/'), () => HttpResponse.json({ needed: false, code_required: false })),
    http.get(at('/api/auth/csrf'), () => HttpResponse.json({ csrfToken: 't' })),
    http.post(at('/api/auth/callback/credentials'), () =>
      HttpResponse.json({ url: at('/ingresar?error=CredentialsSignin') }, { status: 401 }),
    ),
  )
})

const draw = (address: string) =>
  render(
    <Providers>
      <App router={makeRouter(createMemoryHistory({ initialEntries: [address] }))} />
    </Providers>,
  )

async function open(address: string) {
  draw(address)
  await screen.findByRole('button', { name: 'Ingresar' })
}
const closed = () => screen.queryByText('Tu sesión venció.')

async function typeWrong() {
  await userEvent.clear(screen.getByLabelText('Correo'))
  await userEvent.type(screen.getByLabelText('Correo'), 'ana@oficina.ec')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'otra{Enter}')
  await screen.findByText('El correo o la contraseña no coinciden.')
}

describe('notices on /ingresar', () => {
  it('say that the session was closed if the user did not sign out', async () => {
    keepLastSignedInUser({ email: 'ana@oficina.ec', nombre: 'Ana Ríos' })
    await open('/solicitudes?page=2')
    expect(closed()).toBeTruthy()
    expect(screen.getByText('Ingresa otra vez y sigues donde estabas.')).toBeTruthy()
  })

  it('do not mention a page to return to if there is none', async () => {
    keepLastSignedInUser({ email: 'ana@oficina.ec', nombre: 'Ana Ríos' })
    await open('/')
    expect(closed()).toBeTruthy()
    expect(screen.queryByText(/sigues donde estabas/)).toBeNull()
  })

  it('are hidden from users who have just set a password', async () => {
    const facts = { email: 'ana@oficina.ec', nombre: 'Ana Ríos', company: 'Oficina', kind: 'invitation' }
    server.use(
      http.post(at('/api/v1/check_link/'), () =>
        HttpResponse.json({ ...facts, expires_at: '2026-11-30T10:00:00.000Z', weak: [] }),
      ),
      http.post(at('/api/v1/set_password/'), () => HttpResponse.json({ ok: true })),
    )
    window.history.replaceState(null, '', '/elegir-clave#token=abc')
    const { unmount } = draw('/elegir-clave')
    await userEvent.type(await screen.findByLabelText('Contraseña nueva'), 'una frase larga y fácil{Enter}')
    await screen.findByText('Tu contraseña quedó guardada.')
    unmount()
    await open('/solicitudes?page=2')
    expect(screen.getByLabelText<HTMLInputElement>('Correo').value).toBe('ana@oficina.ec')
    expect(closed()).toBeNull()
  })

  it('are hidden after signing out and on a first visit', async () => {
    keepRemember(true)
    await open('/solicitudes?page=2')
    expect(closed()).toBeNull()
  })

  it('are replaced by an error, with a hint for invited users', async () => {
    keepLastSignedInUser({ email: 'ana@oficina.ec', nombre: 'Ana Ríos' })
    await open('/ingresar?aviso=clave')
    expect(screen.getByText('Tu contraseña quedó guardada.')).toBeTruthy()
    expect(closed()).toBeNull()
    await typeWrong()
    expect(screen.getByText('¿Te invitaron? Elige primero tu contraseña con el enlace del correo.')).toBeTruthy()
    expect(screen.queryByText('Tu contraseña quedó guardada.')).toBeNull()
  })
})

describe('the errors of NextAuth v4 on /ingresar', () => {
  it.each([
    ['Signin', 'No pudimos ingresar.'],
    ['OAuthSignin', 'No pudimos ingresar con tu cuenta de la oficina.'],
    ['OAuthCallback', 'No pudimos ingresar con tu cuenta de la oficina.'],
    ['OAuthCreateAccount', 'No pudimos ingresar con tu cuenta de la oficina.'],
    ['EmailCreateAccount', 'Esa cuenta no tiene acceso a Foja.'],
    ['Callback', 'No pudimos ingresar con tu cuenta de la oficina.'],
    ['OAuthAccountNotLinked', 'Ese correo ingresa de otra manera.'],
    ['EmailSignin', 'No pudimos enviarte el correo.'],
    ['CredentialsSignin', 'El correo o la contraseña no coinciden.'],
    ['SessionRequired', 'Ingresa para ver esta página.'],
    ['Configuration', 'El ingreso no está bien configurado.'],
    ['AccessDenied', 'Esa cuenta no tiene acceso a Foja.'],
    ['Verification', 'Ese enlace ya no sirve.'],
    ['Default', 'No pudimos ingresar.'],
    ['constructor', 'No pudimos ingresar.'],
  ])('%s has a sentence', async (code, sentence) => {
    await open(`/ingresar?error=${code}`)
    expect(screen.getByText(sentence)).toBeTruthy()
  })
})

it('/ingresar links to the public verification', async () => {
  await open('/ingresar')
  expect(screen.getByRole('link', { name: 'Verificar un documento firmado' }).getAttribute('href')).toBe('/verificar')
})
