import type { SessionRow } from '@foja/contracts/account'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ClientStateProvider } from '../../lib/session/client-state.tsx'
import { SessionProvider } from '../../lib/session/session.tsx'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, problem, server, sessionOf, signedIn, useServer } from '../../test/server.ts'
import { readToasts, toast } from '../../ui/toast-store.ts'
import { phoneQuery } from '../../ui/use-media.ts'
import type { SecurityState } from './api/profile.ts'
import { ProfilePage } from './components/profile-page.tsx'

useServer()

const me = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'lucia@condorandino.ec',
  nombre: 'Lucía Peñaherrera',
  role: 'gestor',
  id_company: '22222222-2222-4222-8222-222222222222',
  company: { id: '22222222-2222-4222-8222-222222222222', nombre: 'Cóndor Andino', pais: 'EC', has_logo: false },
  cargo: 'Directora',
  telefono: null,
  activo: true,
  has_signature: false,
  last_login_at: null,
  created_at: '2026-01-01T10:00:00.000Z',
}
const row = (id: string, extra: Partial<SessionRow> = {}): SessionRow => ({
  id: `${id.repeat(8)}-1111-4111-8111-111111111111`,
  current: false,
  by_passkey: false,
  other_user_agent: null,
  user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36',
  ip: '190.152.3.4',
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: '2026-11-20T12:00:00.000Z',
  expires_at: '2026-12-20T10:00:00.000Z',
  ...extra,
})
const off = { enabled_at: null, recovery_codes_left: 0, required: false, owed: false }
const on = { enabled_at: '2026-11-12T10:00:00.000Z', recovery_codes_left: 8, required: false, owed: false }

let state: SecurityState
let sessions: SessionRow[]
/** Request bodies by path. */
let sent: Record<string, unknown[]>
const onActivated = vi.fn<() => void>()

const take =
  (name: string, reply: (body: unknown) => Response) =>
  async ({ request }: { request: Request }) => {
    const body = (await request.json()) as unknown
    sent[name] = [...(sent[name] ?? []), body]
    return reply(body)
  }
const post = (name: string, reply: (body: unknown) => Response) =>
  server.use(http.post(at(`/api/v1/${name}/`), take(name, reply)))

function open({ wanted = false, person = me } = {}) {
  server.use(
    http.get(at('/api/auth/session'), () => HttpResponse.json(sessionOf())),
    http.get(at('/api/v1/details_users/'), () => HttpResponse.json(person)),
    http.get(at('/api/v1/security/'), () => HttpResponse.json(state)),
    http.get(at('/api/v1/list_sessions/'), () => HttpResponse.json({ sessions })),
  )
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <ProfilePage onSignOut={() => {}} securityWanted={wanted} onActivated={onActivated} />
      </ClientStateProvider>
    </SessionProvider>,
    '/perfil',
  )
}
/** Clicks, because jsdom does not submit on Enter with a submit button outside of the form. */
const press = async (name: string | RegExp, where: Pick<typeof screen, 'findByRole'> = screen) =>
  userEvent.click(await where.findByRole('button', { name }))
const noKeys = { available: true, required: false, keys: [] }
const dialog = () => screen.findByRole('dialog')
const toastTexts = () => readToasts().map(({ text }) => text)

beforeEach(() => {
  signedIn()
  toast.dismiss()
  onActivated.mockReset()
  state = { has_password: true, password_changed_at: null, totp: off, passkeys: noKeys, provider: null }
  sessions = [
    row('a', { current: true }),
    row('b', { user_agent: null, ip: '192.168.1.7', by_passkey: true, other_user_agent: 'curl/8.0' }),
  ]
  sent = {}
})

