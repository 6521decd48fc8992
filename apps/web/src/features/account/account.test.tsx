import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, useServer, visits } from '../../test/server.ts'
import { ChoosePasswordPage, readLinkToken } from './components/choose-password-page.tsx'
import { ForgotPage } from './components/forgot-page.tsx'

useServer()

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('/olvide', () => {
  const answer = (reply: () => Response) => {
    const sent: unknown[] = []
    server.use(
      http.post(at('/api/v1/forgot_password/'), async ({ request }) => {
        sent.push(await request.json())
        expect(request.headers.get('Authorization')).toBeNull()
        return reply()
      }),
    )
    return sent
  }

  it('answers the same for known and unknown emails, and lets the user try another email', async () => {
    const sent = answer(() => HttpResponse.json({ by_mail: true }))
    render(<ForgotPage email="ana@condorandino.ec" />)
    await press('Enviar el enlace')
    const title = await screen.findByRole('heading', { name: 'Revisa tu correo' })
    expect(document.activeElement).toBe(title)
    expect(screen.getByText(/^Si ana@condorandino\.ec tiene cuenta en Foja/)).toBeTruthy()
    await press('Probar con otro correo')
    const field = screen.getByLabelText('Correo')
    await userEvent.clear(field)
    await userEvent.type(field, 'nadie@condorandino.ec{Enter}')
    expect(await screen.findByText(/^Si nadie@condorandino\.ec tiene cuenta en Foja/)).toBeTruthy()
    expect(sent).toEqual([{ email: 'ana@condorandino.ec' }, { email: 'nadie@condorandino.ec' }])
  })

  it('says what to do when the server cannot send email', async () => {
    answer(() => HttpResponse.json({ by_mail: false }))
    render(<ForgotPage email="ana@condorandino.ec" />)
    await press('Enviar el enlace')
    expect(await screen.findByRole('heading', { name: 'Este servidor no envía correos' })).toBeTruthy()
    expect(screen.getByText(/Pide a tu administrador/)).toBeTruthy()
  })

  it('rejects an incomplete email without a request', async () => {
    const sent = answer(() => HttpResponse.json({ by_mail: true }))
    render(<ForgotPage email="" />)
    await press('Enviar el enlace')
    expect(await screen.findByText('Escribe tu correo.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Correo'), 'ana@{Enter}')
    expect(await screen.findByText(/está incompleto/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Correo'))
    expect(sent).toEqual([])
  })

  it('shows the server’s message after too many attempts and stays on the page', async () => {
    answer(() => problem(429, 'too_many_attempts', { detail: 'Espera diez minutos.' }))
    render(<ForgotPage email="ana@condorandino.ec" />)
    await press('Enviar el enlace')
    expect(await screen.findByText('Título. Espera diez minutos.')).toBeTruthy()
    expect(visits).toEqual([])
  })
})

describe('/elegir-clave', () => {
  const token = 'Zm9qYS1zZWNyZXQtb2YtMzItYnl0ZXMtaGVyZS0xMjM'
  const facts = {
    kind: 'invitation',
    email: 'ana@condorandino.ec',
    nombre: 'Ana Cañizares',
    company: 'Cóndor Andino',
    expires_at: '2026-11-30T14:30:00.000Z',
  }
  const onChosen = vi.fn<(person: { email: string; nombre: string }) => void>()
  let sent: { path: string; body: unknown }[]

  function answer(check: () => Response, set: () => Response = () => HttpResponse.json({ email: facts.email })) {
    sent = []
    const take = (reply: () => Response) =>
      async function handle({ request }: { request: Request }) {
        sent.push({ path: request.url, body: await request.json() })
        return reply()
      }
    server.use(http.post(at('/api/v1/check_link/'), take(check)), http.post(at('/api/v1/set_password/'), take(set)))
  }
  const open = (signedInAs: string | null = null) => {
    window.history.replaceState(null, '', `/elegir-clave#token=${token}`)
    render(<ChoosePasswordPage signedInAs={signedInAs} onChosen={onChosen} />)
  }
  const good =
    (extra: object = {}) =>
    () =>
      HttpResponse.json({ ...facts, ...extra })

  beforeEach(() => onChosen.mockReset())

  it('shows name, company and expiry of an invitation and saves the password', async () => {
    answer(good())
    open()
    expect(await screen.findByRole('heading', { name: 'Hola, Ana Cañizares' })).toBeTruthy()
    expect(screen.getByText(/^Cóndor Andino te invita/)).toBeTruthy()
    expect(screen.getByText('ana@condorandino.ec')).toBeTruthy()
    expect(screen.getByText(/^El enlace sirve hasta el 30 nov/)).toBeTruthy()
    const field = screen.getByLabelText<HTMLInputElement>('Contraseña nueva')
    expect(field.autocomplete).toBe('new-password')
    await userEvent.type(field, 'una frase larga y fácil{Enter}')
    await waitFor(() => expect(onChosen).toHaveBeenCalledExactlyOnceWith({ email: facts.email, nombre: facts.nombre }))
    expect(sent.map(({ body }) => body)).toEqual([{ token }, { token, password: 'una frase larga y fácil' }])
    // The token is never part of a URL.
    expect(sent.some(({ path }) => path.includes(token))).toBe(false)
  })

  it('shows the reset title for a forgotten password, and whose session will end', async () => {
    answer(good({ kind: 'reset' }))
    open('Lucía Peñaherrera')
    expect(await screen.findByRole('heading', { name: 'Elige otra contraseña' })).toBeTruthy()
    expect(screen.getByText(/está abierta la sesión de Lucía Peñaherrera/)).toBeTruthy()
  })

  it('accepts any password that the server accepts, and shows the server’s reason for a rejection', async () => {
    answer(good(), () => problem(400, 'weak_password', { detail: 'Está en las listas de contraseñas conocidas.' }))
    open()
    const field = await screen.findByLabelText('Contraseña nueva')
    await userEvent.type(field, 'corta{Enter}')
    expect(await screen.findByText('La contraseña necesita 12 caracteres o más.')).toBeTruthy()
    await userEvent.type(field, 'aaaaaaa')
    await press('Guardar contraseña')
    expect(await screen.findByText('Título. Está en las listas de contraseñas conocidas.')).toBeTruthy()
    expect(document.activeElement).toBe(field)
    expect(sent).toHaveLength(2)
    expect(onChosen).not.toHaveBeenCalled()
  })

  it('shows how to get another link when the link expires while the form is open', async () => {
    answer(good(), () => problem(400, 'link_expired'))
    open()
    await userEvent.type(await screen.findByLabelText('Contraseña nueva'), 'una frase larga y fácil{Enter}')
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no sirve' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Pedir otro enlace' }).getAttribute('href')).toBe('/olvide')
    expect(screen.getByText(/Pide otra a quien te invitó/)).toBeTruthy()
  })

  it('offers a retry, not a new link, when the server cannot be reached', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    answer(() => HttpResponse.error())
    open()
    expect(await screen.findByRole('heading', { name: 'No pudimos comprobar el enlace' })).toBeTruthy()
    answer(good())
    await press('Reintentar')
    expect(await screen.findByRole('heading', { name: 'Hola, Ana Cañizares' })).toBeTruthy()
    expect(visits).toEqual([])
  })

  it('reads the token again when another link is opened in the same tab', async () => {
    answer(() => problem(400, 'link_expired'))
    open()
    await screen.findByRole('heading', { name: 'Este enlace ya no sirve' })
    answer(good())
    act(() => {
      window.history.replaceState(null, '', '/elegir-clave#token=newer-one')
      window.dispatchEvent(new HashChangeEvent('hashchange'))
    })
    expect(await screen.findByRole('heading', { name: 'Hola, Ana Cañizares' })).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([{ token: 'newer-one' }])
  })

  it.each(['', '#contenido', '#token=', '#token=%3Cb%3E'])(
    'shows that the link is incomplete for the fragment %j',
    (hash) => {
      expect(readLinkToken(hash)).toBeNull()
      window.history.replaceState(null, '', `/elegir-clave${hash}`)
      render(<ChoosePasswordPage signedInAs={null} onChosen={onChosen} />)
      expect(screen.getByRole('heading', { name: 'El enlace está incompleto' })).toBeTruthy()
    },
  )
})
