import * as calls from '@foja/contracts/webhooks'
import type { Api } from '../../http/register.ts'
import { requireManagedCompany } from '../identity/public.ts'
import * as manage from './manage-webhooks.ts'
import { presentDelivery, presentWebhook } from './webhooks.presenter.ts'
import { findDeliveries, selectWebhooks } from './webhooks.queries.ts'

const perPage = 50

export function registerWebhooks(api: Api): void {
  api.route(calls.listWebhooks, async ({ ctx, query }) => {
    const company = await requireManagedCompany(ctx, 'webhook.manage', query.id_company)
    const rows = await selectWebhooks(ctx.db)
      .where('id_company', '=', company)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { status: 200, body: { webhooks: rows.map((row) => presentWebhook(row, ctx.clock())) } }
  })

  api.route(calls.createWebhook, async ({ ctx, body }) => {
    const { secret, row } = await manage.createWebhook(ctx, body)
    return { status: 201, body: { secret, ...presentWebhook(row, ctx.clock()) } }
  })

  api.route(calls.updateWebhook, async ({ ctx, params, body }) => {
    return { status: 200, body: presentWebhook(await manage.updateWebhook(ctx, { ...body, ...params }), ctx.clock()) }
  })

  api.route(calls.deleteWebhook, async ({ ctx, params: { id } }) => {
    await manage.deleteWebhook(ctx, id)
    return { status: 200, body: { id } }
  })

  api.route(calls.rotateWebhookSecret, async ({ ctx, params: { id } }) => {
    const { secret, row } = await manage.rotateSecret(ctx, id)
    return { status: 200, body: { secret, ...presentWebhook(row, ctx.clock()) } }
  })

  api.route(calls.listWebhookDeliveries, async ({ ctx: { db, actor }, params: { id }, query: { status, before } }) => {
    await manage.requireWebhook(db, actor, id)
    const rows = await findDeliveries(db, id, { status, before, limit: perPage + 1 })
    const next = rows.length > perPage ? rows[perPage - 1]!.no : null
    return { status: 200, body: { results: rows.slice(0, perPage).map(presentDelivery), next } }
  })

  api.route(calls.replayWebhookDelivery, async ({ ctx, params: { id } }) => {
    return { status: 200, body: presentDelivery(await manage.replayDelivery(ctx, id)) }
  })

  api.route(calls.testWebhook, async ({ ctx, params: { id } }) => {
    return { status: 200, body: presentDelivery(await manage.testWebhook(ctx, id)) }
  })
}
