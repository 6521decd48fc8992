import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import * as es from '../../test/es.ts'
import { at, http, HttpResponse, problem, server } from '../../test/server.ts'
import { recipientOf, requestOf } from '../../test/signing-request.ts'
import { readToasts } from '../../ui/toast-store.ts'
import { RequestsCard } from './components/requests-card.tsx'
import { whatsAppLink } from './progress.ts'

usePages()

// «Firmó hace 1 h» is «ayer» in the first hour of a day.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T15:00:00') }))
afterEach(() => vi.useRealTimers())

/** Records the bodies of a call and answers it. */
function record(name: string, reply: (attempt: number) => Response) {
  const sent: unknown[] = []
  server.use(
    http.post(at(`/api/v1/${name}/`), async ({ request }) => {
      sent.push(await request.json())
      return reply(sent.length)
    }),
  )
  return sent
}
const done = (request = requestOf()) => HttpResponse.json(request)
const line = (name: string) => screen.findByText(name).then((found) => found.closest('li')!)
const choose = async (name: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

it('a running request says how many signed and what each recipient did', async () => {
  drawPage(<RequestsCard requests={[requestOf()]} />)
  expect(await screen.findByText('1 de 3 firmaron')).toBeTruthy()
  expect((await line('Íñigo Núñez')).textContent).toContain('Firmó hace 1 h')
  expect((await line('Rocío Mora')).textContent).toContain('Lo vio hace 10 min')
  expect((await line('Ximena Ordóñez')).textContent).toContain('Espera su turno')
  // Only those who are asked now are reminded.
  expect(screen.getAllByRole('button', { name: /^Recordar a / })).toHaveLength(1)
})

it.each([
  [{ status: 'enviado', channel: 'enlace' }, 'Sin abrir · por enlace'],
  [{ status: 'aprobado', rol: 'aprueba' }, 'Aprobó'],
  [{ status: 'rechazado', motivo: 'No es mi deuda.' }, '«No es mi deuda.»'],
  [{ status: 'delegado' }, 'Pasó el pedido a otra persona'],
  [{ status: 'enviado', delegated_from: 'Íñigo Núñez' }, 'en lugar de Íñigo Núñez'],
  [{ status: 'en_espera', rol: 'copia', turno: null }, 'Recibe copia al final'],
  [{ mail_status: 'held' }, 'Sin correo: entrégale el enlace'],
  [{ mail_status: 'held', rol: 'copia', turno: null }, 'Su copia espera al correo'],
  [{ mail_status: 'held', channel: 'enlace' }, 'Sin abrir · por enlace'],
] as const)('the state %o of a recipient is written as «%s»', async (state, words) => {
  drawPage(<RequestsCard requests={[requestOf({ recipients: [recipientOf('5', 'Ana Ríos', state)] })]} />)
  expect((await line('Ana Ríos')).textContent).toContain(words)
})

it('a recipient whose message waits for a mail server is not reminded', async () => {
  drawPage(
    <RequestsCard requests={[requestOf({ recipients: [recipientOf('5', 'Ana Ríos', { mail_status: 'held' })] })]} />,
  )
  await line('Ana Ríos')
  expect(screen.queryByRole('button', { name: 'Recordar a Ana Ríos' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Acciones de Ana Ríos' })).toBeTruthy()
})

it('reminds a recipient and says so; a refusal gives its reason', async () => {
  const sent = record('remind_recipient', (attempt) => (attempt === 1 ? done() : problem(400, 'paused')))
  const request = requestOf()
  drawPage(<RequestsCard requests={[request]} />)
  const button = await screen.findByRole('button', { name: 'Recordar a Rocío Mora' })
  await userEvent.click(button)
  await waitFor(() => expect(readToasts().at(-1)?.text).toBe('Recordatorio enviado a Rocío Mora'))
  await userEvent.click(button)
  await waitFor(() => expect(readToasts().at(-1)?.text).toBe('Qué hacer.'))
  expect(sent).toEqual([{ id_recipient: request.recipients[1]?.id }, { id_recipient: request.recipients[1]?.id }])
})

it('shows the link of a recipient to copy, and a chat with them', async () => {
  const url = 'https://foja.ec/pedido?p=abc'
  record('recipient_link', () => HttpResponse.json({ url }))
  drawPage(<RequestsCard requests={[requestOf()]} />)
  await choose('Acciones de Rocío Mora', 'Copiar enlace')
  const dialog = await screen.findByRole('dialog', { name: 'El enlace de Rocío Mora' })
  expect(within(dialog).getByLabelText('Enlace')).toHaveProperty('value', url)
  const chat = within(dialog).getByRole('link', { name: 'Abrir WhatsApp' }) as HTMLAnchorElement
  expect([chat.target, chat.rel]).toEqual(['_blank', 'noopener noreferrer'])
  expect(chat.href.startsWith('https://wa.me/593991234567?text=')).toBe(true)
  expect(new URL(chat.href).searchParams.get('text')).toContain(url)
})

it('corrects an address: the error of the server stands at its field, and the text stays', async () => {
  const sent = record('update_recipient', (attempt) => (attempt === 1 ? problem(400, 'recipient_repeated') : done()))
  drawPage(<RequestsCard requests={[requestOf()]} />)
  await choose('Acciones de Ximena Ordóñez', 'Cambiar correo o datos')
  const email = await screen.findByLabelText('Correo')
  await userEvent.clear(email)
  await userEvent.type(email, 'ximena@otra.ec')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
  expect(email).toHaveProperty('value', 'ximena@otra.ec')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.at(-1)).toMatchObject({ nombre: 'Ximena Ordóñez', email: 'ximena@otra.ec' })
})

it('cancels a request only with a reason', async () => {
  const sent = record('cancel_signing_request', () => done())
  const request = requestOf()
  drawPage(<RequestsCard requests={[request]} />)
  await choose('Acciones del pedido', 'Anular el pedido')
  const confirm = await screen.findByRole('button', { name: 'Anular pedido' })
  expect(confirm).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByLabelText('Motivo'), 'Cambió el acuerdo.')
  await userEvent.click(confirm)
  await waitFor(() => expect(sent).toEqual([{ id: request.id, motivo: 'Cambió el acuerdo.' }]))
})

it('a draft is sent from the card', async () => {
  const sent = record('send_signing_request', () => done())
  const draft = requestOf({ status: 'borrador', actions: ['send', 'edit', 'delete', 'change_recipient'] })
  drawPage(<RequestsCard requests={[draft]} />)
  expect(await screen.findByText(es.requestCard.draftText)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
  await waitFor(() => expect(sent).toEqual([{ id: draft.id }]))
})

it('a draft leads back to its page, and is deleted after a question', async () => {
  const deleted: string[] = []
  server.use(
    http.delete(at('/api/v1/delete_signing_request/:id/'), ({ params }) => {
      deleted.push(String(params['id']))
      return HttpResponse.json({ id: params['id'] })
    }),
  )
  const draft = requestOf({ status: 'borrador', actions: ['send', 'edit', 'delete', 'change_recipient'] })
  drawPage(<RequestsCard requests={[draft]} />)
  const link = await screen.findByRole('link', { name: 'Seguir' })
  expect(link.getAttribute('href')).toBe(`/pedidos/nuevo?borrador=${draft.id}`)
  await choose('Acciones del pedido', 'Borrar el borrador')
  expect(screen.queryByRole('menuitem', { name: 'Anular el pedido' })).toBeNull()
  const dialog = await screen.findByRole('alertdialog', { name: '¿Borrar «Acta de acuerdo»?' })
  expect(deleted).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Borrar' }))
  await waitFor(() => expect(deleted).toEqual([draft.id]))
})

it('a request that is over is folded', async () => {
  drawPage(<RequestsCard requests={[requestOf({ status: 'completada', actions: [] })]} />)
  const unfold = await screen.findByRole('button', { name: 'Ver a quién se pidió' })
  expect(screen.queryByText('Rocío Mora')).toBeNull()
  await userEvent.click(unfold)
  expect(screen.getByText('Rocío Mora')).toBeTruthy()
})

it('the chat has a number only if its country is known', () => {
  expect(whatsAppLink('Hola, ñ', null)).toBe('https://wa.me/?text=Hola%2C%20%C3%B1')
  expect(whatsAppLink('x', '099 123 4567')).toBe('https://wa.me/?text=x')
  expect(whatsAppLink('x', '00593 99-123')).toBe('https://wa.me/59399123?text=x')
})
