import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pathOf } from './errors.ts'

/**
 * Content-Security-Policy of the web: no inline code except the scripts whose hashes the build recorded, and no frame
 * except on the sites of `framers`.
 */
export function webPolicy(scriptHashes: readonly string[], framers: readonly string[] = []): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    // The user's own key is opened in a worker (docs/adr/0015).
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framers.length === 0 ? "'none'" : framers.join(' ')}`,
  ].join('; ')
}

/** The sites that may show the page of the recipient with this token in a frame (docs/adr/0064-embedding.md). */
type FindFramers = (token: string) => Promise<readonly string[]>

/** The only page that another site may show. */
const recipientPage = '/pedido'

async function framersOf(request: FastifyRequest, findFramers: FindFramers): Promise<readonly string[]> {
  const { p: token } = request.query as Record<string, unknown>
  if (typeof token !== 'string' || token === '') return []
  try {
    return await findFramers(token)
  } catch (error) {
    // The page opens without a database too, and says so by itself; only not in a frame.
    request.log.warn({ err: error }, 'the sites of the recipient were not read')
    return []
  }
}

/** Forbids running, loading, framing and navigating, whatever type a browser takes a response for. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Policy of files, which may be uploads: they never run as a page of this site. */
export const filePolicy = `sandbox; ${nothing}`

/** Headers of every response. */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // The camera reads the QR code of a stamp at /verificar.
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** How browsers reach the server. `shared`: below a path, beside other applications of the host. */
export type Reach = { https: boolean; shared?: boolean }

/** The subdomains of a shared host are not for Foja to decide about. */
function transport({ https, shared }: Reach): Record<string, string> {
  return https ? { 'strict-transport-security': `max-age=31536000${shared === true ? '' : '; includeSubDomains'}` } : {}
}

/** Headers of API responses and of errors without a page. */
export function apiHeaders(reach: Reach): Record<string, string> {
  return { 'content-security-policy': nothing, 'cache-control': 'no-store', ...everywhere, ...transport(reach) }
}

/**
 * Sets the headers of every response (OWASP ASVS 5.0, V3.4). Headers that a handler has set are kept, for example for
 * cacheable page images and the API page's own policy.
 */
export function registerSecurityHeaders(
  app: FastifyInstance,
  { scriptHashes, findFramers, ...reach }: Reach & { scriptHashes: readonly string[]; findFramers: FindFramers },
): void {
  const ofApi = apiHeaders(reach)
  const ofWeb = { 'content-security-policy': webPolicy(scriptHashes), ...everywhere, ...transport(reach) }
  app.addHook('onSend', async (request, reply) => {
    const path = pathOf(request)
    const usual = path.startsWith('/api/') ? ofApi : ofWeb
    if (path === recipientPage && reply.statusCode < 400) {
      reply.header('content-security-policy', webPolicy(scriptHashes, await framersOf(request, findFramers)))
      // A stored response would keep the sites of an earlier day.
      reply.header('cache-control', 'no-store')
    }
    // Errors are not cached: a missing asset may exist after the next start.
    const caching = reply.statusCode >= 400 ? { 'cache-control': 'no-store' } : {}
    const headers = { ...usual, ...caching, 'x-request-id': request.id }
    for (const [name, value] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
  })
}
