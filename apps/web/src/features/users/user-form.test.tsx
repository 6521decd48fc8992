import type { Invitation } from '@foja/contracts/users'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { resetSession } from '../../lib/session/session-store.ts'
import { ClientStateProvider } from '../../lib/session/client-state.tsx'
import { SessionProvider } from '../../lib/session/session.tsx'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server, sessionOf } from '../../test/server.ts'
import { readToasts } from '../../ui/toast-store.ts'
import { UserDialogs, type UserDialog } from './components/user-dialogs.tsx'
import { makeUser } from './test/make.ts'

usePages()

const other = '44444444-4444-4444-8444-444444444444'

type Given = { edited?: ReturnType<typeof makeUser>; dialog?: UserDialog | null }

async function draw({ edited, dialog = null }: Given) {
  const onClose = vi.fn()
  const onDialog = vi.fn()
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <UserDialogs
          fresh={edited === undefined}
          edited={edited}
          dialog={dialog}
          companies={edited !== undefined}
          onDialog={onDialog}
          onClose={onClose}
        />
      </ClientStateProvider>
    </SessionProvider>,
  )
  return { onClose, onDialog, box: await screen.findByRole('dialog') }
}

const queued: Invitation = { status: 'queued', expires_at: '2026-11-29T10:00:00.000Z', url: null }
const held: Invitation = { ...queued, status: 'held', url: 'https://foja/x#token=a' }

/** Answers updates; `invitation` is the one in the response. */
function moves(invitation: Invitation | null = queued) {
  const bodies: unknown[] = []
  server.use(
    http.get(at('/api/v1/list_companies/'), () =>
      HttpResponse.json([
        { id: makeUser().id_company, nombre: 'Cóndor Andino', activa: true },
        { id: other, nombre: 'Bufete Ríos', activa: true },
      ]),
    ),
    http.get(at('/api/v1/list_people/'), () =>
      HttpResponse.json([{ id: '5', nombre: 'Elena Ruiz', email: 'elena@condorandino.ec', role: 'mediador' }]),
    ),
    http.put(at('/api/v1/update_user/:id/'), async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ ...makeUser({ status: 'invitado' }), invitation })
    }),
  )
  return bodies
}

