import type { RecipientView } from '@foja/contracts/recipients'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { convenedOf } from '../../test/convocation.ts'
import { recipientView } from '../../test/recipient-view.ts'
import { renderWithQueries } from '../../test/render.tsx'
import { at, http, HttpResponse, server, useServer } from '../../test/server.ts'
import { RecipientPage } from './components/recipient-page.tsx'
import { tellHost } from './tell-host.ts'

useServer()

const request = '77777777-7777-4777-8777-777777777777'

/** The page is in a frame; returns what its parent gets, with the origin that it is addressed to. */
function frameOn(referrer: string, ancestors?: readonly string[]): unknown[][] {
  const sent: unknown[][] = []
  vi.stubGlobal('parent', { postMessage: (...args: unknown[]) => void sent.push(args) })
  Object.defineProperty(document, 'referrer', { value: referrer, configurable: true })
  if (ancestors !== undefined)
    Object.defineProperty(window.location, 'ancestorOrigins', { value: ancestors, configurable: true })
  return sent
}
afterEach(() => {
  Reflect.deleteProperty(document, 'referrer')
  Reflect.deleteProperty(window.location, 'ancestorOrigins')
})

describe('tellHost', () => {
  it.each([
    ['by its referrer', 'https://www.oficina.ec/contrato?x=1', undefined],
    ['by its ancestors', '', ['https://www.oficina.ec', 'https://fuera.example']],
  ])('tells the exact origin of the parent, %s', (_, referrer, ancestors) => {
    const sent = frameOn(referrer, ancestors)
    tellHost('signed', request)
    expect(sent).toEqual([[{ source: 'foja', event: 'signed', request }, 'https://www.oficina.ec']])
  })

  it.each([
    ['without a referrer', '', undefined],
    ['on a site without an origin', '', ['null']],
  ])('tells nothing %s', (_, referrer, ancestors) => {
    const sent = frameOn(referrer, ancestors)
    tellHost('signed', request)
    expect(sent).toEqual([])
  })

  it('tells nothing on a page of its own', () => {
    const post = vi.spyOn(window, 'postMessage')
    Object.defineProperty(document, 'referrer', { value: 'https://www.oficina.ec/', configurable: true })
    tellHost('signed', request)
    expect(post).not.toHaveBeenCalled()
  })
})

const viewOf = (change: Partial<RecipientView> = {}): RecipientView =>
  recipientView({
    id: request,
    recipient: { ...recipientView().recipient, rol: 'aprueba' },
    acts: ['read', 'approve', 'decline', 'delegate'],
    ...change,
  })

const asked = (view: () => object) =>
  server.use(http.get(at('/api/v1/recipient_request/'), () => HttpResponse.json(view())))
const open = () => renderWithQueries(<RecipientPage token={'x'.repeat(43)} mainId="m" brand="Foja" tools={null} />)
const press = async (name: string | RegExp) => await userEvent.click(await screen.findByRole('button', { name }))
const eventsOf = (sent: unknown[][]) => sent.map(([data]) => (data as { event: string }).event)

describe('the page of a recipient in a frame', () => {
  it('tells that it is open, once, and that the recipient approved', async () => {
    const sent = frameOn('https://www.oficina.ec/')
    let view = viewOf()
    asked(() => view)
    server.use(
      http.post(at('/api/v1/recipient_approve/'), () => {
        view = viewOf({ recipient: { ...view.recipient, status: 'aprobado' }, acts: ['read'] })
        return HttpResponse.json({ status: 'aprobado' })
      }),
    )
    open()
    await press('Aprobar')
    expect(eventsOf(sent)).toEqual(['opened'])
    await press('Sí, aprobar')
    await waitFor(() => expect(eventsOf(sent)).toEqual(['opened', 'approved']))
    // No token, name or content.
    for (const one of sent)
      expect(one).toEqual([{ source: 'foja', event: expect.any(String), request }, 'https://www.oficina.ec'])
  })

  it('tells that the recipient declined', async () => {
    const sent = frameOn('https://www.oficina.ec/')
    asked(() => viewOf())
    server.use(http.post(at('/api/v1/recipient_decline/'), () => HttpResponse.json({ status: 'rechazado' })))
    open()
    await press('No voy a aprobar')
    await userEvent.type(await screen.findByRole('textbox'), 'No es lo acordado')
    await press('Rechazar el pedido')
    await waitFor(() => expect(eventsOf(sent)).toEqual(['opened', 'declined']))
  })

  it('tells that a convened party answered', async () => {
    const sent = frameOn('https://www.oficina.ec/')
    asked(() => convenedOf())
    server.use(http.post(at('/api/v1/recipient_answer/'), () => HttpResponse.json(convenedOf({ answer: 'confirma' }))))
    open()
    await press('Asistiré')
    await waitFor(() => expect(eventsOf(sent)).toEqual(['opened', 'answered']))
  })

  it('tells nothing before the code, and nothing of a link that no longer opens', async () => {
    const sent = frameOn('https://www.oficina.ec/')
    const code = {
      kind: 'codigo',
      company: 'Cóndor',
      logo: null,
      asked_by: 'Lucía',
      email: 'a•@b.ec',
      code_until: null,
    }
    asked(() => code)
    open()
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(sent).toEqual([])
  })
})
