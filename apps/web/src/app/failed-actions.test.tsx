import { endpoints } from '@foja/contracts/endpoints'
import { buildPath, type Endpoint } from '@foja/contracts/endpoint'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describePlace } from '../features/session/components/refresh-page.tsx'
import { call } from '../lib/api/call.ts'
import { actingGets, actionOf, clearFailure, loads, repeatable } from '../lib/api/failure.ts'
import { nameOf, staysOnPage } from '../lib/api/hand-back.ts'
import { safeReturn } from '../lib/router/paths.ts'
import { useFormSend } from '../shared/use-form-send.ts'
import * as en from '../test/en.ts'
import * as es from '../test/es.ts'
import { at, http, HttpResponse, problem, server, sessionOf, useServer } from '../test/server.ts'
import { Field } from '../ui/field.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { Input } from '../ui/input.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { App } from './app.tsx'
import { Providers } from './providers.tsx'
import { searchReaders } from './route-search.ts'
import { makeRouter } from './router.tsx'
import { renderWithQueries } from '../test/render.tsx'

const pathOf = ({ path }: Endpoint) => buildPath(path, { id: 'x', token: 'x', handle: 'x', page: 1 })
const actions = endpoints.filter((one) => actionOf(one.method, one.path) !== null)

let send: () => Promise<unknown> = async () => {}

/** A dialog with text and a password, as on any screen. */
function Dialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [password, setPassword] = useState('')
  const form = useFormSend({ send: () => send(), fields: [], onDone: onClose })
  return (
    <FormModal title="Diálogo" submit="Enviar" {...form.state} onSubmit={() => form.submit()} onClose={onClose}>
      <Field label="Mensaje">
        <Input value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Field label="Clave">
        <PasswordInput value={password} onChange={(event) => setPassword(event.target.value)} />
      </Field>
    </FormModal>
  )
}

vi.mock('./routes/bin-route.tsx', () => ({
  BinRoute: () => {
    const [open, setOpen] = useState(false)
    const [text, setText] = useState('')
    return (
      <main>
        <h1>Página</h1>
        <form>
          <input aria-label="Notas" value={text} onChange={(event) => setText(event.target.value)} />
        </form>
        <button onClick={() => setOpen(true)}>Abrir</button>
        <button onClick={() => void send().catch(() => {})}>Hacer</button>
        {open && <Dialog onClose={() => setOpen(false)} />}
      </main>
    )
  },
}))

useServer()

/** The page on which the session was asked for. */
const visited: string[] = []
const session = http.get(at('/api/auth/session'), () => {
  visited.push(window.location.pathname)
  return HttpResponse.json(sessionOf())
})

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  server.use(session)
})
afterEach(() => {
  // Before the session is reset, on which a mounted page would leave.
  cleanup()
  clearFailure()
  visited.length = 0
})

async function open() {
  window.history.replaceState(null, '', '/papelera')
  renderWithQueries(
    <Providers>
      <App router={makeRouter()} />
    </Providers>,
  )
  await screen.findByRole('heading', { name: 'Página' })
}

