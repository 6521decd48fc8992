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

/** `/health/live`: the process answers. `/health/ready`: requests can be served. Neither needs a token. */
export function registerHealth(app: FastifyInstance, { checks }: Pick<AppDeps, 'checks'>): void {
  app.get('/health/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/health/ready', async (request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const ok = await passes(check).catch((error: unknown) => {
          request.log.error({ err: error, check: name }, 'not ready')
          return false
        })
        return [name, ok ? 'ok' : 'failed'] as const
      }),
    )
    const ready = results.every(([, result]) => result === 'ok')
    reply.header('cache-control', 'no-store').code(ready ? 200 : 503)
    return reply.send({ status: ready ? 'ok' : 'unavailable', checks: Object.fromEntries(results) })
  })
}
