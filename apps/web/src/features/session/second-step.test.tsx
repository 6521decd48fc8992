import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, server, sessionOf, useServer } from '../../test/server.ts'
import { PasswordAgain } from './components/password-again.tsx'
import { SignInForm } from './components/sign-in-form.tsx'
import { keepLastSignedInUser, readLastSignedInUser } from '../../lib/session/last-signed-in-user.ts'
import { typedEmail } from './typed-email.ts'

useServer()

const onSignedIn = vi.fn<() => void>()
const refusal = (error: string, status = 401) => HttpResponse.json({ url: at(`/ingresar?error=${error}`) }, { status })

/** Answers sign-in calls with `replies` in order, then with a session. Returns the request bodies. */
function answers(...replies: (() => Response)[]) {
  const sent: Record<string, string>[] = []
  server.use(
    http.get(at('/api/auth/csrf'), () => HttpResponse.json({ csrfToken: 't' })),
    http.post(at('/api/auth/callback/credentials'), async ({ request }) => {
      sent.push(Object.fromEntries(new URLSearchParams(await request.text())))
      return replies[sent.length - 1]?.() ?? HttpResponse.json({ url: at('/') })
    }),
    http.get(at('/api/auth/session'), () => HttpResponse.json(sessionOf())),
  )
  return sent
}
const required = () => refusal('TotpRequired')
const wrong = () => refusal('TotpWrong')

async function sayPassword() {
  render(<SignInForm back="/solicitudes" onSignedIn={onSignedIn} />)
  await userEvent.clear(screen.getByLabelText('Correo'))
  await userEvent.type(screen.getByLabelText('Correo'), 'lucia@condorandino.ec')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'una frase larga')
  await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
}
const codeField = () => screen.findByLabelText<HTMLInputElement>('Código de seis números')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  localStorage.clear()
  onSignedIn.mockReset()
})

