import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Role } from '@foja/contracts/roles'
import { expect, it } from 'vitest'
import { resetSession } from '../../lib/session/session-store.ts'
import { ClientStateProvider } from '../../lib/session/client-state.tsx'
import { SessionProvider } from '../../lib/session/session.tsx'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server, sessionOf, useServer } from '../../test/server.ts'
import { askFrom } from './ask-from.ts'
import { AppCommands } from './app-commands.tsx'

useServer()

const nav = [{ items: [{ to: '/empresas', label: 'Mi empresa', icon: null, active: false }] }]

function openAs(role: Role) {
  const session = sessionOf()
  resetSession({ data: { ...session, user: { ...session.user, role } }, status: 'authenticated' })
  server.use(
    http.get(at('/api/v1/search/'), () => HttpResponse.json({ results: [] })),
    http.get(at('/api/v1/list_companies/'), () => HttpResponse.json([])),
  )
  return drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <AppCommands open onOpenChange={() => {}} nav={nav} onSignOut={() => {}} />
      </ClientStateProvider>
    </SessionProvider>,
  )
}

/** Offered where no command matches. */
const suggested = ['Firmar un PDF', 'Pedir firmas']

/** The labels that the command bar offers for a word. */
async function found(word: string): Promise<string[]> {
  const input = screen.getByRole('combobox')
  await userEvent.clear(input)
  await userEvent.type(input, word)
  return screen
    .getAllByRole('option')
    .map((option) => option.textContent)
    .filter((label) => !label.startsWith('Buscar'))
}

it.each([
  ['nivel', ['Ajustes de firma']],
  ['sello', ['Ajustes de firma']],
  ['logo', ['Mi empresa']],
  ['datos personales', ['Privacidad']],
  ['invitar', ['Nuevo usuario', 'Importar usuarios']],
  ['dos pasos', ['Mi perfil']],
  ['sesiones', ['Mi perfil']],
  ['contraseña', ['Mi perfil']],
  ['nueva empresa', ['Nueva empresa']],
])('the command bar finds settings pages by the synonym %s', async (word, labels) => {
  openAs('admin')
  await screen.findByRole('combobox')
  expect(await found(word)).toEqual(labels)
})

it('the command bar opens a settings page', async () => {
  const page = openAs('gestor')
  await screen.findByRole('combobox')
  await found('importar')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(page.href()).toBe('/usuarios?importar=1'))
})

it.each([
  ['/solicitudes/AAAA-AAAA-AAAA-AAAA', '/pedidos/nuevo?solicitud=AAAA-AAAA-AAAA-AAAA'],
  ['/documentos/33333333-3333-4333-8333-333333333333', '/pedidos/nuevo?documento=33333333-3333-4333-8333-333333333333'],
  ['/solicitudes/nueva', '/pedidos/nuevo'],
  ['/agenda', '/pedidos/nuevo'],
])('the command bar asks for signatures on what %s shows', (pathname, to) => expect(askFrom(pathname)).toBe(to))

it('the command bar offers to ask for signatures', async () => {
  const page = openAs('usuario')
  await screen.findByRole('combobox')
  expect(await found('destinatario')).toEqual(['Pedir firmas'])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(page.href()).toBe('/pedidos/nuevo'))
})

it('the command bar hides settings pages from users who may not see them', async () => {
  openAs('usuario')
  await screen.findByRole('combobox')
  for (const word of ['nivel', 'invitar', 'importar', 'nueva empresa']) expect(await found(word)).toEqual(suggested)
  expect(await found('contraseña')).toEqual(['Mi perfil'])
})