describe('the first passkey of a user', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('shows with the password form that the server refused it', async () => {
    const empty = new ArrayBuffer(1)
    const response = { attestationObject: empty, clientDataJSON: empty, getTransports: () => [] }
    const made = { id: 'AA', rawId: empty, type: 'public-key', response, getClientExtensionResults: () => ({}) }
    vi.stubGlobal('PublicKeyCredential', vi.fn<() => void>())
    vi.stubGlobal('navigator', { userAgent: navigator.userAgent, credentials: { create: async () => made } })
    post('begin_passkey', () =>
      HttpResponse.json({ challenge: 'AA', user: { id: 'AA', name: 'a', displayName: 'a' }, pubKeyCredParams: [] }),
    )
    post('confirm_passkey', () => problem(400, 'passkey_wrong', { detail: 'No se pudo comprobar.' }))
    open()
    await press('Agregar una llave')
    await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'una frase larga{Enter}')
    await press('Crear la llave')
    expect(await screen.findByText('Título. No se pudo comprobar.')).toBeTruthy()
    expect(screen.getByLabelText('Contraseña actual')).toBeTruthy()
  })
})

describe('the user’s own details', () => {
  it('are edited in place, while managed details are read-only', async () => {
    server.use(
      http.put(
        at('/api/v1/update_profile/'),
        take('update_profile', (body) => HttpResponse.json({ ...me, ...(body as object) })),
      ),
    )
    open()
    const name = await screen.findByLabelText('Nombre')
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar cambios' })
    expect(save.disabled).toBe(true)
    await userEvent.clear(name)
    await userEvent.click(save)
    expect(await screen.findByText('Escribe tu nombre.')).toBeTruthy()
    await userEvent.type(name, 'Lucía P. Vega')
    await userEvent.type(screen.getByLabelText(/^Teléfono/), '099 123 4567')
    await userEvent.click(save)
    await waitFor(() => expect(toastTexts()).toEqual(['Tus datos quedaron guardados.']))
    expect(sent['update_profile']).toEqual([{ nombre: 'Lucía P. Vega', cargo: 'Directora', telefono: '099 123 4567' }])
    await waitFor(() => expect(save.disabled).toBe(true))
    expect(screen.getByText('Lucía P. Vega')).toBeTruthy()
  })

  it.each([
    ['gestor', '/usuarios'],
    ['mediador', null],
  ])('say where the email is changed for the role %s', async (role, href) => {
    open({ person: { ...me, role } })
    await screen.findByLabelText('Nombre')
    expect(screen.queryByRole('link', { name: 'Cambia tu correo en Usuarios' })?.getAttribute('href') ?? null).toBe(
      href,
    )
    expect(screen.queryByText(/los cambia tu administrador/) === null).toBe(href !== null)
  })

  it('keep a draft across pages until it is saved or discarded', async () => {
    open()
    await userEvent.type(await screen.findByLabelText(/^Teléfono/), '099 123')
    cleanup()
    open()
    expect((await screen.findByLabelText<HTMLInputElement>(/^Teléfono/)).value).toBe('099 123')
    await press('Descartar')
    cleanup()
    open()
    expect((await screen.findByLabelText<HTMLInputElement>(/^Teléfono/)).value).toBe('')
  })

  it('show validation errors of the server at the field', async () => {
    const errors = [{ field: 'telefono', code: 'too_long', message: 'Es demasiado largo.' }]
    server.use(http.put(at('/api/v1/update_profile/'), () => problem(400, 'validation_failed', { errors })))
    open()
    const phone = await screen.findByLabelText(/^Teléfono/)
    await userEvent.type(phone, '1{Enter}')
    expect(await screen.findByText('Es demasiado largo.')).toBeTruthy()
    expect(phone.getAttribute('aria-invalid')).toBe('true')
  })
})

