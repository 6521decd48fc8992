import type { FastifyInstance } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import { sendProblem } from '../../http/errors.ts'
import { ProblemError } from '../../http/problem.ts'
import { countUnsent } from '../delivery/public.ts'
import { readBackupState } from '../setup/public.ts'

/** Reads the outbox, the queue, the connections, the disk and the backups whenever the metrics are read. */
function watch({ gauge }: NonNullable<AppDeps['metrics']>['numbers'], deps: AppDeps): void {
  const { db, queue, database, clock } = deps
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
  gauge('foja_disk_bytes', 'The disk with the data folder', ['state'], async () =>
    Object.entries(await deps.diskSpace()).map(([state, value]) => ({ labels: { state }, value })),
  )
  gauge('foja_backup_age_seconds', 'Time since the last backup by schedule was completed', ['by'], async () => {
    const completed = (await readBackupState(db))?.completed ?? null
    if (completed === null) return []
    return [{ labels: { by: 'schedule' }, value: (clock().getTime() - Date.parse(completed)) / 1000 }]
  })
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
  watch(numbers, deps)
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const route = request.routeOptions.url ?? 'none'
    numbers.request({ method: request.method, route, status: String(statusCode) }, elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      return sendProblem(new ProblemError('unauthenticated'), request, reply)
    return reply
      .header('cache-control', 'no-store')
      .type(numbers.type)
      .send(await numbers.text())
  })
}
