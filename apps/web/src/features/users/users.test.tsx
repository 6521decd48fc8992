import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ClientStateProvider } from '../../lib/session/client-state.tsx'
import { SessionProvider } from '../../lib/session/session.tsx'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, problem, server } from '../../test/server.ts'
import { readToasts } from '../../ui/toast-store.ts'
import { UserDialogs, type UserDialog } from './components/user-dialogs.tsx'
import { UsersPage } from './components/users-page.tsx'
import { idMarta, makeUser } from './test/make.ts'
import type { UsersSearch } from './users-search.ts'

usePages()

const listed = (...found: ReturnType<typeof makeUser>[]) => {
  const queries: string[] = []
  server.use(
    http.get(at('/api/v1/list_users/'), ({ request }) => {
      queries.push(new URL(request.url).search)
      return HttpResponse.json({
        count: found.length,
        page: 1,
        page_size: 10,
        next: null,
        previous: null,
        results: found,
      })
    }),
  )
  return queries
}

function draw(search: UsersSearch = {}) {
  const [onSearch, onOpen, onPage] = [vi.fn(), vi.fn(), vi.fn()]
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <UsersPage search={search} onSearch={onSearch} onOpen={onOpen} onPage={onPage} companies={false} />
      </ClientStateProvider>
    </SessionProvider>,
  )
  return { onSearch, onOpen, onPage }
}

/** Renders one dialog alone. */
function drawDialog(dialog: UserDialog | null, edited = dialog === null ? undefined : dialog.user) {
  const [onDialog, onClose] = [vi.fn(), vi.fn()]
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <UserDialogs
          fresh={edited === undefined}
          edited={edited}
          dialog={dialog}
          companies={false}
          onDialog={onDialog}
          onClose={onClose}
        />
      </ClientStateProvider>
    </SessionProvider>,
  )
  return { onDialog, onClose }
}

const dialog = () => screen.findByRole('dialog')
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label, { exact: false }), text)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const toastTexts = () => readToasts().map(({ text }) => text)

describe('the list of users', () => {
  it('shows identity, role and status', async () => {
    const queries = listed(
      makeUser({ has_totp: true }),
      makeUser({
        id: '4',
        nombre: 'Elena Ruiz',
        status: 'invitado',
        invitation_expires_at: '2020-01-01T00:00:00.000Z',
      }),
    )
    draw({ role: 'mediador', ordering: '-last_login_at', page: 1 })
    const row = (await screen.findByText('Marta Ibáñez')).closest('tr')!
    expect(row.textContent).toContain('marta@condorandino.ec')
    for (const words of ['Mediadora', 'Mediación', 'Activo', 'Nunca', 'Con verificación en dos pasos'])
      expect(row.textContent).toContain(words)
    expect(screen.getByText('Elena Ruiz').closest('tr')!.textContent).toContain('Invitación vencida')
    expect(queries).toEqual(['?pagination=&page=1&page_size=10&role=mediador&ordering=-last_login_at'])
  })

  it('offers the actions that the server allows for each user', async () => {
    listed(
      makeUser({
        has_totp: true,
        last_login_at: '2026-11-20T10:00:00.000Z',
        actions: ['update', 'password', 'deactivate'],
      }),
    )
    const { onOpen } = draw()
    const trigger = await screen.findByRole('button', { name: 'Acciones de Marta Ibáñez' })
    await userEvent.click(trigger)
    const names = (await screen.findAllByRole('menuitem')).map((item) => item.textContent.trim())
    expect(names).toEqual([
      'Editar',
      'Poner una contraseña',
      'Quitar la verificación en dos pasos',
      'Cerrar sus sesiones',
      'Desactivar',
    ])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Editar' }))
    expect(onOpen).toHaveBeenCalledWith({ editar: idMarta })
  })

  it('keeps search and filters in the address', async () => {
    listed(makeUser())
    const { onSearch } = draw()
    await screen.findByText('Marta Ibáñez')
    await userEvent.type(screen.getByRole('searchbox'), 'marta')
    await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ q: 'marta' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Invitados' }))
    expect(onSearch).toHaveBeenLastCalledWith({ status: 'invitado' })
    await press('Último ingreso')
    expect(onSearch).toHaveBeenLastCalledWith({ ordering: '-last_login_at' })
  })

  it('says what to do when no user matches', async () => {
    listed()
    const { onSearch } = draw({ q: 'zzz' })
    await screen.findByText('Nadie coincide con «zzz»')
    await press('Quitar los filtros')
    expect(onSearch).toHaveBeenCalledWith(expect.objectContaining({ q: undefined, role: undefined }))
  })
})