describe('changing the password', () => {
  it('needs the current password, and shows each error at its field', async () => {
    const replies = [
      () => problem(400, 'password_wrong'),
      () => problem(400, 'weak_password', { detail: 'Está en las listas de contraseñas conocidas.' }),
      () => HttpResponse.json({ ended_sessions: 2 }),
    ]
    post('change_password', () => replies[sent['change_password']!.length - 1]!())
    open()
    await press('Cambiar contraseña')
    const form = within(await dialog())
    expect(form.getByText(/se cierran tus sesiones en otros equipos/)).toBeTruthy()
    await press('Guardar contraseña', form)
    expect(await form.findByText('Escribe tu contraseña actual.')).toBeTruthy()
    await userEvent.type(form.getByLabelText('Contraseña actual'), 'la de siempre 1')
    await userEvent.type(form.getByLabelText('Contraseña nueva'), 'la de siempre 1')
    await press('Guardar contraseña', form)
    expect(await form.findByText('Es la misma que tienes. Elige otra.')).toBeTruthy()
    await userEvent.type(form.getByLabelText('Contraseña nueva'), '23')
    await press('Guardar contraseña', form)
    expect(await form.findByText(/No es tu contraseña actual/)).toBeTruthy()
    await press('Guardar contraseña', form)
    expect(await form.findByText('Título. Está en las listas de contraseñas conocidas.')).toBeTruthy()
    await userEvent.type(form.getByLabelText('Contraseña nueva'), '4')
    await press('Guardar contraseña', form)
    await waitFor(() => expect(toastTexts()).toEqual(['Contraseña guardada. Se cerraron otras 2 sesiones.']))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows too many attempts in the dialog', async () => {
    post('change_password', () => problem(400, 'paused', { detail: 'Espera diez minutos.' }))
    open()
    await press('Cambiar contraseña')
    await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'otra cosa')
    await userEvent.type(screen.getByLabelText('Contraseña nueva'), 'una frase larga nueva')
    await press('Guardar contraseña')
    expect(await screen.findByText('Título. Espera diez minutos.')).toBeTruthy()
  })
})

