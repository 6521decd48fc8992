import type {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  WebhookDelivery,
} from '@foja/contracts/webhooks'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { getQuery } from '../../../lib/api/get-query.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Polling interval in ms while messages wait. */
const whileQueued = 3000

/** The webhooks of a company. */
export const webhooksQuery = (company: string) =>
  getQuery<typeof listWebhooks>(queryKeys.webhooks(company), '/api/v1/webhooks/', { query: `?id_company=${company}` })

export type DeliveryStatus = WebhookDelivery['status']

/** What was sent to a webhook, newest first, by pages. */
export const deliveriesQuery = (id: string, status: DeliveryStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: queryKeys.webhookDeliveries(id, status ?? null),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams()
      if (status !== undefined) query.set('status', status)
      if (pageParam !== null) query.set('before', String(pageParam))
      return call<typeof listWebhookDeliveries>('GET', '/api/v1/webhook_deliveries/{id}/', {
        params: { id },
        query: `?${query.toString()}`,
        signal,
      })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.results.some((one) => one.status === 'queued') === true ? whileQueued : false,
  })

export type NewWebhook = CallOptions<typeof createWebhook>['body']
export type WebhookChange = CallOptions<typeof updateWebhook>['body']

export const sendNewWebhook = (body: NewWebhook) =>
  call<typeof createWebhook>('POST', '/api/v1/create_webhook/', { body })

export const sendWebhookChange = (id: string, body: WebhookChange) =>
  call<typeof updateWebhook>('PUT', '/api/v1/update_webhook/{id}/', { params: { id }, body })

export const sendDeleteWebhook = (id: string) =>
  call<typeof deleteWebhook>('DELETE', '/api/v1/delete_webhook/{id}/', { params: { id } })

export const sendRotateSecret = (id: string) =>
  call<typeof rotateWebhookSecret>('POST', '/api/v1/rotate_webhook_secret/{id}/', { params: { id }, body: {} })

export const sendReplay = (id: string) =>
  call<typeof replayWebhookDelivery>('POST', '/api/v1/replay_webhook_delivery/{id}/', { params: { id }, body: {} })

export const sendTest = (id: string) =>
  call<typeof testWebhook>('POST', '/api/v1/test_webhook/{id}/', { params: { id }, body: {} })
