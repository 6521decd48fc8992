import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TracedRequest, Tracing } from '../lib/tracing.ts'

/** Probes arrive every few seconds and say nothing. */
const isProbe = ({ url }: FastifyRequest) => url.startsWith('/health/') || url.startsWith('/metrics')

/** Opens a span for each request. Registered before other hooks, so that it includes their time. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const open = new WeakMap<FastifyRequest, TracedRequest>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isProbe(request)) open.set(request, tracing.request(request.method, request.headers))
    done()
  })
  // Here, because the events of a body's stream lose the context.
  app.addHook('preHandler', (request, _reply, done) => {
    const traced = open.get(request)
    if (traced === undefined) done()
    else traced.run(done)
  })
  app.addHook('onResponse', async (request, { statusCode: status }) => {
    open.get(request)?.end({ route: request.routeOptions.url ?? 'none', status, requestId: request.id })
  })
}
