import { createMemoryHistory } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useClientState } from '../lib/session/client-state.tsx'
import { useSession } from '../lib/session/session.tsx'
import { useColorMode } from '../ui/theme/color-mode.ts'
import { at, http, HttpResponse, problem, server, sessionOf, useServer, visits } from '../test/server.ts'
import { Providers } from './providers.tsx'
import { App } from './app.tsx'
import { makeRouter } from './router.tsx'

useServer()

// jsdom cannot scroll.
beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}))

const setup = (needed: boolean) =>
  server.use(http.get(at('/api/v1/setup/'), () => HttpResponse.json({ needed, code_required: false })))

const routers: ReturnType<typeof makeRouter>[] = []

// A load that ends after the test would draw without a document.
afterEach(async () => {
  for (const router of routers.splice(0)) await vi.waitFor(() => expect(router.state.isLoading).toBe(false))
})

function open(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = makeRouter(history)
  routers.push(router)
  render(
    <Providers>
      <App router={router} />
    </Providers>,
  )
  return history
}

describe('the providers', () => {
  it('wrap every page in the session context, the theme and the shared client state', () => {
    function Probe() {
      const { status } = useSession()
      const { page, email } = useClientState()
      const { mode } = useColorMode()
      return <p>{[status, page, email === '', mode, document.documentElement.dataset['mode']].join(' ')}</p>
    }
    render(
      <Providers>
        <Probe />
      </Providers>,
    )
    expect(screen.getByText(/^loading 1 true system/)).toBeTruthy()
    expect(document.documentElement.dataset['mode']).toBe('light')
  })
})

describe('the route guards', () => {
  it('redirect to /bienvenida while there is no company', async () => {
    setup(true)
    const history = open('/solicitudes?page=2')
    await waitFor(() => expect(history.location.href).toBe('/bienvenida'))
    expect(await screen.findByLabelText('Nombre de la empresa')).toBeTruthy()
  })

  it('redirect to /ingresar without a session, and back afterwards', async () => {
    setup(false)
    const history = open('/solicitudes?page=2')
    await waitFor(() => expect(history.location.href).toBe('/ingresar?volver=%2Fsolicitudes%3Fpage%3D2'))
    expect(await screen.findByRole('button', { name: 'Ingresar' })).toBeTruthy()
  })

  it('allow share links without a session, with their own errors', async () => {
    server.use(http.get(at('/api/v1/get_document_share/'), () => problem(404, 'not_found')))
    const history = open('/compartido?share=123456')
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no abre nada' })).toBeTruthy()
    expect(history.location.href).toBe('/compartido?share=123456')
    expect(visits).toEqual([])
  })

  it('say that the server does not answer, instead of asking to sign in', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    server.use(http.get(at('/api/auth/session'), () => HttpResponse.error()))
    open('/solicitudes')
    expect(await screen.findByRole('heading', { name: 'El servidor no responde' })).toBeTruthy()
  })

  it('show the list with page and filters of the address to users with a session', async () => {
    const queries: string[] = []
    server.use(
      http.get(at('/api/auth/session'), () => HttpResponse.json(sessionOf())),
      http.get(at('/api/v1/details_users/'), () => problem(400, 'whatever')),
      http.get(at('/api/v1/metrics/'), () => HttpResponse.json({ pendiente: 0, agendado: 0, concluido: 0 })),
      http.get(at('/api/v1/get_list_solicitud_main_type2/'), ({ request }) => {
        queries.push(new URL(request.url).search)
        const counts = { all: 0, pendiente: 0, agendado: 0, concluido: 0 }
        const page = { count: 0, page: 1, page_size: 10, next: null, previous: null, results: [] }
        return HttpResponse.json({ ...page, count_exact: true, counts, counts_exact: true })
      }),
    )
    open('/solicitudes?q=pensión&status=pendiente')
    expect(await screen.findByText('Nada coincide con «pensión»')).toBeTruthy()
    expect(queries[0]).toBe('?page=1&pagination&q=pensi%C3%B3n&status=pendiente&page_size=10')
  })
})

describe('the main navigation', () => {
  const openAs = async (role: 'gestor' | 'usuario') => {
    const session = sessionOf()
    server.use(
      http.get(at('/api/auth/session'), () => HttpResponse.json({ ...session, user: { ...session.user, role } })),
      http.get(at('/api/v1/details_users/'), () => problem(400, 'whatever')),
      http.get(at('/api/v1/list_trust_anchors/'), () => HttpResponse.json([])),
    )
    open('/autoridades')
    // The first one is the sidebar, the other the phone's tab bar.
    const [nav] = await screen.findAllByRole('navigation', { name: 'Navegación principal' })
    return within(nav ?? document.body)
  }

  it.each(['gestor', 'usuario'] as const)('has the authorities beside verification for the role %s', async (role) => {
    const nav = await openAs(role)
    const links = nav.getAllByRole('link').map((link) => link.textContent)
    expect(links.indexOf('Pedidos')).toBe(links.indexOf('Solicitudes') + 1)
    expect(links.indexOf('Autoridades')).toBe(links.indexOf('Verificar') + 1)
    // Without admin pages there is no admin section.
    expect(nav.queryByText('Administración') === null).toBe(role === 'usuario')
  })
})
