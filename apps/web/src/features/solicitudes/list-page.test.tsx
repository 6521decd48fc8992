import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ClientStateProvider, useClientState, type ClientActions } from '../../lib/session/client-state.tsx'
import { SessionProvider } from '../../lib/session/session.tsx'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server, signedIn, useServer } from '../../test/server.ts'
import { ListPage } from './components/list-page.tsx'
import { makeSolicitud } from './test/make.ts'

useServer()
beforeEach(() => {
  signedIn()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const group = (titulo: string): SolicitudMain => {
  const id_solicitud_main = `${titulo}-main`
  const request = makeSolicitud({ titulo, id_solicitud: `${titulo}-1`, id_solicitud_main })
  return { ...request.solicitud_main, id_solicitud_main, titulo, solicitudes: [{ ...request, description: [] }] }
}

/** Serves pages of 30 case files: «Page 1», «Page 2»… */
const serve = () => {
  const pages: string[] = []
  server.use(
    http.get(at('/api/v1/metrics/'), () => HttpResponse.json({ pendiente: 1, agendado: 0, concluido: 0 })),
    http.get(at('/api/v1/get_list_solicitud_main_type2/'), ({ request }) => {
      const page = new URL(request.url).searchParams.get('page') ?? ''
      pages.push(page)
      return HttpResponse.json({
        count: 30,
        count_exact: true,
        counts: { all: 30, pendiente: 30, agendado: 0, concluido: 0 },
        counts_exact: true,
        page: Number(page),
        page_size: 10,
        next: null,
        previous: null,
        results: [group(`Page ${page}`)],
      })
    }),
  )
  return pages
}

/** Draws the list over a state with `before`, and records the titles of every render. */
function draw(page: number, before: readonly SolicitudMain[] = []) {
  const shared: { actions?: ClientActions } = {}
  const onPage = vi.fn()
  function Page() {
    const state = useClientState()
    useEffect(() => {
      shared.actions = state
    })
    return <ListPage page={page} filters={{}} onPage={onPage} onFilters={() => {}} mayCreate />
  }
  function Before() {
    const { loadSolicitudes, solicitudes } = useClientState()
    if (solicitudes.length === 0 && before.length > 0) queueMicrotask(() => act(() => loadSolicitudes(before)))
    return before.length > 0 && solicitudes.length === 0 ? null : <Page />
  }
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <Before />
      </ClientStateProvider>
    </SessionProvider>,
  )
  return { onPage, change: (set: (actions: ClientActions) => void) => act(() => shared.actions && set(shared.actions)) }
}

describe('the list shows the shared client state:', () => {
  it('replacing the list changes the rows', async () => {
    serve()
    const { change } = draw(1)
    await screen.findAllByText('Page 1')
    change(({ loadSolicitudes }) => loadSolicitudes([group('Otro caso')]))
    expect(screen.getAllByText('Otro caso')).not.toEqual([])
    expect(screen.queryByText('Page 1')).toBeNull()
  })

  it('updating a request changes its row', async () => {
    serve()
    const { change } = draw(1)
    await screen.findAllByText('Page 1')
    const [changed] = group('Page 1').solicitudes
    change(({ updateSolicitud }) => changed && updateSolicitud({ ...changed, status: 'concluido' }))
    expect(within(screen.getByRole('table')).getByText('Concluido')).toBeTruthy()
  })

  it('setting the page fetches it and writes it to the address', async () => {
    const pages = serve()
    const { change, onPage } = draw(2)
    await screen.findAllByText('Page 2')
    expect(onPage).not.toHaveBeenCalled()
    change(({ setPage }) => setPage(3))
    await screen.findAllByText('Page 3')
    expect(onPage).toHaveBeenCalledWith(3)
    expect(pages).toEqual(['2', '3'])
  })

  it('rows of an earlier list are not shown while a page loads', async () => {
    serve()
    draw(1, [group('Antes')])
    await waitFor(() => expect(screen.getAllByText('Cargando')).not.toEqual([]))
    expect(screen.queryByText('Antes')).toBeNull()
    await screen.findAllByText('Page 1')
    expect(screen.queryByText('Antes')).toBeNull()
  })
})
