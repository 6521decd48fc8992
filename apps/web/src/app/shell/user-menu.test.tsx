import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ClientStateProvider, useClientState } from '../../lib/session/client-state.tsx'
import { SessionProvider } from '../../lib/session/session.tsx'
import { refreshSession } from '../../lib/session/session-store.ts'
import { useMay } from '../../shared/use-may.ts'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server, sessionOf, signedIn, useServer } from '../../test/server.ts'
import { UserMenu } from './user-menu.tsx'

useServer()

const seen: string[] = []

function Account() {
  const { email, role } = useClientState()
  seen.push(`${email} ${role} ${String(useMay('user.list'))}`)
  return (
    <UserMenu
      compact={false}
      user={{ name: 'Lucía', role, email }}
      onSignOut={() => {}}
      renderLink={({ children }) => <a href="/">{children}</a>}
    />
  )
}

it('the account menu shows email and role of the shared state, and permissions follow the role', async () => {
  signedIn()
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <Account />
      </ClientStateProvider>
    </SessionProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /Lucía/ }))
  expect(await screen.findByText('lucia@condorandino.ec')).toBeTruthy()
  const session = sessionOf()
  server.use(
    http.get(at('/api/auth/session'), () =>
      HttpResponse.json({ ...session, user: { ...session.user, email: 'otra@condorandino.ec', role: 'usuario' } }),
    ),
  )
  await act(refreshSession)
  expect(await screen.findByText('otra@condorandino.ec')).toBeTruthy()
  // No render has the session of one and the role of the other.
  expect([...new Set(seen)]).toEqual(['lucia@condorandino.ec gestor true', 'otra@condorandino.ec usuario false'])
})
