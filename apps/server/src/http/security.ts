import type { FastifyInstance } from 'fastify'
import { pathOf } from './errors.ts'

/** Content-Security-Policy of the web: nothing inline but the scripts whose hashes the build wrote down. */
export function webPolicy(scriptHashes: readonly string[], connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    // the person's own key is opened in a worker (docs/adr/0015)
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Neither runs, loads, frames nor leads anywhere, whatever a browser takes an answer for. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Policy of files, which somebody may have uploaded: none ever runs as a page of this site. */
export const filePolicy = `sandbox; ${nothing}`

/** What every answer says, whoever gives it. */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // the camera reads the QR of a stamp at /verificar
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const transport = (https: boolean): Record<string, string> =>
  https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}

/** Headers of what the API answers, and of every refusal that no page is shown for. */
export function apiHeaders({ https }: { https: boolean }): Record<string, string> {
  return { 'content-security-policy': nothing, 'cache-control': 'no-store', ...everywhere, ...transport(https) }
}

/**
 * Headers of every answer (OWASP ASVS 5.0, V3.4). A handler that sets one of them itself is left alone, so that page
 * images may be cached and the API page may have a policy of its own.
 */
export function registerSecurityHeaders(app: FastifyInstance, options: { https: boolean; webPolicy: string }): void {
  const ofApi = apiHeaders(options)
  const ofWeb = { 'content-security-policy': options.webPolicy, ...everywhere, ...transport(options.https) }
  app.addHook('onSend', async (request, reply) => {
    const usual = pathOf(request).startsWith('/api/') ? ofApi : ofWeb
    // What is missing now may be there after the next start.
    const kept = reply.statusCode >= 400 ? { 'cache-control': 'no-store' } : {}
    const headers = { ...usual, ...kept, 'x-request-id': request.id }
    for (const [name, value] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
  })
}
