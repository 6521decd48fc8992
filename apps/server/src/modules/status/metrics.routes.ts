import type { FastifyInstance } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import { sendProblem } from '../../http/errors.ts'
import { ProblemError } from '../../http/problem.ts'
import { countUnsent } from '../delivery/public.ts'

/** Reads the outbox, the queue and the connections whenever the metrics are read. */
function watchQueues({ gauge }: NonNullable<AppDeps['metrics']>['numbers'], { db, queue, database }: AppDeps): void {
  gauge(
    'foja_jobs',
    'Background jobs; failed: for good, of the last week; done: of the last day',
    ['job', 'state'],
    async () =>
      (await queue.counts()).flatMap(({ name: job, ...states }) =>
        Object.entries(states).map(([state, value]) => ({ labels: { job, state }, value })),
      ),
  )
  gauge('foja_outbox_messages', 'Messages that were not sent', ['status'], async () => {
    const counts = await countUnsent(db)
    return Object.entries(counts).map(([status, value]) => ({ labels: { status }, value }))
  })
  gauge('foja_database_connections', 'Connections of this process, and queries that wait for one', ['state'], () =>
    Object.entries(database.connections()).map(([state, value]) => ({ labels: { state }, value })),
  )
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * `/metrics` for a Prometheus with the token of METRICS_TOKEN; without that setting it does not exist. Counts every
 * request.
 */
export function registerMetrics(app: FastifyInstance, deps: AppDeps): void {
  const { metrics } = deps
  if (metrics === null) {
    app.get('/metrics', (request, reply) => sendProblem(new ProblemError('not_found'), request, reply))
    return
  }
  const { numbers, token } = metrics
  const expected = digest(`Bearer ${token}`)
  watchQueues(numbers, deps)
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const route = request.routeOptions.url ?? 'none'
    numbers.request({ method: request.method, route, status: String(statusCode) }, elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      reply.header('www-authenticate', 'Bearer')
      return sendProblem(new ProblemError('unauthenticated'), request, reply)
    }
    return reply
      .header('cache-control', 'no-store')
      .type(numbers.type)
      .send(await numbers.text())
  })
}