async function openDialog() {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Abrir' }))
  await screen.findByRole('dialog')
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const detail = 'El servidor dice por qué.'

const statuses = [403, 404, 409, 429, 500, 0] as const
const replyOf = (status: number, action = '') =>
  status === 0 ? HttpResponse.error() : problem(status, 'internal_error', { detail, request_id: `${status}·${action}` })

const dialog = () => document.querySelector('[role=dialog]')
const shown = (text: string) => waitFor(() => expect(dialog()?.textContent).toContain(text))

/** Sends the dialog once and expects the failure in it. The queries avoid roles, which are slow to compute. */
async function failOnce(endpoint: Endpoint, action: string, status: (typeof statuses)[number]) {
  server.resetHandlers()
  server.use(
    session,
    http.all(at(pathOf(endpoint)), () => replyOf(status, action)),
  )
  type('Clave', 'secreta')
  visited.length = 0
  fireEvent.submit(dialog()?.querySelector('form') as HTMLFormElement)
  if (status === 0) {
    await shown(repeatable.includes(action) ? es.domain.tryAgainLater : es.failure.unanswered)
    expect(visited).toEqual([])
  } else if (staysOnPage(endpoint.path, status)) {
    await shown(detail)
    expect(visited).toEqual([])
  } else {
    await shown(`${status}·${action}`)
    await waitFor(() => expect(window.location.pathname).toBe('/papelera'))
    expect(visited).toEqual(['/refresh'])
    for (const words of [es.failure.actions[action]!, detail, es.failure.keptButSecret])
      expect(dialog()?.textContent).toContain(words)
    expect(field('Clave').value).toBe('')
    // The server's words only once.
    expect(dialog()?.querySelector('[role=alert]')).toBeNull()
  }
  expect(field('Mensaje').value).toBe('Lo escrito')
}

/** A plain call, one with a key of repetition, and one whose page handles a status; screen-failures has them all. */
const kinds = ['send_solicitud', 'custom_pdf_signing', 'end_session']

describe('the failure of a call', () => {
  it.each(statuses)('is reported in the open dialog, with what was typed: %i', async (status) => {
    await openDialog()
    type('Mensaje', 'Lo escrito')
    for (const endpoint of actions.filter(({ path }) => kinds.includes(nameOf(path) ?? ''))) {
      const action = actionOf(endpoint.method, endpoint.path) ?? ''
      const body = { ...(endpoint.method === 'GET' ? {} : { body: {} }), params: { id: 'x' } } as never
      send = () => call(endpoint.method, endpoint.path as '/api/v1/send_solicitud/', body)
      await failOnce(endpoint, action, status)
    }
  })

  it('on the page itself is reported over it, until it is closed', async () => {
    await open()
    type('Notas', 'Lo escrito')
    server.use(http.post(at('/api/v1/read_notifications/'), () => replyOf(500)))
    send = () => call('POST', '/api/v1/read_notifications/', { body: {} } as never)
    fireEvent.click(screen.getByRole('button', { name: 'Hacer' }))
    expect(await screen.findByText(es.failure.actions['read_notifications']!)).toBeTruthy()
    await waitFor(() => expect(window.location.pathname).toBe('/papelera'))
    expect(screen.getByText(es.failure.kept)).toBeTruthy()
    expect(field('Notas').value).toBe('Lo escrito')
    await waitFor(() => expect(document.activeElement?.textContent).toContain(es.failure.actions['read_notifications']))
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByText(es.failure.actions['read_notifications']!)).toBeNull()
  })

  it('with a wait counts down in its button', async () => {
    await openDialog()
    server.use(
      http.post(at('/api/v1/send_solicitud/'), () =>
        HttpResponse.json(
          { type: '', title: '', status: 429, detail, code: 'too_many_attempts', request_id: 'r-9' },
          { status: 429, headers: { 'Retry-After': '75' } },
        ),
      ),
    )
    send = () => call('POST', '/api/v1/send_solicitud/', { body: {} } as never)
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }))
    const waiting = await screen.findByRole('button', { name: 'Enviar en 1:15' })
    expect(waiting.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('timer').textContent).toBe(es.failure.retryIn('1:15'))
  })
})

it('every call that a user starts has a sentence in both languages, and no sentence is left over', () => {
  const names = [...new Set(actions.map((one) => actionOf(one.method, one.path)))].sort()
  expect(Object.keys(es.failure.actions).sort()).toEqual(names)
  expect(Object.keys(en.failure.actions).sort()).toEqual(names)
  const known = new Set(endpoints.map(({ path }) => path.split('/')[3]))
  for (const name of [...loads, ...actingGets, ...repeatable]) expect(known).toContain(name)
})

it('/refresh names every page that it can return to', () => {
  const pages = Object.keys(searchReaders).filter((path) => safeReturn(path) === path)
  expect(pages.length).toBeGreaterThan(15)
  for (const { places } of [es.refresh, en.refresh] as const) {
    expect(Object.keys(places).sort()).toEqual(pages.sort())
    const shown = pages.map((path) => describePlace(path.replace('$id', 'AB-12'), places))
    expect(new Set(shown).size).toBe(pages.length)
  }
})
