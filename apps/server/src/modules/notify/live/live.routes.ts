import { live } from '@foja/contracts/notifications'
import { runForAll } from '@foja/db/company-scope'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import type { Api } from '../../../http/register.ts'
import { countUnread } from '../notifications/notifications.queries.ts'
import { findLiveActors, tokenEndOf } from '../../identity/public.ts'
import { createLiveHub } from './live-hub.ts'

/** The event stream for open screens. */
export function registerLive(app: FastifyInstance, api: Api, deps: Pick<AppDeps, 'db' | 'bus' | 'clock'>): void {
  const { db, bus, clock } = deps
  const hub = createLiveHub({
    bus,
    clock,
    // Streams of all companies share the hub.
    actorsOf: (sessions) => runForAll(() => findLiveActors(db, sessions, clock())),
    unreadOf: (users) => runForAll(() => countUnread(db, users)),
    onFailure: (error) => app.log.error({ err: error }, 'live messages could not be delivered'),
  })
  // Before the server waits for its connections, because streams do not end by themselves.
  app.addHook('preClose', hub.close)

  api.route(live, async ({ ctx: { actor }, request }) => {
    const stream = await hub.open(actor, tokenEndOf(request))
    const headers = { 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' }
    return { status: 200, body: { stream, type: 'text/event-stream', headers } }
  })
}
