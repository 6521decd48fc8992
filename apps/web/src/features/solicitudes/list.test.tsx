import type { SolicitudMain, SolicitudMainPage } from '@foja/contracts/solicitudes'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ClientStateProvider } from '../../lib/session/client-state.tsx'
import { SessionProvider } from '../../lib/session/session.tsx'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server, sessionOf, signedIn, useServer } from '../../test/server.ts'
import { ListPage } from './components/list-page.tsx'
import { makeSolicitud } from './test/make.ts'

useServer()
beforeEach(() => signedIn())
afterEach(() => vi.restoreAllMocks())

const { solicitud_main } = makeSolicitud()
const [request] = solicitud_main.solicitudes
const group: SolicitudMain = {
  ...solicitud_main,
  solicitudes: [
    { ...request!, id_solicitud: 'AAAA-AAAA-AAAA-AAAA', status: 'concluido' },
    { ...request!, id_solicitud: 'BBBB-BBBB-BBBB-BBBB', status: 'agendado' },
  ],
}

function draw(change: Partial<SolicitudMainPage> = {}) {
  const page = { count: 1, count_exact: true, page: 1, page_size: 10, next: null, previous: null, results: [group] }
  const counts = { all: 4, pendiente: 1, agendado: 3, concluido: 0 }
  const list = { ...page, counts, counts_exact: true, ...change }
  server.use(
    http.get(at('/api/auth/session'), () => HttpResponse.json(sessionOf())),
    http.get(at('/api/v1/get_list_solicitud_main_type2/'), () => HttpResponse.json(list)),
    http.get(at('/api/v1/metrics/'), () => HttpResponse.json({ pendiente: 20, agendado: 30, concluido: 40 })),
  )
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <ListPage page={1} filters={{ q: 'x' }} onPage={() => {}} onFilters={() => {}} mayCreate={false} />
      </ClientStateProvider>
    </SessionProvider>,
  )
}

it('says how far the running requests of a case file are', async () => {
  draw({ results: [{ ...group, pedidos: { firmas: { hechos: 3, total: 5 }, documentos: null } }] })
  expect((await screen.findAllByText('Firmas pedidas: 3 de 5')).length).toBeGreaterThan(0)
  expect(screen.queryByText(/Documentos pedidos/)).toBeNull()
})

const chips = () =>
  within(screen.getByRole('radiogroup', { name: 'Estado' }))
    .getAllByRole('radio')
    .map((one) => one.closest('label')?.textContent?.trim())

describe('the list of case files', () => {
  it('counts the case files that it shows, by status', async () => {
    draw()
    await waitFor(() => expect(chips()).toEqual(['Todas4', 'Pendiente1', 'Agendado3', 'Concluido0']))
  })

  it('marks counts that are lower bounds, and leaves out those that say nothing', async () => {
    draw({ counts_exact: false, count_exact: false })
    await waitFor(() => expect(chips()).toEqual(['Todas4+', 'Pendiente1+', 'Agendado3+', 'Concluido']))
  })

  it('knows the exact count of the list itself although others are lower bounds', async () => {
    draw({ counts_exact: false, count: 4 })
    await waitFor(() => expect(chips()).toEqual(['Todas4', 'Pendiente1+', 'Agendado3+', 'Concluido']))
  })

  it('copies the code that the case page shows, and opens the request that is not concluded', async () => {
    const user = userEvent.setup()
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    draw()
    const link = await screen.findByRole('link', { name: group.titulo })
    expect(link.getAttribute('href')).toBe('/solicitudes/BBBB-BBBB-BBBB-BBBB')
    await user.click(screen.getByRole('button', { name: `Acciones de ${group.titulo}` }))
    const open = await screen.findByRole('menuitem', { name: 'Abrir' })
    expect(open.getAttribute('href')).toBe(link.getAttribute('href'))
    await user.click(screen.getByRole('menuitem', { name: 'Copiar el código' }))
    expect(write).toHaveBeenCalledWith(group.id_solicitud_main)
  })
})
