import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'

/** How long one check may take, in milliseconds. */
const patience = 3000

async function passes(check: () => Promise<void>): Promise<boolean> {
  const timer = new AbortController()
  const late = new Promise<never>((_, reject) => {
    const timeout = setTimeout(() => reject(new Error('took too long')), patience)
    timer.signal.addEventListener('abort', () => clearTimeout(timeout))
  })
  try {
    await Promise.race([check(), late])
    return true
  } finally {
    timer.abort()
  }
}

/** The code of a failure (`disk_full`, `ECONNREFUSED`), else its message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/**
 * `/health/live`: the process answers. `/health/ready`: requests can be served; a failed soft check is shown as
 * `degraded`. A process that is about to stop is not ready, so that a proxy sends its requests elsewhere. Neither needs
 * a token.
 */
export function registerHealth(app: FastifyInstance, deps: Pick<AppDeps, 'checks' | 'softChecks' | 'goingAway'>): void {
  app.get('/health/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/health/ready', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (deps.goingAway.aborted) return reply.code(503).send({ status: 'going away', checks: {} })
    const results = await Promise.all(
      Object.entries({ ...deps.checks, ...deps.softChecks }).map(async ([name, check]) => {
        const ok = await passes(check).catch((error: unknown) => {
          request.log.error({ err: error, check: name, reason: reasonOf(error) }, 'not ready')
          return false
        })
        return [name, ok ? 'ok' : 'failed'] as const
      }),
    )
    const failed = results.flatMap(([name, result]) => (result === 'ok' ? [] : [name]))
    const ready = !failed.some((name) => Object.hasOwn(deps.checks, name))
    const status = failed.length === 0 ? 'ok' : ready ? 'degraded' : 'unavailable'
    return reply.code(ready ? 200 : 503).send({ status, checks: Object.fromEntries(results) })
  })
}
