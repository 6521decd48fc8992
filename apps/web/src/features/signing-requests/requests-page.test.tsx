import type { SigningRequest } from '@foja/contracts/signing-requests'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import * as es from '../../test/es.ts'
import { at, http, HttpResponse, problem, server } from '../../test/server.ts'
import { documentRequestOf } from '../../test/document-request.ts'
import { recipientOf, requestOf } from '../../test/signing-request.ts'
import { RequestsPage } from './components/requests-page.tsx'
import { WaitingCard } from './components/waiting-card.tsx'
import { waitingOf } from './progress.ts'
import { readRequestsSearch, writeRequestsSearch, type RequestsSearch } from './requests-search.ts'

usePages()

const loose = requestOf({
  id: '99999999-9999-4999-8999-999999999999',
  titulo: 'Poder',
  id_solicitud: null,
  expediente: null,
})

/** The list; returns the queries that it sent. */
function open(results: readonly SigningRequest[], count = results.length) {
  const queries: string[] = []
  server.use(
    http.get(at('/api/v1/list_signing_requests/'), ({ request }) => {
      queries.push(new URL(request.url).search)
      return HttpResponse.json({ count, page: 1, page_size: 25, next: null, previous: null, results })
    }),
  )
  const Page = () => {
    const [search, setSearch] = useState<RequestsSearch>({ kind: 'firmas' as const, page: 1 })
    return <RequestsPage search={search} onSearch={(change) => setSearch({ ...search, page: 1, ...change })} />
  }
  drawPage(<Page />)
  return queries
}

describe('the list of signing requests', () => {
  it('leads to the case file, or to a document without one', async () => {
    open([requestOf(), loose])
    expect((await screen.findByRole('link', { name: 'Acta de acuerdo' })).getAttribute('href')).toBe(
      '/solicitudes/AAAA-AAAA-AAAA-AAAA',
    )
    expect(screen.getByRole('link', { name: 'Poder' }).getAttribute('href')).toBe(
      '/documentos/33333333-3333-4333-8333-333333333333?tab=firmas',
    )
    expect(screen.getAllByText('1 de 3 firmaron')).toHaveLength(2)
  })

  it('a draft leads to its page, unless the user may only read it', async () => {
    const draft = { status: 'borrador', sent_at: null } as const
    const other = '88888888-8888-4888-8888-888888888888'
    open([
      requestOf({ ...draft, actions: ['send', 'edit', 'delete'] }),
      requestOf({ ...draft, id: other, titulo: 'De otra persona', actions: [] }),
    ])
    const page = '/pedidos/nuevo?borrador=aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
    for (const name of ['Acta de acuerdo', 'Seguir: Acta de acuerdo'])
      expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(page)
    expect(screen.getByRole('link', { name: 'De otra persona' }).getAttribute('href')).toBe(
      '/solicitudes/AAAA-AAAA-AAAA-AAAA',
    )
    expect(screen.queryByRole('link', { name: 'Seguir: De otra persona' })).toBeNull()
  })

  it('filters by state, searches, and turns pages', async () => {
    const queries = open([requestOf()], 60)
    await userEvent.click(await screen.findByRole('radio', { name: 'Vencido' }))
    await waitFor(() => expect(queries.at(-1)).toBe('?status=vencida&page=1'))
    await userEvent.type(screen.getByRole('searchbox'), 'rocío')
    await waitFor(() => expect(queries.at(-1)).toBe('?q=roc%C3%ADo&status=vencida&page=1'))
    await userEvent.click(screen.getByRole('button', { name: 'Página 3' }))
    await waitFor(() => expect(queries.at(-1)).toBe('?q=roc%C3%ADo&status=vencida&page=3'))
  })

  it('says what it is for while there is none', async () => {
    open([])
    expect(await screen.findByText(es.requestList.empty.firmas.title)).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Pedir firmas' })[0]?.getAttribute('href')).toBe('/pedidos/nuevo')
  })

  it('offers all states if none matches', async () => {
    open([])
    await userEvent.click(await screen.findByRole('radio', { name: 'Anulado' }))
    expect(await screen.findByText('No hay pedidos en ese estado')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Ver todos' }))
    expect(await screen.findByText(es.requestList.empty.firmas.title)).toBeTruthy()
  })

  it('reads its address and drops what is invalid', () => {
    expect(readRequestsSearch({ q: 'x', estado: 'enviada', page: '2' })).toEqual({
      kind: 'firmas',
      q: 'x',
      status: 'enviada',
      page: 2,
    })
    expect(readRequestsSearch({ q: '', estado: 'otra', page: '-1' })).toEqual({ kind: 'firmas' as const, page: 1 })
    expect(writeRequestsSearch({ kind: 'firmas', status: 'enviada', page: 1 })).toEqual({ estado: 'enviada' })
  })
})

describe('whom the user waits for', () => {
  const soon = requestOf({
    id: '99999999-9999-4999-8999-999999999999',
    titulo: 'Poder',
    expires_at: new Date().toISOString(),
    recipients: ['1', '2', '3', '4', '8'].map((digit) => recipientOf(digit, `Persona ${digit}`)),
  })

  it('lists at most five of those asked now, what is due first comes first', async () => {
    drawPage(<WaitingCard awaited={waitingOf([requestOf(), soon], [])} />)
    const rows = await screen.findAllByRole('listitem')
    expect(rows).toHaveLength(5)
    expect(rows[0]?.textContent).toContain('Persona 1')
    expect(rows[0]?.textContent).toContain('vence hoy')
    expect(screen.getByRole('link', { name: 'Ver todos' }).getAttribute('href')).toBe('/pedidos?estado=enviada')
    expect(waitingOf([requestOf(), soon], [])).toHaveLength(6)
  })

  it('lists who owes documents, with how many have arrived', async () => {
    drawPage(<WaitingCard awaited={waitingOf([], [documentRequestOf()])} />)
    const row = await screen.findByRole('listitem')
    expect(row.textContent).toContain('Joaquín Vera')
    expect(row.textContent).toMatch(/Entregó \d de 3 · Liquidación laboral/)
  })

  it('reminds from the row', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(at('/api/v1/remind_recipient/'), async ({ request }) => {
        sent.push(await request.json())
        return problem(400, 'paused')
      }),
    )
    drawPage(<WaitingCard awaited={waitingOf([requestOf()], [])} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Recordar a Rocío Mora' }))
    await waitFor(() => expect(sent).toEqual([{ id_recipient: requestOf().recipients[1]?.id }]))
  })

  it('offers to correct an address that the message did not reach', async () => {
    const lost = requestOf({ recipients: [recipientOf('6', 'Rocío Mora', { mail_status: 'failed' })] })
    drawPage(<WaitingCard awaited={waitingOf([lost], [])} />)
    expect((await screen.findByRole('listitem')).textContent).toContain('No le llegó el correo')
    expect(screen.queryByRole('button', { name: 'Recordar a Rocío Mora' })).toBe(null)
    await userEvent.click(screen.getByRole('button', { name: 'Corregir el correo de Rocío Mora' }))
    expect(await screen.findByRole('textbox', { name: 'Correo' })).toHaveProperty('value', 'rocío@ejemplo.ec')
  })

  it('is absent while no one is asked', () => {
    drawPage(<WaitingCard awaited={waitingOf([requestOf({ recipients: [] })], [])} />)
    expect(screen.queryByText('Espero por')).toBeNull()
  })
})
