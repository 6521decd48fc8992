import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ClientStateProvider } from '../../lib/session/client-state.tsx'
import { SessionProvider } from '../../lib/session/session.tsx'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server, signedIn, useServer } from '../../test/server.ts'
import { SearchButton } from './search-button.tsx'

useServer()

async function open() {
  signedIn()
  server.use(
    http.get(at('/api/v1/search/'), () => HttpResponse.json({ results: [] })),
    http.get(at('/api/v1/list_companies/'), () => HttpResponse.json([])),
  )
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <SearchButton nav={[]} onSignOut={() => {}} compact={false} />
      </ClientStateProvider>
    </SessionProvider>,
  )
  await screen.findByRole('button', { name: /Buscar/ })
}

const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more })

it('what is typed while the command bar loads arrives in its field', async () => {
  await open()
  press('k', { ctrlKey: true })
  for (const key of ['p', 'x', 'Backspace', 'e', 'n']) press(key)
  expect(screen.queryByRole('combobox')).toBeNull()
  const field = await screen.findByRole('combobox')
  await waitFor(() => expect(field).toBe(document.activeElement))
  await userEvent.keyboard('sión')
  expect(field).toHaveProperty('value', 'pensión')
})
