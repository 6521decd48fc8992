import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ClientStateProvider } from '../../lib/session/client-state.tsx'
import { SessionProvider } from '../../lib/session/session.tsx'
import { at, http, HttpResponse, problem, server, sessionOf, signedIn, useServer } from '../../test/server.ts'
import { ShareModal, type ShareTab } from './components/share-modal.tsx'
import { qrPicture } from '../../lib/files/qr-picture.ts'
import { renderWithQueries } from '../../test/render.tsx'

useServer()
beforeEach(() => signedIn())

const document = { id_documento: '33333333-3333-4333-8333-333333333333', nombre: 'Acta.pdf' }
const person = (nombre: string, digit: string) => ({
  id: `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`,
  nombre,
  email: `${nombre.toLowerCase()}@ejemplo.ec`,
  role: 'usuario',
})
const [rosa, bruno] = [person('Rosa', '5'), person('Bruno', '6')]

const open = (...tabs: ShareTab[]) =>
  renderWithQueries(
    <SessionProvider>
      <ClientStateProvider>
        <ShareModal document={document} onClose={() => {}} tabs={tabs} />
      </ClientStateProvider>
    </SessionProvider>,
  )

describe('creating a share link', () => {
  it('repeats the same call until it is answered, then shows link and QR code once', async () => {
    const sent: { key: string }[] = []
    server.use(
      http.get(at('/api/v1/list_share/:id/'), () => HttpResponse.json([])),
      http.post(at('/api/v1/create_share_document/'), async ({ request }) => {
        sent.push((await request.json()) as { key: string })
        if (sent.length === 1) return problem(400, 'share_expiry_in_past')
        return HttpResponse.json({ url: 'https://foja.ec/compartido?share=abc' }, { status: 201 })
      }),
    )
    open('link')
    await userEvent.type(await screen.findByLabelText(/^Contraseña/), 'abcdefgh')
    await userEvent.type(screen.getByLabelText(/^Aperturas máximas/), '3')
    const button = screen.getByRole('button', { name: 'Crear enlace' })
    await userEvent.click(button)
    await screen.findByRole('alert')
    await userEvent.click(button)
    expect(await screen.findByLabelText('Enlace')).toHaveProperty('value', 'https://foja.ec/compartido?share=abc')
    expect(await screen.findByRole('img', { name: 'Código QR del enlace' })).toBeTruthy()
    expect(sent[0]).toMatchObject({ password: 'abcdefgh', max_views: 3, allow_download: true })
    expect(sent[1]).toEqual(sent[0])
  })

  it('says that a link to this computer only opens here', async () => {
    server.use(
      http.get(at('/api/v1/list_share/:id/'), () => HttpResponse.json([])),
      http.post(at('/api/v1/create_share_document/'), () =>
        HttpResponse.json({ url: 'http://127.0.0.1:3000/compartido?share=abc' }, { status: 201 }),
      ),
    )
    open('link')
    await userEvent.click(await screen.findByRole('button', { name: 'Crear enlace' }))
    await screen.findByText('Este enlace solo se abre en este equipo. Para enviarlo, configura PUBLIC_URL.')
    await screen.findByText('Con el teléfono no se abre: el enlace es de este equipo.')
  })

  it('draws the QR code with a quiet zone of four modules', () => {
    const { size, path } = qrPicture('https://foja.ec')
    expect(size).toBe(25 + 8)
    // The corner of the first finder pattern (ISO/IEC 18004, 6.3.3).
    expect(path.startsWith('M4 4h1v1h-1z')).toBe(true)
  })
})

describe('sharing with users of the company', () => {
  it('finds, selects and saves users of the document’s company, without the current user', async () => {
    const saved: unknown[] = []
    const office = '7d3a3c1e-5f0b-4b7e-9a55-0c1d2e3f4a5b'
    const self = { ...person('Lucía', '1'), id: sessionOf().user.id }
    server.use(
      http.get(at('/api/v1/user_shared/:id/'), () => HttpResponse.json({ users: [rosa], id_company: office })),
      http.get(at('/api/v1/list_people/'), ({ request }) => {
        const query = new URL(request.url).searchParams
        const q = query.get('q')
        if (query.get('id_company') !== office) return HttpResponse.json([])
        return HttpResponse.json(q === null ? [self, rosa, bruno] : [bruno])
      }),
      http.post(at('/api/v1/user_shared/update/:id/'), async ({ request }) => {
        saved.push(await request.json())
        return HttpResponse.json({ users: [bruno], id_company: office })
      }),
    )
    open('people')
    const save = await screen.findByRole('button', { name: 'Guardar' })
    expect(save).toHaveProperty('disabled', true)
    const list = await screen.findByRole('list', { name: 'Personas de la oficina' })
    expect(within(list).queryByRole('checkbox', { name: 'Lucía' })).toBe(null)
    await userEvent.click(screen.getByRole('button', { name: 'Quitar a Rosa' }))
    await userEvent.type(screen.getByLabelText('Buscar por nombre o correo'), 'bru')
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Rosa' })).toBe(null))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Bruno' }))
    expect(screen.getByText('Nueva')).toBeTruthy()
    await userEvent.click(save)
    await waitFor(() => expect(saved).toEqual([{ users: [bruno.id] }]))
    await waitFor(() => expect(screen.queryByText('Nueva')).toBe(null))
  })

  it('is not offered for a document without a company', async () => {
    server.use(http.get(at('/api/v1/user_shared/:id/'), () => HttpResponse.json({ users: [], id_company: null })))
    open('people')
    await screen.findByText(/no pertenece a una empresa/)
    expect(screen.queryByLabelText('Buscar por nombre o correo')).toBe(null)
  })
})