describe('the second factor', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const codes = ['aaaa-bbbb', 'cccc-dddd']
  const begin = () =>
    post('begin_totp', () => HttpResponse.json({ secret, url: `otpauth://totp/Foja:lucia?secret=${secret}` }))

  async function upToTheCode() {
    await press('Activar')
    await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'una frase larga{Enter}')
    return screen.findByLabelText('Código de seis números que muestra ahora')
  }

  it('is set up with password, QR code and a confirmation code, and ends with recovery codes', async () => {
    begin()
    post('confirm_totp', () => {
      state = { ...state, totp: on }
      return sent['confirm_totp']!.length === 1
        ? problem(400, 'totp_wrong', { detail: 'El código no coincide.' })
        : HttpResponse.json({ recovery_codes: codes })
    })
    open()
    const field = await upToTheCode()
    expect(document.activeElement).toBe(field)
    expect(screen.getByRole('img', { name: 'Código QR para tu aplicación de códigos' })).toBeTruthy()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    await userEvent.type(field, '000 000{Enter}')
    expect(await screen.findByText('Título. El código no coincide.')).toBeTruthy()
    await userEvent.keyboard('123456{Enter}')
    const list = await screen.findByRole('list', { name: 'Códigos de recuperación' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(codes)
    expect(sent['confirm_totp']).toEqual([{ code: '000000' }, { code: '123456' }])
    // Only the confirmation closes the dialog.
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('list', { name: 'Códigos de recuperación' })).toBeTruthy()
    expect(onActivated).not.toHaveBeenCalled()
    await press('Ya los guardé')
    expect(await screen.findByText('Te quedan 8 códigos de recuperación.')).toBeTruthy()
    expect(onActivated).toHaveBeenCalledOnce()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cambiar de teléfono'))
  })

  it('is not set up with a wrong password', async () => {
    post('begin_totp', () => problem(400, 'password_wrong'))
    open()
    await press('Activar')
    await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'no es{Enter}')
    expect(await screen.findByText(/No es tu contraseña actual/)).toBeTruthy()
  })

  it('starts over when the server no longer has the secret', async () => {
    begin()
    post('confirm_totp', () => problem(400, 'totp_not_begun', { detail: 'Falta empezar.' }))
    open()
    await userEvent.type(await upToTheCode(), '123456{Enter}')
    expect(await screen.findByText('Título. Falta empezar.')).toBeTruthy()
    await press('Empezar de nuevo')
    expect(await screen.findByLabelText('Contraseña actual')).toBeTruthy()
  })

  it('gets new recovery codes for password and code', async () => {
    state = { ...state, totp: { ...on, recovery_codes_left: 1 } }
    post('renew_recovery_codes', () => HttpResponse.json({ recovery_codes: codes }))
    open()
    expect(await screen.findByText(/Te queda 1 código.*Pide otros antes/)).toBeTruthy()
    await press('Códigos nuevos')
    await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'una frase larga')
    await press('Continuar')
    expect(await screen.findByText(/o uno de recuperación\.$/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Código de tu aplicación o de recuperación'), ' 123456 ')
    await press('Continuar')
    await press('Ya los guardé')
    await waitFor(() => expect(toastTexts()).toEqual(['Códigos nuevos guardados. Los anteriores ya no sirven.']))
    expect(sent['renew_recovery_codes']).toEqual([{ current_password: 'una frase larga', code: '123456' }])
  })

  it.each([
    ['a company that accepts only passkeys', on, true],
    ['a user without an app', off, false],
  ])('asks for a recovery code alone, for %s', async (_who, totp, required) => {
    const key = {
      id: 'k',
      nombre: 'Teléfono',
      created_at: '2026-11-01T12:00:00Z',
      last_used_at: null,
      synced: false,
      suspect: false,
    }
    state = { ...state, totp, passkeys: { available: true, required, keys: [key] } }
    post('renew_recovery_codes', () => problem(400, 'totp_wrong', { detail: 'Escribe el que muestra tu aplicación.' }))
    open()
    await press('Códigos nuevos')
    await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'una frase larga')
    expect(screen.queryByLabelText(/aplicación/)).toBeNull()
    await press('Continuar')
    await userEvent.type(screen.getByLabelText(/^Código de recuperación/), 'AAAAA-AAAAA')
    await press('Continuar')
    expect(await screen.findByText(/ya se usó|no coincide/)).toBeTruthy()
    expect(screen.queryByText(/aplicación\.$/)).toBeNull()
  })

  it('is removed with password and code, unless the company requires it', async () => {
    state = { ...state, totp: on }
    post('remove_totp', () => {
      if (sent['remove_totp']!.length === 1) return problem(400, 'totp_wrong', { detail: 'El código no coincide.' })
      state = { ...state, totp: off }
      return HttpResponse.json({ removed: true })
    })
    open()
    await press('Quitar')
    const form = within(await dialog())
    await userEvent.type(form.getByLabelText('Contraseña actual'), 'una frase larga')
    await userEvent.type(form.getByLabelText(/^Código de tu aplicación/), '111111')
    await press('Quitar', form)
    expect(await form.findByText('Título. El código no coincide.')).toBeTruthy()
    await press('Quitar', form)
    expect(await screen.findByText('Sin activar')).toBeTruthy()
    expect(toastTexts()).toEqual(['Verificación en dos pasos quitada.'])
    // Its button is gone, so the card has the focus.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('security-title'))
  })

  it('moves to another phone with password and code, and ends with new recovery codes', async () => {
    state = { ...state, totp: { ...on, required: true } }
    begin()
    post('confirm_totp', () => HttpResponse.json({ recovery_codes: codes }))
    open()
    await press('Cambiar de teléfono')
    const form = within(await dialog())
    expect(form.getByText(/uno de tus códigos de recuperación/)).toBeTruthy()
    await userEvent.type(form.getByLabelText('Contraseña actual'), 'una frase larga')
    await userEvent.type(form.getByLabelText(/^Código de tu aplicación/), '111111')
    await press('Continuar', form)
    expect(await form.findByText('Lee este código con el teléfono nuevo')).toBeTruthy()
    expect(sent['begin_totp']).toEqual([{ current_password: 'una frase larga', code: '111111' }])
    // A code has been spent: only «Cancelar» closes the dialog.
    await userEvent.keyboard('{Escape}')
    await userEvent.type(form.getByLabelText('Código de seis números que muestra ahora'), '123456')
    await press('Confirmar y cambiar', form)
    expect(await form.findByText(/los anteriores ya no sirven/)).toBeTruthy()
    await press('Ya los guardé')
    await waitFor(() => expect(toastTexts()).toEqual([expect.stringContaining('teléfono nuevo')]))
    expect(onActivated).not.toHaveBeenCalled()
  })

  it('shows a wrong code at the field when it moves to another phone', async () => {
    state = { ...state, totp: on }
    post('begin_totp', () => problem(400, 'totp_wrong', { detail: 'El código no coincide.' }))
    open()
    await press('Cambiar de teléfono')
    await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'una frase larga')
    await userEvent.type(screen.getByLabelText(/^Código de tu aplicación/), '111111')
    await press('Continuar')
    expect(await screen.findByText('Título. El código no coincide.')).toBeTruthy()
    expect(screen.getByLabelText(/^Código de tu aplicación/).getAttribute('aria-invalid')).toBe('true')
  })

  it('cannot be removed when the company requires it, and says why', async () => {
    state = { ...state, totp: { ...on, required: true } }
    open()
    expect(await screen.findByText('Lo exige tu empresa')).toBeTruthy()
    expect(screen.getByText('No se puede quitar mientras tu empresa la exija.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Quitar' })).toBeNull()
  })

  it('comes first on the page while it is owed, and nothing is offered that the server would reject', async () => {
    state = { ...state, totp: { ...off, required: true, owed: true } }
    const requests = vi.fn<() => void>()
    server.events.on('request:start', ({ request }) => {
      if (request.url.endsWith('/list_sessions/')) requests()
    })
    open({ wanted: true })
    expect(await screen.findByText('Tu empresa pide verificación en dos pasos')).toBeTruthy()
    const card = screen.getByRole('region', { name: 'Seguridad' })
    await waitFor(() => expect(document.activeElement).toBe(card))
    expect(screen.queryByRole('button', { name: 'Cambiar contraseña' })).toBeNull()
    expect(screen.queryByLabelText('Nombre')).toBeNull()
    expect(screen.getByRole('button', { name: 'Cerrar sesión' })).toBeTruthy()
    expect(requests).not.toHaveBeenCalled()
    server.events.removeAllListeners()
  })

  it('locks nothing when this session does not owe it, and says when it would', async () => {
    state = { ...state, provider: 'Cuenta Andina', totp: { ...off, required: true } }
    open()
    expect(await screen.findByText(/la pide para ingresar con contraseña/)).toBeTruthy()
    expect(screen.queryByText('Tu empresa pide verificación en dos pasos')).toBeNull()
    expect(await screen.findByLabelText('Nombre')).toBeTruthy()
    expect(await screen.findByText('Tus sesiones abiertas')).toBeTruthy()
    for (const name of ['Cambiar contraseña', 'Activar']) expect(screen.getByRole('button', { name })).toBeTruthy()
    expect(screen.getByText('Puedes ingresar con tu cuenta de Cuenta Andina.')).toBeTruthy()
  })

  it('keeps the recovery codes visible when it is no longer owed', async () => {
    state = { ...state, totp: { ...off, required: true, owed: true } }
    begin()
    post('confirm_totp', () => {
      state = { ...state, totp: { ...on, required: true } }
      return HttpResponse.json({ recovery_codes: codes })
    })
    open()
    await userEvent.type(await upToTheCode(), '123456{Enter}')
    const list = await screen.findByRole('list', { name: 'Códigos de recuperación' })
    window.dispatchEvent(new Event('visibilitychange'))
    expect(list.isConnected).toBe(true)
    await press('Ya los guardé')
    expect(await screen.findByText('Lo exige tu empresa')).toBeTruthy()
    expect(await screen.findByText('Tus sesiones abiertas')).toBeTruthy()
  })
})

