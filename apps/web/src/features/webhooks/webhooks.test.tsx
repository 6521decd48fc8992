import { webhookEvents, type Webhook, type WebhookDelivery } from '@foja/contracts/webhooks'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server, useServer } from '../../test/server.ts'
import { readToasts } from '../../ui/toast-store.ts'
import { WebhooksCard } from './components/webhooks-card.tsx'
import { eventGroups } from './event-groups.ts'
import { webhooks as texts } from './texts/webhooks.ts'

useServer()

const company = '22222222-2222-4222-8222-222222222222'
const webhook: Webhook = {
  id: '11111111-1111-4111-8111-111111111111',
  id_company: company,
  url: 'https://contable.example/foja',
  events: ['document.signed'],
  activo: true,
  disabled_at: null,
  failing_since: null,
  old_secret_until: null,
  waiting: 0,
  created_at: '2026-11-01T15:00:00.000Z',
}
const delivery: WebhookDelivery = {
  id: '33333333-3333-4333-8333-333333333333',
  type: 'document.signed',
  body: '{"type":"document.signed"}',
  status: 'failed',
  attempts: 7,
  code: 500,
  reason: null,
  created_at: '2026-11-01T15:00:00.000Z',
  attempted_at: '2026-11-02T15:00:00.000Z',
  next_attempt_at: null,
}

let list: Webhook[]
let sent: unknown[]

beforeEach(() => {
  list = []
  sent = []
  server.use(
    http.get(at('/api/v1/webhooks/'), ({ request }) => {
      expect(new URL(request.url).searchParams.get('id_company')).toBe(company)
      return HttpResponse.json({ webhooks: list })
    }),
  )
})
afterEach(cleanup)

const press = async (name: string | RegExp) => await userEvent.click(await screen.findByRole('button', { name }))
const draw = () => drawPage(<WebhooksCard company={company} />)

it('the dialog offers each event once', () => {
  expect(Object.values(eventGroups).flat().toSorted()).toEqual(webhookEvents.toSorted())
})

describe('the card of webhooks', () => {
  it('says what they are for while there is none', async () => {
    draw()
    expect(await screen.findByText(texts.empty, { exact: false })).toBeDefined()
  })

  it('shows what is paused, stopped, failing and waiting', async () => {
    list = [
      { ...webhook, waiting: 3, failing_since: webhook.created_at },
      { ...webhook, id: company, activo: false },
      { ...webhook, id: delivery.id, activo: false, disabled_at: '2026-11-04T15:00:00.000Z' },
    ]
    draw()
    const rows = await screen.findAllByRole('listitem')
    const shown = rows.map((row) => row.textContent)
    expect(shown[0]).toContain(texts.failing)
    expect(shown[0]).toContain('3 en cola')
    expect(shown[0]).not.toContain(texts.notSent)
    expect(shown[1]).toContain(texts.paused)
    expect(shown[1]).toContain(texts.notSent)
    expect(shown[2]).toContain(texts.disabled)
    expect(shown[2]).toContain(`falló durante tres días · ${texts.notSent}`)
  })

  it('creates one with the chosen events, and shows its secret until it is saved', async () => {
    server.use(
      http.post(at('/api/v1/create_webhook/'), async ({ request }) => {
        sent.push(await request.json())
        list = [webhook]
        return HttpResponse.json({ secret: 'whsec_abc', ...webhook }, { status: 201 })
      }),
    )
    draw()
    await screen.findByText(texts.empty, { exact: false })
    await press(texts.create)
    await press(texts.make)
    await screen.findByText(texts.urlWrong)
    await screen.findByText(texts.whatMissing)
    expect(sent).toEqual([])
    await userEvent.type(screen.getByLabelText(texts.url), 'https://contable.example/foja')
    await userEvent.click(screen.getByLabelText(texts.groups.documents))
    await userEvent.click(screen.getByText(texts.chosen(5, 5)))
    await userEvent.click(screen.getByLabelText(texts.events['document.filled']))
    const group = screen.getByLabelText<HTMLInputElement>(texts.groups.documents)
    expect([group.checked, group.indeterminate]).toEqual([false, true])
    await press(texts.make)
    expect((await screen.findByRole('status', { name: texts.secret })).textContent).toBe('whsec_abc')
    await userEvent.keyboard('{Escape}')
    expect(screen.getByText('whsec_abc')).toBeDefined()
    await press(texts.done)
    await screen.findByText(webhook.url)
    expect(screen.queryByText('whsec_abc')).toBeNull()
    const events = eventGroups.documents.filter((type) => type !== 'document.filled')
    expect(sent).toEqual([{ url: webhook.url, events, id_company: company }])
  })

  it('tests one and says what the program answered', async () => {
    list = [webhook]
    server.use(
      http.post(at('/api/v1/test_webhook/:id/'), () =>
        HttpResponse.json({ ...delivery, type: 'webhook.test', code: null, reason: 'unreachable' }),
      ),
    )
    draw()
    await press(texts.tryOf(webhook.url))
    await waitFor(() => expect(readToasts()[0]?.text).toBe(texts.reasons.unreachable))
  })

  it('shows the deliveries by state and sends one again', async () => {
    list = [webhook]
    const asked: (string | null)[] = []
    server.use(
      http.get(at('/api/v1/webhook_deliveries/:id/'), ({ request }) => {
        const status = new URL(request.url).searchParams.get('status')
        asked.push(status)
        return HttpResponse.json({ results: status === 'delivered' ? [] : [delivery], next: null })
      }),
      http.post(at('/api/v1/replay_webhook_delivery/:id/'), ({ params }) => {
        sent.push(params['id'])
        return HttpResponse.json({ ...delivery, status: 'queued' })
      }),
    )
    draw()
    await press(texts.deliveriesOf(webhook.url))
    const row = within(await screen.findByRole('dialog'))
    await row.findByText(texts.code(500), { exact: false })
    await press(texts.againOf(texts.events['document.signed']))
    await waitFor(() => expect(sent).toEqual([delivery.id]))
    await userEvent.click(row.getByRole('radio', { name: texts.statuses.delivered }))
    await row.findByText(texts.none)
    expect(asked[0]).toBeNull()
    expect(asked.at(-1)).toBe('delivered')
  })
})