describe('the second step of signing in', () => {
  it('replaces the password, takes the focus, and submits a pasted code', async () => {
    const sent = answers(required)
    await sayPassword()
    const field = await codeField()
    expect(field.autocomplete).toBe('one-time-code')
    expect(field.inputMode).toBe('numeric')
    expect(document.activeElement).toBe(field)
    await userEvent.paste('123 456')
    expect(field.value).toBe('123456')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(sent.map(({ code }) => code)).toEqual([undefined, '123456'])
    expect(sent[1]).toMatchObject({ email: 'lucia@condorandino.ec', password: 'una frase larga', remember: 'true' })
    expect(readLastSignedInUser()?.remember).toBe(true)
  })

  it('does not submit an incomplete code', async () => {
    const sent = answers(required)
    await sayPassword()
    await userEvent.type(await codeField(), '12a34')
    await press('Ingresar')
    expect(await screen.findByText('Escribe los seis números que muestra tu aplicación.')).toBeTruthy()
    expect(sent).toHaveLength(1)
  })

  it('announces each wrong code and selects the input', async () => {
    answers(required, wrong, wrong)
    await sayPassword()
    const field = await codeField()
    await userEvent.type(field, '111111{Enter}')
    await screen.findByText(/Ese código no coincide\. Escribe el que muestra ahora/)
    expect([document.activeElement, field.selectionEnd]).toEqual([field, 6])
    await userEvent.keyboard('222222{Enter}')
    await waitFor(() => expect(field.selectionStart).toBe(0))
    expect(field.value).toBe('222222')
    await userEvent.keyboard('333333{Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  })

  it('accepts a recovery code as it was written', async () => {
    const sent = answers(required, wrong)
    await sayPassword()
    await codeField()
    await press('¿Sin tu teléfono? Usa un código de recuperación')
    const field = screen.getByLabelText('Código de recuperación')
    expect(document.activeElement).toBe(field)
    await userEvent.type(field, 'abcd-1234{Enter}')
    await screen.findByText(/no coincide o ya se usó/)
    await userEvent.clear(field)
    await userEvent.type(field, 'efgh-5678{Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(sent.map(({ code }) => code)).toEqual([undefined, 'abcd-1234', 'efgh-5678'])
  })

  it('asks for a recovery code of users who have only passkeys, in a browser without them', async () => {
    const second_step = { app: false, passkey: { challenge: 'abc' } }
    const body = { url: at('/ingresar?error=TotpRequired'), second_step }
    const sent = answers(() => HttpResponse.json(body, { status: 401 }))
    await sayPassword()
    await userEvent.type(await screen.findByLabelText('Código de recuperación'), 'abcd-1234{Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(sent.map(({ code }) => code)).toEqual([undefined, 'abcd-1234'])
    expect(screen.queryByRole('button', { name: 'Usar una llave de acceso' })).toBeNull()
  })

  it('returns to the password when it is no longer right or the user wants to', async () => {
    answers(required, () => refusal('CredentialsSignin'), required)
    await sayPassword()
    await userEvent.type(await codeField(), '111111{Enter}')
    expect(await screen.findByText('El correo o la contraseña no coinciden.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
    await codeField()
    await press('Ingresar con otra cuenta')
    expect(screen.getByLabelText('Correo')).toBeTruthy()
    expect(screen.queryByText('El correo o la contraseña no coinciden.')).toBeNull()
  })

  it('is asked for on /refresh too', async () => {
    answers(required)
    const person = { email: 'lucia@condorandino.ec', nombre: 'Lucía' }
    render(<PasswordAgain person={person} back="/agenda" onSignedIn={onSignedIn} onNotMe={() => {}} />)
    await userEvent.type(screen.getByLabelText('Contraseña'), 'una frase larga{Enter}')
    await userEvent.type(await codeField(), '123456')
    await press('Continuar donde estaba')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  })
})

describe('sign-in with too many attempts', () => {
  it('takes a code where others have locked the account', async () => {
    const detail = 'Hubo demasiados intentos con este correo, quizá de otra persona.'
    const body = { url: at('/ingresar?error=TooManyAttempts'), detail, second_step: { app: true, passkey: null } }
    const locked = () => HttpResponse.json(body, { status: 429 })
    const sent = answers(locked, locked)
    await sayPassword()
    const field = await codeField()
    expect(screen.getByText(detail)).toBeTruthy()
    await userEvent.type(field, '111111{Enter}')
    expect(await screen.findByText(detail)).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, '222222{Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(sent.map(({ code }) => code)).toEqual([undefined, '111111', '222222'])
  })

  it('shows the server’s message and keeps what was typed', async () => {
    const detail = 'Hay muchos usuarios ingresando a la vez. Espera unos segundos y vuelve a intentarlo.'
    const body = { url: at('/ingresar?error=Busy'), detail }
    const sent = answers(() => HttpResponse.json(body, { status: 503, headers: { 'retry-after': '5' } }))
    await sayPassword()
    expect(await screen.findByText(detail)).toBeTruthy()
    expect(screen.getByText('No pudimos ingresar.')).toBeTruthy()
    await press('Ingresar')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(sent.map(({ password }) => password)).toEqual(['una frase larga', 'una frase larga'])
  })
})

describe('other ways to sign in', () => {
  it('take the typed email along to the forgotten password page', async () => {
    render(<SignInForm back="/" onSignedIn={onSignedIn} />)
    await userEvent.type(screen.getByLabelText('Correo'), ' ana@condorandino.ec')
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: '¿Olvidaste tu contraseña?' })
    expect(link.getAttribute('href')).toBe('/olvide')
    link.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(link)
    expect(typedEmail()).toBe('ana@condorandino.ec')
  })

  it('offer the identity provider and pass the address to return to', async () => {
    const requests: string[] = []
    server.use(
      http.get(at('/api/auth/providers'), () => HttpResponse.json({ oidc: { id: 'oidc', name: 'Cuenta Andina' } })),
      http.get(at('/api/auth/csrf'), () => HttpResponse.json({ csrfToken: 't' })),
      http.post(at('/api/auth/signin/oidc'), async ({ request }) => {
        requests.push(new URLSearchParams(await request.text()).get('callbackUrl') ?? '')
        return HttpResponse.json({ url: null }, { status: 503 })
      }),
    )
    render(<SignInForm back="/solicitudes?q=acta" onSignedIn={onSignedIn} />)
    const button = await screen.findByRole('button', { name: 'Ingresar con Cuenta Andina' })
    await userEvent.click(button)
    await waitFor(() => expect(requests).toEqual([at('/solicitudes?q=acta')]))
    // The redirect failed: the button can be pressed again.
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  })

  /** Captures the requests to the provider endpoint; the page stays on its address. */
  function provider() {
    const requests: (string | null)[] = []
    server.use(
      http.get(at('/api/auth/providers'), () => HttpResponse.json({ oidc: { id: 'oidc', name: 'Cuenta Andina' } })),
      http.get(at('/api/auth/csrf'), () => HttpResponse.json({ csrfToken: 't' })),
      http.post(at('/api/auth/signin/oidc'), async ({ request }) => {
        requests.push(new URLSearchParams(await request.text()).get('remember'))
        return HttpResponse.json({ url: `${window.location.href}#alla` })
      }),
    )
    return requests
  }
  const leave = async () => userEvent.click(await screen.findByRole('button', { name: 'Ingresar con Cuenta Andina' }))

  it.each([true, false])('keep the choice to stay signed in for the identity provider: %s', async (remember) => {
    const requests = provider()
    keepLastSignedInUser({ email: 'ana@condorandino.ec', nombre: 'Ana', remember: !remember, cameIn: false })
    render(<SignInForm back="/" onSignedIn={onSignedIn} />)
    await userEvent.click(screen.getByLabelText('Mantener la sesión en este equipo'))
    await leave()
    await waitFor(() => expect(window.location.hash).toBe('#alla'))
    expect(requests).toEqual([String(remember)])
    // Also for the next sign-in, by any user.
    expect(readLastSignedInUser()).toMatchObject({ email: 'ana@condorandino.ec', remember, cameIn: false })
  })

  it.each([true, false])('keep the remembered choice on /refresh: %s', async (remember) => {
    const requests = provider()
    const person = { email: 'ana@condorandino.ec', nombre: 'Ana', remember }
    render(<PasswordAgain person={person} back="/" onSignedIn={onSignedIn} onNotMe={() => {}} />)
    await leave()
    await waitFor(() => expect(requests).toEqual([String(remember)]))
  })

  it('hide the identity provider when there is none', async () => {
    const requests = vi.fn<() => Response>(() => HttpResponse.json({ credentials: { id: 'credentials' } }))
    server.use(http.get(at('/api/auth/providers'), requests))
    render(<SignInForm back="/" onSignedIn={onSignedIn} />)
    await waitFor(() => expect(requests).toHaveBeenCalledOnce())
    expect(screen.queryByRole('button', { name: /^Ingresar con/ })).toBeNull()
  })
})