describe('the identity provider account', () => {
  it('is shown with its name when it is linked', async () => {
    state = { ...state, provider: 'Cuenta Andina' }
    open()
    expect(await screen.findByText('Puedes ingresar con tu cuenta de Cuenta Andina.')).toBeTruthy()
  })

  it.each([
    ['off', off],
    ['on since before', { ...on, required: true }],
  ])('is the only way in for users without a password, so nothing asks for one: second factor %s', async (_, totp) => {
    state = { ...state, has_password: false, provider: 'Cuenta Andina', totp }
    open()
    expect(await screen.findByText(/^Ingresas con tu cuenta de Cuenta Andina, sin contraseña/)).toBeTruthy()
    expect(screen.getByText('Se pide junto con la contraseña de Foja, y tú ingresas sin ella.')).toBeTruthy()
    expect(screen.queryByText(/No la has cambiado/)).toBeNull()
    expect(within(screen.getByRole('region', { name: 'Seguridad' })).queryAllByRole('button')).toEqual([])
  })

  it('leaves the password forms when the server no longer has the provider', async () => {
    state = { ...state, has_password: false }
    open()
    expect(await screen.findByText(/^No tienes contraseña de Foja\. Otro administrador/)).toBeTruthy()
  })

  it('says how to link it if there is a provider, and is hidden otherwise', async () => {
    server.use(http.get(at('/api/auth/providers'), () => HttpResponse.json({ oidc: { name: 'Cuenta Andina' } })))
    open()
    expect(await screen.findByText(/Aún no está unida/)).toBeTruthy()
  })
})

