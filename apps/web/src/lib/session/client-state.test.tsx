import type { Solicitud, SolicitudMain } from '@foja/contracts/solicitudes'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { createSolicitudMain } from '../../features/solicitudes/api/send-files.ts'
import { fetchSolicitudMain } from '../../features/solicitudes/api/solicitudes.ts'
import { at, http, HttpResponse, problem, server, sessionOf, signedIn, useServer } from '../../test/server.ts'
import { ClientStateProvider, useClientState } from './client-state.tsx'
import { signOut } from './session-store.ts'
import { SessionProvider } from './session.tsx'

useServer()

const solicitud = (id: string, main: string, titulo = 'Una'): Solicitud => ({
  id_solicitud: id,
  id_solicitud_main: main,
  titulo,
  tipo: null,
  notas: null,
  status: 'pendiente',
  fecha_agendada: null,
  lugar: null,
  partes: [],
  asignado_a: null,
  description: [],
  version: 1,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
})

const group = (main: string, ...ids: string[]): SolicitudMain => ({
  id_solicitud_main: main,
  titulo: 'Caso',
  id_company: '22222222-2222-4222-8222-222222222222',
  created_by: { id: '11111111-1111-4111-8111-111111111111', nombre: 'Lucía', email: 'l@x.ec' },
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  solicitudes: ids.map((id) => solicitud(id, main)),
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <SessionProvider>
    <ClientStateProvider>{children}</ClientStateProvider>
  </SessionProvider>
)

const noSession = () => server.use(http.get(at('/api/auth/session'), () => HttpResponse.json({})))

function open() {
  return renderHook(() => useClientState(), { wrapper })
}

describe('shared client state', () => {
  it('starts with no email, no role, no solicitudes and page 1', () => {
    noSession()
    expect(open().result.current).toMatchObject({ email: '', role: '', solicitudes: [], page: 1 })
  })

  it('has email and role of the signed-in user', async () => {
    signedIn()
    const { result } = open()
    await waitFor(() => expect(result.current).toMatchObject({ email: 'lucia@condorandino.ec', role: 'gestor' }))
  })

  it('clears email and role on sign-out', async () => {
    signedIn()
    const { result } = open()
    await waitFor(() => expect(result.current.role).toBe('gestor'))
    server.use(
      http.get(at('/api/auth/csrf'), () => HttpResponse.json({ csrfToken: 't' })),
      http.post(at('/api/auth/signout'), () => HttpResponse.json({ url: at('/') })),
    )
    await act(signOut)
    expect(result.current).toMatchObject({ email: '', role: '' })
  })

  it('replaces the whole list', () => {
    signedIn()
    const { result } = open()
    act(() => result.current.loadSolicitudes([group('A', 'a1'), group('B', 'b1')]))
    act(() => result.current.loadSolicitudes([group('C', 'c1')]))
    expect(result.current.solicitudes.map((one) => one.id_solicitud_main)).toEqual(['C'])
  })

  it('replaces the request with that id in its group, and no other', () => {
    signedIn()
    const { result } = open()
    act(() => result.current.loadSolicitudes([group('A', '1', '2'), group('B', '1')]))
    act(() => result.current.updateSolicitud(solicitud('1', 'A', 'Cambiada')))
    expect(result.current.solicitudes.map((one) => one.solicitudes.map((s) => s.titulo))).toEqual([
      ['Cambiada', 'Una'],
      ['Una'],
    ])
  })

  it('stores the page', () => {
    signedIn()
    const { result } = open()
    act(() => result.current.setPage(4))
    expect(result.current.page).toBe(4)
  })

  it.each([200, 201])('appends a group after a response of %i, and returns status and data', async (status) => {
    signedIn()
    const sent: unknown[] = []
    server.use(
      http.post(at('/destino/'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(group('B', 'b1'), { status })
      }),
    )
    const { result } = open()
    act(() => result.current.loadSolicitudes([group('A', 'a1')]))
    const added = { id_solicitud_main: 'B', solicitudes: [{ id_solicitud: 'b1' }] }
    const reply = await act(() => result.current.addGroup(added, '/destino/'))
    expect(sent).toEqual([added])
    expect(reply).toEqual({ status, data: group('B', 'b1') })
    expect(result.current.solicitudes.map((one) => one.id_solicitud_main)).toEqual(['A', 'B'])
  })

  it.each([202, 400])('does not append after %i, and still returns status and data', async (status) => {
    signedIn()
    server.use(
      http.post(at('/destino/'), () =>
        status === 400 ? problem(400, 'id_in_use') : HttpResponse.json({}, { status }),
      ),
    )
    const { result } = open()
    const reply = await act(() => result.current.addGroup(group('B', 'b1'), '/destino/'))
    expect(reply).toMatchObject({ status })
    expect(reply).toHaveProperty('data')
    expect(result.current.solicitudes).toEqual([])
  })

  it('sends the group to any target, also to a function', async () => {
    signedIn()
    const { result } = open()
    const reply = await act(() =>
      result.current.addGroup(group('Z', 'z1'), async ({ id_solicitud_main }) => ({
        status: 201,
        data: id_solicitud_main,
      })),
    )
    expect(reply).toEqual({ status: 201, data: 'Z' })
    expect(result.current.solicitudes).toEqual([group('Z', 'z1')])
  })
})

describe('calls of the list', () => {
  it('create a group with files and data, and return status and text of the response', async () => {
    signedIn()
    let parts: string[] = []
    server.use(
      http.post(at('/api/v1/list_solicitud_main_type/'), async ({ request }) => {
        const text = await request.text()
        parts = Array.from(text.matchAll(/ name="(\w+)"/g), ([, name = '']) => name)
        return HttpResponse.text('creado', { status: 201 })
      }),
    )
    const file = new File(['%PDF-1.7'], 'a.pdf')
    const main = { id_solicitud_main: 'AAAA-BBBB-CCCC-DDDD', solicitudes: [] }
    expect(await createSolicitudMain(main, [file, file])).toEqual({ status: 201, text: 'creado' })
    expect(parts.toSorted()).toEqual(['data', 'files', 'files'])
  })

  it("take a page and an extra query string, '&pagination' by default", async () => {
    signedIn(sessionOf().accessToken)
    const queries: string[] = []
    server.use(
      http.get(at('/api/v1/get_list_solicitud_main_type2/'), ({ request }) => {
        queries.push(new URL(request.url).search)
        return HttpResponse.json([])
      }),
    )
    await fetchSolicitudMain(3)
    await fetchSolicitudMain(1, '&status=pendiente')
    expect(queries).toEqual(['?page=3&pagination', '?page=1&status=pendiente'])
  })
})
