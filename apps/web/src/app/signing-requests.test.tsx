import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claim } from '../lib/session/owner.ts'
import { contractHandlers, set } from '../test/contract-server.ts'
import { at, http, HttpResponse, server, useServer } from '../test/server.ts'
import * as es from '../test/es.ts'
import { recipientOf, requestOf } from '../test/signing-request.ts'
import { setAskedPerson, takeAskedPerson } from '../features/signing-requests/asked-person.ts'
import { App } from './app.tsx'
import { Providers } from './providers.tsx'
import { makeRouter } from './router.tsx'

// The first test loads the code of the whole page.
configure({ asyncUtilTimeout: 25_000 })
useServer()
beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}))
afterEach(() => {
  // Before the session is reset, on which a mounted page would leave.
  cleanup()
  // Another user takes over: the page forgets what it has loaded.
  for (const user of ['one', 'other']) claim(user)
})

const documento = '33333333-3333-4333-8333-333333333333'
const other = '44444444-4444-4444-8444-444444444444'
const page = (results: readonly object[]) => () => ({
  count: results.length,
  page: 1,
  page_size: 25,
  next: null,
  previous: null,
  results,
})

type Changes = NonNullable<Parameters<typeof contractHandlers>[0]>

function open(address: string, changes: Changes = {}) {
  server.use(...contractHandlers({ list_signing_requests: page([requestOf()]), ...changes }))
  const history = createMemoryHistory({ initialEntries: [address] })
  render(
    <Providers>
      <App router={makeRouter(history)} />
    </Providers>,
  )
  return history
}

it('a case file shows its signing requests and leads to a new one', async () => {
  open('/solicitudes/AAAA-AAAA-AAAA-AAAA')
  expect(await screen.findByText('1 de 3 firmaron')).toBeTruthy()
  expect(screen.getByText('Pedir firmas').closest('a')?.getAttribute('href')).toBe(
    '/pedidos/nuevo?solicitud=AAAA-AAAA-AAAA-AAAA',
  )
})

it('the home page says whom the user waits for', async () => {
  open('/')
  expect(await screen.findByText('Espero por')).toBeTruthy()
  expect(screen.getByText('Rocío Mora')).toBeTruthy()
})

it('a document shows its signing requests beside its signatures', async () => {
  open(`/documentos/${documento}?tab=firmas`)
  expect(await screen.findByText('1 de 3 firmaron')).toBeTruthy()
})

it('from a document only that one is marked, and sending leads back to it', async () => {
  const twice = (one: { description: object[] }) => ({
    ...one,
    description: one.description.flatMap((document) => [
      document,
      { ...document, id_documento: other, nombre: 'Otro' },
    ]),
  })
  const history = open(`/pedidos/nuevo?documento=${documento}`, {
    list_signing_requests: page([]),
    details_solicitud: twice,
  })
  expect(await screen.findByRole('checkbox', { name: 'nombre' })).toHaveProperty('checked', true)
  expect(screen.getByRole('checkbox', { name: 'Otro' })).toHaveProperty('checked', false)
  // The case has an appointment: its parties are asked at first.
  expect(screen.queryByRole('button', { name: 'Agregar a nombre' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar pedido' }))
  await waitFor(() => expect(history.location.href).toBe(`/documentos/${documento}?tab=firmas`))
})

it('opened for a person, it begins with that person', async () => {
  setAskedPerson({ nombre: 'Rosa Ávila', email: 'rosa@cliente.ec' })
  open(`/pedidos/nuevo?documento=${documento}`)
  expect(await screen.findByText('rosa@cliente.ec')).toBeTruthy()
  expect(takeAskedPerson()).toBe(undefined)
})

it('documents that wait for signatures are not marked', async () => {
  open('/pedidos/nuevo?solicitud=AAAA-AAAA-AAAA-AAAA')
  expect(await screen.findByText('Ya espera firmas')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'nombre' })).toHaveProperty('checked', false)
})

it('a draft is opened with what it holds, changed and sent in its place', async () => {
  const kept = requestOf({
    status: 'borrador',
    titulo: 'Acta del martes',
    actions: ['send', 'edit', 'delete', 'change_recipient'],
    remind_every_days: 5,
  })
  const sent: Record<string, unknown>[] = []
  const history = open(`/pedidos/nuevo?borrador=${kept.id}`, {
    list_signing_requests: page([]),
    details_signing_request: () => kept,
  })
  server.use(
    http.post(at('/api/v1/create_signing_request/'), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>)
      return HttpResponse.json({ ...kept, status: 'enviada', actions: [] }, { status: 201 })
    }),
  )
  expect(await screen.findByDisplayValue('Acta del martes')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'nombre' })).toHaveProperty('checked', true)
  expect(screen.getByRole('combobox', { name: 'Recordar' }).textContent).toBe('Cada 5 días')
  expect(screen.getByText('Rocío Mora')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Quitar a Íñigo Núñez' }))
  await userEvent.click(screen.getByRole('button', { name: 'Enviar pedido' }))
  await waitFor(() => expect(history.location.href).toBe('/solicitudes/AAAA-AAAA-AAAA-AAAA'))
  expect(sent).toMatchObject([
    {
      replaces: kept.id,
      send: true,
      remind_every_days: 5,
      recipients: [
        { nombre: 'Rocío Mora', telefono: '+593 99 123 4567', turno: 1 },
        { nombre: 'Ximena Ordóñez', turno: 2 },
      ],
    },
  ])
})

it('says before sending that the office cannot seal simple signatures', async () => {
  const kept = requestOf({
    status: 'borrador',
    actions: ['edit'],
    recipients: [recipientOf('5', 'Ana', { rol: 'firma_simple' })],
  })
  open(`/pedidos/nuevo?borrador=${kept.id}`, {
    details_signing_request: () => kept,
    office_seal: () => ({ certificate: null, may_change: true }),
  })
  expect(await screen.findByText(es.ask.sealMissing.upload)).toBeTruthy()
})

it('what is no longer a draft leads to its case file', async () => {
  const sent = requestOf()
  const history = open(`/pedidos/nuevo?borrador=${sent.id}`, { details_signing_request: () => sent })
  await waitFor(() => expect(history.location.href).toBe('/solicitudes/AAAA-AAAA-AAAA-AAAA'))
})

it('without a case file one is chosen first', async () => {
  open('/pedidos/nuevo', { get_list_solicitud_main_type2: set({ titulo: 'Arrendamiento' }) })
  expect((await screen.findByText('Arrendamiento')).closest('a')?.getAttribute('href')).toBe(
    '/pedidos/nuevo?solicitud=AAAA-AAAA-AAAA-AAAA',
  )
})