describe('the list of sessions', () => {
  it('shows devices in plain words, marks the current one, and ends one at a time', async () => {
    server.use(
      http.delete(at('/api/v1/end_session/:id/'), ({ params }) => {
        sessions = sessions.filter(({ id }) => id !== params['id'])
        return HttpResponse.json({ id: params['id'] })
      }),
    )
    open()
    expect(await screen.findByText('Chrome en Windows')).toBeTruthy()
    expect(screen.getByText('Este equipo')).toBeTruthy()
    expect(screen.getByText('red local (192.168.1.7)')).toBeTruthy()
    expect(screen.getByText('Con llave de acceso')).toBeTruthy()
    expect(screen.getByText(/También la usó otro navegador: Equipo sin nombre/)).toBeTruthy()
    await press('Cerrar la sesión de Equipo sin nombre')
    expect(await screen.findByText('No hay más sesiones abiertas que esta.')).toBeTruthy()
    expect(screen.queryByText('Equipo sin nombre')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cerrar las demás' })).toBeNull()
  })

  it('ends all other sessions after confirmation', async () => {
    sessions = [...sessions, row('c')]
    post('end_other_sessions', () => {
      sessions = sessions.slice(0, 1)
      return HttpResponse.json({ ended: 2 })
    })
    open()
    await press('Cerrar las demás')
    const question = within(await screen.findByRole('alertdialog', { name: '¿Cerrar todas tus otras sesiones?' }))
    await press('Cerrar las demás', question)
    await waitFor(() => expect(toastTexts()).toEqual(['Se cerraron 2 sesiones.']))
    expect(await screen.findByText('No hay más sesiones abiertas que esta.')).toBeTruthy()
    expect(sent['end_other_sessions']).toEqual([{}])
  })

  it('offers to end all others under the list on phones', async () => {
    const matchMedia = window.matchMedia.bind(window)
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(matchMedia(media), { matches: media === phoneQuery }),
    )
    open()
    const end = await screen.findByRole('button', { name: 'Cerrar las demás' })
    const last = screen.getByText('Equipo sin nombre')
    expect(last.compareDocumentPosition(end) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  })
})
