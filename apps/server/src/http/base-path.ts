import type { FastifyInstance } from 'fastify'
import { pathOf } from './errors.ts'
import { ProblemError } from './problem.ts'

/** Fastify's `rewriteUrl`: routes, hooks and the log know no path of PUBLIC_URL (docs/adr/0059). */
export function belowBase(base: string): (request: { url?: string }) => string {
  return ({ url = '/' }) => (url.startsWith(`${base}/`) ? url.slice(base.length) : url)
}

/** What monitors and proxies ask of the process, not of the site. */
export const isProbe = (path: string) => path.startsWith('/health/') || path === '/metrics'

/** Refuses what is not below the path of PUBLIC_URL: no address works that its links do not have. */
export function requireBase(app: FastifyInstance, base: string): void {
  if (base === '') return
  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request)
    if (request.originalUrl !== request.url || isProbe(path)) done()
    else if (path === base) void reply.redirect(`${base}/${request.url.slice(base.length)}`, 301)
    else done(new ProblemError('not_found'))
  })
}