it('the list of users says how many users the filters exclude, and can search all', async () => {
  server.use(
    http.get(at('/api/v1/list_users/'), ({ request }) => {
      const count = new URL(request.url).searchParams.has('status') ? 0 : 1
      const results = count === 0 ? [] : [makeUser()]
      return HttpResponse.json({ count, page: 1, page_size: 10, next: null, previous: null, results })
    }),
  )
  const { onSearch } = draw({ q: 'marta', status: 'desactivado' })
  await screen.findByText('Hay 1 usuario fuera de los filtros')
  await press('Buscar en todos')
  expect(onSearch).toHaveBeenCalledWith(expect.objectContaining({ q: 'marta', status: undefined }))
})

describe('the form for a new user', () => {
  const create = (invitation: object | null) => {
    const bodies: unknown[] = []
    server.use(
      http.post(at('/api/v1/create_user/'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ ...makeUser(), invitation }, { status: 201 })
      }),
    )
    return bodies
  }

  it('sends an invitation by email', async () => {
    const bodies = create({ status: 'queued', expires_at: '2026-11-29T10:00:00.000Z', url: null })
    const { onClose, onDialog } = drawDialog(null)
    await dialog()
    await type('Nombre y apellido', ' Marta Ibáñez ')
    await type('Correo', 'marta@condorandino.ec')
    await press('Crear e invitar')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodies).toEqual([
      { email: 'marta@condorandino.ec', nombre: 'Marta Ibáñez', role: 'usuario', cargo: '', telefono: '' },
    ])
    expect(readToasts()[0]).toMatchObject({
      text: 'La cuenta de Marta Ibáñez está creada',
      description: 'Invitación enviada a marta@condorandino.ec',
    })
    expect(onDialog).not.toHaveBeenCalled()
  })

  it('passes on the invitation link when it cannot be emailed', async () => {
    const invitation = {
      status: 'held',
      expires_at: '2026-11-29T10:00:00.000Z',
      url: 'https://foja/elegir-clave#token=x',
    }
    create(invitation)
    const { onDialog } = drawDialog(null)
    await dialog()
    await type('Nombre y apellido', 'Marta Ibáñez')
    await type('Correo', 'marta@condorandino.ec')
    await press('Crear e invitar')
    await waitFor(() => expect(onDialog).toHaveBeenCalledWith(expect.objectContaining({ kind: 'link', invitation })))
  })

  it('says that an invitation link to this computer only opens here', async () => {
    const invitation = {
      status: 'held',
      expires_at: '2026-11-29T10:00:00.000Z',
      url: 'http://localhost:3000/x',
    } as const
    drawDialog({ kind: 'link', user: makeUser(), invitation })
    await screen.findByText('Este enlace solo se abre en este equipo. Para enviarlo, configura PUBLIC_URL.')
  })

  it('sets a password on request', async () => {
    const bodies = create(null)
    drawDialog(null)
    await dialog()
    await type('Nombre y apellido', 'Marta Ibáñez')
    await type('Correo', 'marta@condorandino.ec')
    await userEvent.click(screen.getByRole('radio', { name: 'Con una contraseña' }))
    await press('Crear')
    await screen.findByText('La contraseña necesita 12 caracteres o más.')
    await userEvent.type(screen.getByLabelText('Contraseña'), 'una frase bastante larga')
    await press('Crear')
    await waitFor(() => expect(bodies).toEqual([expect.objectContaining({ password: 'una frase bastante larga' })]))
  })

  it('keeps what was typed after an error and focuses the wrong field', async () => {
    server.use(http.post(at('/api/v1/create_user/'), () => problem(400, 'email_in_use')))
    drawDialog(null)
    await dialog()
    await press('Crear e invitar')
    await screen.findByText('Escribe su nombre.')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nombre y apellido')))
    await type('Nombre y apellido', 'Marta Ibáñez')
    await type('Correo', 'marta@condorandino.ec')
    await press('Crear e invitar')
    await screen.findByText('Título. Qué hacer.')
    const email = screen.getByLabelText<HTMLInputElement>('Correo')
    await waitFor(() => expect(document.activeElement).toBe(email))
    expect(email.value).toBe('marta@condorandino.ec')
    expect(email.getAttribute('aria-invalid')).toBe('true')
  })
})

