import { useQuery } from '@tanstack/react-query'
import { act, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { withQueries } from '../../app/queries.tsx'
import { at, http, HttpResponse, server, sessionOf, useServer } from '../../test/server.ts'
import { ClientStateProvider, useClientState } from './client-state.tsx'
import { useDraft } from './draft.ts'
import { readFiles, writeFiles } from '../files/file-store.ts'
import { getOwner } from './owner.ts'
import { getSessionState, refreshSession, resetSession } from './session-store.ts'
import { SessionProvider } from './session.tsx'

useServer()
beforeEach(() => localStorage.clear())

const lucia = sessionOf()
const mateo = {
  ...sessionOf('access-2'),
  user: { ...lucia.user, id: '33333333-3333-4333-8333-333333333333', name: 'Mateo', email: 'mateo@condorandino.ec' },
}

/** Changes the session on the server and refreshes it in the page. */
const becomes = (session: object) =>
  act(async () => {
    server.use(http.get(at('/api/auth/session'), () => HttpResponse.json(session)))
    await refreshSession()
  })

/** Mounts a page, types a word and unmounts it. */
function draftOf(word?: string): string {
  const { result, unmount } = renderHook(() => useDraft('wizard', 'nothing'))
  if (word !== undefined) act(() => result.current[1](word))
  const [value] = result.current
  unmount()
  return value
}

const namesOf = async () => [...(await readFiles('draft-1')).keys()]

it('draft and files survive an expired session of the same user', async () => {
  await becomes(lucia)
  draftOf('mine')
  await writeFiles('draft-1', new Map([['a', new File(['a'], 'a.pdf')]]))
  await becomes({})
  await becomes(lucia)
  expect(draftOf()).toBe('mine')
  expect(await namesOf()).toEqual(['a'])
})

it.each(['in place of a session that ran out', 'from another tab'])(
  'draft and files are deleted before the session of another user is visible, %s',
  async (how) => {
    await becomes(lucia)
    draftOf('mine')
    await writeFiles('draft-1', new Map([['a', new File(['a'], 'a.pdf')]]))
    if (how !== 'from another tab') await becomes({})
    await becomes(mateo)
    expect(getSessionState().data?.user.name).toBe('Mateo')
    expect(Object.keys(sessionStorage)).toEqual([])
    expect(draftOf()).toBe('nothing')
    expect(await namesOf()).toEqual([])
  },
)

it('the draft of another user is deleted also after a reload', async () => {
  await becomes(lucia)
  draftOf('mine')
  resetSession()
  await becomes(mateo)
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('a page mounted during the change of users stores nothing', async () => {
  await becomes(lucia)
  const { result } = renderHook(() => useDraft('wizard', 'nothing'))
  await becomes(mateo)
  act(() => result.current[1]('late'))
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('shared solicitudes are cleared for another user, not for the same one', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionProvider>
      <ClientStateProvider>{children}</ClientStateProvider>
    </SessionProvider>
  )
  await becomes(lucia)
  const { result } = renderHook(() => useClientState(), { wrapper })
  act(() => result.current.loadSolicitudes([{ id_solicitud_main: 'A' } as never]))
  await becomes({})
  await becomes(lucia)
  expect(result.current.solicitudes).toHaveLength(1)
  await becomes(mateo)
  expect(result.current).toMatchObject({ solicitudes: [], page: 1, email: 'mateo@condorandino.ec' })
})

it('data fetched for one user is never rendered for another', async () => {
  const drawn: string[] = []
  const queryFn = vi.fn(() =>
    Promise.resolve(`of ${getOwner() ?? ''} with ${getSessionState().data?.accessToken ?? ''}`),
  )
  const Page = withQueries(function Probe() {
    const { data } = useQuery({ queryKey: ['probe'], queryFn, staleTime: Infinity })
    const name = getSessionState().data?.user.name ?? ''
    drawn.push(`${name}: ${data ?? 'nothing'}`)
    return <p>{data}</p>
  })
  await becomes(lucia)
  render(<Page />)
  expect(await screen.findByText(`of ${lucia.user.id} with access-1`)).toBeTruthy()
  await becomes(mateo)
  expect(await screen.findByText(`of ${mateo.user.id} with access-2`)).toBeTruthy()
  expect(queryFn).toHaveBeenCalledTimes(2)
  expect(drawn).not.toContain(`Mateo: of ${lucia.user.id} with access-1`)
})
