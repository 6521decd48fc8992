import type { LiveMessage } from '@foja/contracts/notifications'
import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { at, http, problem, server, signedIn, useServer } from '../../test/server.ts'
import { LiveUpdates } from './live-updates.tsx'
import { renderWithQueries } from '../../test/render.tsx'

let hear: (message: LiveMessage) => void = () => {}
vi.mock('../../lib/api/live.ts', () => ({
  subscribeLive: (listener: (message: LiveMessage) => void) => {
    hear = listener
    return () => {}
  },
}))

useServer()
beforeEach(() => signedIn())

it('failed queries are fetched again when the server is back', async () => {
  server.use(http.get(at('/api/v1/*'), () => problem(400, 'whatever')))
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('Aquí está')
  function Panel() {
    const { data, isError } = useQuery({ queryKey: ['company', 'x'], queryFn: ask })
    return <p>{isError ? 'Falló' : data}</p>
  }
  renderWithQueries(
    <>
      <LiveUpdates />
      <Panel />
    </>,
  )
  await screen.findByText('Falló')
  act(() => hear({ type: 'hello' }))
  expect(await screen.findByText('Aquí está')).toBeTruthy()
})