describe('actions on a user', () => {
  it('an update sends only the changed fields', async () => {
    const bodies: unknown[] = []
    server.use(
      http.put(at('/api/v1/update_user/:id/'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(makeUser())
      }),
    )
    const { onClose } = drawDialog(null, makeUser())
    await dialog()
    await userEvent.clear(screen.getByLabelText(/^Cargo/))
    await press('Guardar')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodies).toEqual([{ cargo: '' }])
  })

  it('a removal needs a successor for open requests', async () => {
    const queries: string[] = []
    server.use(
      http.get(at('/api/v1/list_people/'), () =>
        HttpResponse.json([
          { id: idMarta, nombre: 'Marta Ibáñez', email: 'marta@condorandino.ec', role: 'mediador' },
          { id: '5', nombre: 'Elena Ruiz', email: 'elena@condorandino.ec', role: 'mediador' },
        ]),
      ),
      http.delete(at('/api/v1/remove_user/:id/'), ({ request }) => {
        queries.push(new URL(request.url).search)
        return HttpResponse.json({ id: idMarta, handed_over: 3 })
      }),
    )
    const { onClose } = drawDialog({ kind: 'remove', user: makeUser({ open_cases: 3 }) })
    const box = await screen.findByRole('alertdialog')
    expect(box.textContent).toContain('Tiene 3 solicitudes abiertas')
    await userEvent.click(within(box).getByRole('button', { name: 'Quitar' }))
    await within(box).findByText(/Elige a alguien/)
    expect(queries).toEqual([])
    await userEvent.type(within(box).getByRole('combobox'), 'elen')
    await userEvent.click(await within(box).findByRole('option', { name: /Elena Ruiz/ }))
    expect(within(box).queryByRole('option', { name: /Marta/ })).toBe(null)
    await userEvent.click(within(box).getByRole('button', { name: 'Quitar' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(queries).toEqual(['?entregar_a=5'])
    expect(readToasts()[0]).toMatchObject({
      text: 'Marta Ibáñez ya no está en la oficina',
      description: 'Elena Ruiz se hace cargo de 3 solicitudes.',
    })
  })

  it('a deactivation asks for a successor when the server requires one', async () => {
    server.use(http.put(at('/api/v1/update_user/:id/'), () => problem(400, 'handover_required')))
    drawDialog({ kind: 'deactivate', user: makeUser() })
    const box = await screen.findByRole('alertdialog')
    expect(within(box).queryByRole('combobox')).toBe(null)
    await userEvent.click(within(box).getByRole('button', { name: 'Desactivar' }))
    await within(box).findByText('Título. Qué hacer.')
    expect(within(box).getByRole('combobox').getAttribute('aria-invalid')).toBe('true')
  })

  it('a new password requires the caller’s own password', async () => {
    const bodies: unknown[] = []
    server.use(
      http.put(at('/api/v1/change_password_view/:id/'), async ({ request }) => {
        bodies.push(await request.json())
        return bodies.length === 1 ? problem(400, 'password_wrong') : HttpResponse.json({ id: idMarta })
      }),
    )
    const { onClose } = drawDialog({ kind: 'password', user: makeUser() })
    await dialog()
    await userEvent.type(screen.getByLabelText('Contraseña nueva'), 'una frase bastante larga')
    await userEvent.type(screen.getByLabelText('Tu contraseña'), 'otra')
    await press('Poner la contraseña')
    await waitFor(() => expect(screen.getByLabelText('Tu contraseña').getAttribute('aria-invalid')).toBe('true'))
    await press('Poner la contraseña')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodies[1]).toEqual({ password: 'una frase bastante larga', current_password: 'otra' })
  })

  it('a new invitation and the removal of the second factor are confirmed', async () => {
    const bodies: unknown[] = []
    const sent = { status: 'queued', expires_at: '2026-11-29T10:00:00.000Z', url: null }
    server.use(
      http.post(at('/api/v1/invite_user/:id/'), () => HttpResponse.json(sent)),
      http.put(at('/api/v1/update_user/:id/'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(makeUser())
      }),
    )
    drawDialog({ kind: 'invite', user: makeUser({ status: 'invitado' }) })
    await dialog()
    await press('Enviar la invitación')
    await waitFor(() => expect(toastTexts()).toEqual(['Invitación enviada a Marta Ibáñez']))
    drawDialog({ kind: 'totp', user: makeUser({ has_totp: true }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Quitar la verificación en dos pasos' }))
    expect((await screen.findByLabelText('Tu contraseña')).getAttribute('aria-invalid')).toBe('true')
    await userEvent.type(screen.getByLabelText('Tu contraseña'), 'la mía')
    await press('Quitar la verificación en dos pasos')
    await waitFor(() => expect(bodies).toEqual([{ quitar_totp: true, current_password: 'la mía' }]))
  })

  it('a new email address requires the caller’s own password and keeps what was typed', async () => {
    const bodies: unknown[] = []
    server.use(
      http.put(at('/api/v1/update_user/:id/'), async ({ request }) => {
        bodies.push(await request.json())
        return bodies.length === 1 ? problem(400, 'password_wrong') : HttpResponse.json(makeUser())
      }),
    )
    drawDialog(null, makeUser())
    await dialog()
    expect(screen.queryByLabelText('Tu contraseña')).toBeNull()
    const email = screen.getByLabelText('Correo')
    await userEvent.clear(email)
    await userEvent.type(email, 'nueva@condor.example')
    await press('Guardar')
    expect(bodies).toEqual([])
    await userEvent.type(await screen.findByLabelText('Tu contraseña'), 'la mía')
    await press('Guardar')
    expect(await screen.findByText('Título. Qué hacer.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Correo').value).toBe('nueva@condor.example')
    await press('Guardar')
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).toEqual({ email: 'nueva@condor.example', current_password: 'la mía' })
  })

  it('signing out everywhere is confirmed', async () => {
    const bodies: unknown[] = []
    server.use(
      http.put(at('/api/v1/update_user/:id/'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(makeUser())
      }),
    )
    drawDialog({ kind: 'sessions', user: makeUser() })
    await dialog()
    await press('Cerrar sus sesiones')
    await waitFor(() => expect(toastTexts()).toEqual(['Las sesiones de Marta Ibáñez están cerradas']))
    expect(bodies).toEqual([{ cerrar_sesiones: true }])
  })

  it('the invitation link is shown once and explained', async () => {
    const url = 'https://foja.example/elegir-clave#token=abc'
    const invitation = { status: 'held' as const, expires_at: '2026-11-29T10:00:00.000Z', url }
    drawDialog({ kind: 'link', user: makeUser(), invitation })
    const box = await dialog()
    expect(within(box).getByLabelText<HTMLInputElement>('Enlace de invitación').value).toBe(url)
    expect(box.textContent).toMatch(/El correo no está configurado/)
    expect(box.textContent).toMatch(/Sirve una sola vez, hasta el 29 nov/)
  })
})
