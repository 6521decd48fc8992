import { notificationKinds, type Notification } from '@foja/contracts/notifications'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as en from '../../test/en.ts'
import * as es from '../../test/es.ts'
import { createFormat } from '../../lib/format/format.ts'
import { at, http, HttpResponse, server, signedIn, useServer } from '../../test/server.ts'
import { NoticePanel } from './components/notice-panel.tsx'
import { isUrgent } from './api/unread.ts'
import { describeNotice, placeOf } from './describe-notice.ts'
import { renderWithQueries } from '../../test/render.tsx'

useServer()
beforeEach(() => signedIn())

const notice = (id: string, extra: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'solicitud.returned',
  actor: 'Andrés Muñoz',
  id_solicitud: 'AAAA-BBBB-CCCC-DDDD',
  id_documento: null,
  data: { titulo: 'Arriendo', motivo: 'Falta la cédula' },
  at: new Date().toISOString(),
  read: false,
  ...extra,
})

const samples: Notification['data'][] = [
  {},
  { titulo: 'Arriendo', nombre: 'Acta', fecha: '2026-12-01T14:00:00Z', to: 'a@b.ec', status: 'en_proceso' },
]

describe('the text of a notification', () => {
  it.each(notificationKinds)('%s is complete in both languages with any payload', (kind) => {
    for (const texts of [es, en]) {
      const format = createFormat('es-EC')
      for (const data of samples) {
        const { sentence } = describeNotice(notice('1', { kind, data, actor: null }), texts, format)
        expect(sentence).not.toMatch(/undefined|null|«»|: $/)
        expect(sentence.length).toBeGreaterThan(8)
      }
    }
  })

  it('counts several documents instead of naming them', () => {
    const data = { nombre: 'a.pdf, b.pdf', documentos: 2, status: 'acuerdo_total' }
    const several = notice('1', { kind: 'mediation.changed', data })
    expect(describeNotice(several, es, createFormat('es-EC')).sentence).toBe(
      'Andrés Muñoz puso 2 documentos en «Acuerdo total»',
    )
    expect(placeOf(several)).toBe('/solicitudes/AAAA-BBBB-CCCC-DDDD')
  })

  it('links to its document or request', () => {
    const id_documento = '33333333-3333-4333-8333-333333333333'
    const id_company = '44444444-4444-4444-8444-444444444444'
    expect(placeOf(notice('1', { kind: 'document.signed', id_documento }))).toBe(`/documentos/${id_documento}`)
    expect(placeOf(notice('1'))).toBe('/solicitudes/AAAA-BBBB-CCCC-DDDD')
    expect(placeOf(notice('1', { kind: 'email.failed', id_solicitud: null }))).toBe('/correos')
    const ofCompany = { id_solicitud: null, data: { id_company } }
    expect(placeOf(notice('1', { kind: 'webhook.disabled', ...ofCompany }))).toBe(`/programas?empresa=${id_company}`)
    expect(placeOf(notice('1', { kind: 'retention.due', ...ofCompany }))).toBe(`/privacidad?empresa=${id_company}`)
    expect(placeOf(notice('1', { kind: 'retention.due', id_solicitud: null }))).toBe('/privacidad')
    expect(isUrgent(notice('1'))).toBe(true)
    expect(isUrgent(notice('1', { kind: 'share.opened' }))).toBe(false)
  })
})

function open(pages: Record<string, { results: Notification[]; next: string | null }>) {
  const sent: unknown[] = []
  let unread = 2
  server.use(
    http.get(at('/api/v1/list_notifications/'), ({ request }) => {
      const query = new URL(request.url).searchParams
      const page = pages[query.get('before') ?? ''] ?? { results: [], next: null }
      return HttpResponse.json({ unread, ...page })
    }),
    http.post(at('/api/v1/read_notifications/'), async ({ request }) => {
      sent.push(await request.json())
      unread = 0
      return HttpResponse.json({ unread })
    }),
  )
  const onOpenChange = vi.fn()
  renderWithQueries(<NoticePanel open onOpenChange={onOpenChange} />)
  return { sent, onOpenChange }
}

describe('the notification panel', () => {
  it('lists notifications, loads older ones, and marks all up to the newest as read', async () => {
    const { sent } = open({
      '': { results: [notice('9'), notice('8', { data: { titulo: 'Herencia' } })], next: '8' },
      '8': { results: [notice('7', { data: { titulo: 'Condominio' }, read: true })], next: null },
    })
    expect(await screen.findByRole('link', { name: 'Andrés Muñoz devolvió «Arriendo»' })).toBeTruthy()
    expect(screen.getByText('Falta la cédula')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Ver anteriores' }))
    expect(await screen.findByText('Andrés Muñoz devolvió «Condominio»')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Marcar todo como leído' }))
    await waitFor(() => expect(sent).toEqual([{ until: '9' }]))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Marcar todo como leído' })).toBe(null))
  })

  it('marks a followed notification as read and closes', async () => {
    const { sent, onOpenChange } = open({ '': { results: [notice('9')], next: null } })
    const link = await screen.findByRole('link', { name: /devolvió/ })
    link.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(link)
    await waitFor(() => expect(sent).toEqual([{ ids: ['9'] }]))
    expect(onOpenChange).toHaveBeenCalledWith(false)
  })

  it('explains its purpose while it is empty', async () => {
    open({})
    expect(await screen.findByText('Sin avisos por ahora')).toBeTruthy()
  })
})
