import { useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../lib/api/call.ts'
import { noteReached } from '../../lib/api/connection.ts'
import { fetchSession } from '../../lib/session/session-client.ts'
import { LoadedList } from '../../shared/loaded-list.tsx'
import * as es from '../../test/es.ts'
import { renderWithQueries } from '../../test/render.tsx'
import { at, http, HttpResponse, server, useServer } from '../../test/server.ts'
import { OfflineBand } from './offline-band.tsx'
import { PublicLayout } from './public-layout.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

useServer()
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  noteReached(true)
  vi.restoreAllMocks()
})

function List() {
  const list = useQuery({ queryKey: ['list'], queryFn: () => call('GET', '/api/v1/list_companies/') })
  return (
    <LoadedList list={list} loading={3} nothing={<p>Nada</p>} isEmpty={() => false}>
      {() => <p>Filas</p>}
    </LoadedList>
  )
}

const show = () =>
  renderWithQueries(
    <>
      <List />
      <OfflineBand />
    </>,
  )

const answer = (reply: () => Response) => server.use(http.get(at('/api/v1/list_companies/'), reply))

it('a lost connection is said at once; afterwards the page loads again by itself', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answer(() => HttpResponse.error())
  show()
  expect(screen.getByText(es.app.connection.offline)).toBeTruthy()
  // No endless skeleton: the list says that it could not be loaded.
  expect(await screen.findByText(es.domain.loadFailedTitle)).toBeTruthy()
  online.mockReturnValue(true)
  answer(() => HttpResponse.json([]))
  act(() => noteReached(true))
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Filas')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(es.app.connection.text, { exact: false })).toBeNull())
})

it('a server that does not answer is said too, and a loaded list says that it is old', async () => {
  answer(() => HttpResponse.json([]))
  show()
  await screen.findByText('Filas')
  answer(() => HttpResponse.error())
  act(() => noteReached(false))
  expect(screen.getByText(es.app.connection.unreachable)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: es.app.retry }))
  expect(await screen.findByText(es.domain.stale)).toBeTruthy()
  expect(screen.getByText('Filas')).toBeTruthy()
})

it('a network that comes back before it works is asked again, without a press', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answer(() => HttpResponse.error())
  show()
  expect(await screen.findByText(es.domain.loadFailedTitle)).toBeTruthy()
  let failing = 1
  answer(() => {
    failing -= 1
    return failing >= 0 ? HttpResponse.error() : HttpResponse.json([])
  })
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByText(es.app.connection.unreachable)).toBeTruthy()
  expect(await screen.findByText('Filas')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(es.app.connection.unreachable)).toBeNull())
})

it.each([
  [
    'a public page',
    <PublicLayout key="public" home="/" renderLink={({ children }) => <span>{children}</span>}>
      {null}
    </PublicLayout>,
  ],
  ['the sign-in page', <SignInLayout key="sign-in">{null}</SignInLayout>],
])('%s says too that the server does not answer', (_name, page) => {
  render(page)
  expect(screen.queryByText(es.app.connection.unreachable)).toBeNull()
  act(() => noteReached(false))
  expect(screen.getByText(es.app.connection.unreachable)).toBeTruthy()
})

it('a sign-in that does not reach the server notes it', async () => {
  server.use(http.get(at('/api/auth/session'), () => HttpResponse.error()))
  render(<SignInLayout>{null}</SignInLayout>)
  await act(async () => {
    await expect(fetchSession()).rejects.toThrow()
  })
  expect(screen.getByText(es.app.connection.unreachable)).toBeTruthy()
})