async function choose(box: HTMLElement, field: string, option: string) {
  await userEvent.click(within(box).getByRole('combobox', { name: field }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

describe('the user form', () => {
  it('asks for a successor when a user with open requests changes company, and announces the invitation email', async () => {
    const bodies = moves()
    const { box, onClose } = await draw({ edited: makeUser({ open_cases: 5 }) })
    const question = /Tiene 5 solicitudes abiertas/
    expect(within(box).queryByText(question)).toBeNull()
    await waitFor(() => expect(box.textContent).toContain('Cóndor Andino'))
    await choose(box, 'Empresa', 'Bufete Ríos')
    await within(box).findByText(question)
    await userEvent.click(within(box).getByRole('button', { name: 'Guardar' }))
    await within(box).findByText(/Elige a alguien/)
    expect(bodies).toEqual([])
    await userEvent.type(within(box).getByRole('combobox', { name: question }), 'elen')
    await userEvent.click(await within(box).findByRole('option', { name: /Elena Ruiz/ }))
    await userEvent.click(within(box).getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodies).toEqual([{ id_company: other, entregar_a: '5' }])
    expect(readToasts()[0]).toMatchObject({
      text: 'Cambios guardados',
      description: expect.stringMatching(
        /Recibirá un correo para elegir su propia contraseña.*Enviar otra invitación» en su menú le envía otro/,
      ),
    })
  }, 20_000)

  it('shows the invitation link when the server cannot send email', async () => {
    moves(held)
    const { box, onClose, onDialog } = await draw({ edited: makeUser() })
    await waitFor(() => expect(box.textContent).toContain('Cóndor Andino'))
    await choose(box, 'Empresa', 'Bufete Ríos')
    await userEvent.click(within(box).getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(onDialog).toHaveBeenCalledOnce())
    expect(onDialog.mock.calls[0]![0]).toMatchObject({ kind: 'link', invitation: held })
    expect(onClose).toHaveBeenCalled()
    expect(readToasts()[0]!.description).toBeUndefined()
  }, 20_000)

  it('asks for no successor for a user without a company; the server asks if needed', async () => {
    const { user, ...rest } = sessionOf()
    resetSession({ data: { ...rest, user: { ...user, role: 'admin', id_company: null } }, status: 'authenticated' })
    const bodies = moves()
    const withoutCompany = makeUser({ role: 'admin', id_company: null, company: null, open_cases: 3 })
    const { box, onClose } = await draw({ edited: withoutCompany })
    await choose(box, 'Rol', 'Gestión')
    await choose(box, 'Empresa', 'Bufete Ríos')
    expect(box.textContent).not.toContain('Quién se hace cargo')
    await userEvent.click(within(box).getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodies).toEqual([{ role: 'gestor', id_company: other }])
  }, 20_000)

  it('asks for the caller’s password right below a changed email address', async () => {
    const { box } = await draw({ edited: makeUser() })
    await userEvent.type(within(box).getByLabelText('Correo'), 'x')
    const labels = Array.from(box.querySelectorAll('label')).map((label) => label.textContent)
    const at = labels.findIndex((label) => label.startsWith('Correo'))
    expect(labels[at + 1]).toMatch(/^Tu contraseña/)
  })

  it('keeps the focus on the radio buttons when the way to sign in changes', async () => {
    const { box } = await draw({})
    act(() => within(box).getByRole('radio', { name: 'Con una invitación' }).focus())
    await userEvent.keyboard('{ArrowRight}')
    expect(within(box).getByLabelText('Contraseña')).toBeTruthy()
    expect(document.activeElement).toBe(within(box).getByRole('radio', { name: 'Con una contraseña' }))
  })
})

describe('the dialog with the invitation link', () => {
  const link = { kind: 'link' as const, user: makeUser(), invitation: held }

  it('stays open until the link was copied', async () => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async () => {} } })
    const { box, onClose } = await draw({ dialog: link })
    await userEvent.keyboard('{Escape}')
    expect(within(box).getByRole('button', { name: 'Cerrar' })).toHaveProperty('disabled', true)
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(within(box).getByRole('button', { name: 'Copiar el enlace' }))
    await waitFor(() => expect(within(box).getByRole('button', { name: 'Cerrar' })).toHaveProperty('disabled', false))
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('can be closed with its button without copying', async () => {
    const { box, onClose } = await draw({ dialog: link })
    await userEvent.click(within(box).getByRole('button', { name: 'Listo' }))
    expect(onClose).toHaveBeenCalledOnce()
  })
})

describe('reactivating a user', () => {
  const reactivate = { kind: 'reactivate' as const, user: makeUser({ status: 'desactivado' }) }

  it('announces the invitation when the user has no password', async () => {
    moves()
    const { box, onClose } = await draw({ dialog: reactivate })
    await userEvent.click(within(box).getByRole('button', { name: 'Reactivar' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(readToasts()[0]).toMatchObject({ description: `Invitación enviada a ${makeUser().email}` })
  })

  it('announces that the user can sign in when they have a password', async () => {
    moves(null)
    const { box, onClose } = await draw({ dialog: reactivate })
    await userEvent.click(within(box).getByRole('button', { name: 'Reactivar' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(readToasts()[0]).toMatchObject({ text: expect.stringContaining('puede ingresar otra vez') })
    expect(readToasts()[0]!.description).toBeUndefined()
  })

  it('shows the invitation link when the server cannot send email', async () => {
    moves(held)
    const { box, onDialog } = await draw({ dialog: reactivate })
    await userEvent.click(within(box).getByRole('button', { name: 'Reactivar' }))
    await waitFor(() => expect(onDialog).toHaveBeenCalledOnce())
    expect(onDialog.mock.calls[0]![0]).toMatchObject({ kind: 'link', invitation: held })
  })
})
