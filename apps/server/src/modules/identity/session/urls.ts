import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../../lib/is-loopback.ts'

/**
 * Public address of this server: the configured one, or the local name that the browser used. Without a configured one
 * only this computer reaches the server, so that another name in the Host header is forged (DNS rebinding).
 */
export function originOf(
  { protocol, host, socket }: Pick<FastifyRequest, 'protocol' | 'host'> & { socket: { localPort?: number } },
  publicUrl: string | undefined,
): string {
  if (publicUrl !== undefined) return publicUrl
  const local = `http://127.0.0.1:${socket.localPort}`
  try {
    const { origin, hostname } = new URL(`${protocol}://${host}`)
    return isLoopback(hostname.replace(/^\[|\]$/g, '')) ? origin : local
  } catch {
    return local
  }
}

/** Resolves `value` to an absolute URL of this site; the site's root for any other, to prevent open redirects. */
export function sameSite(value: unknown, origin: string): string {
  if (typeof value !== 'string' || value.length > 2000) return `${origin}/`
  try {
    // The path of PUBLIC_URL too: another application of the same host is another site.
    const { href } = new URL(value, `${origin}/`)
    return href.startsWith(`${origin}/`) ? href : `${origin}/`
  } catch {
    return `${origin}/`
  }
}

/** URL of the sign-in page with its query. */
export function signInPage(origin: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString()
  return `${origin}/ingresar${search === '' ? '' : `?${search}`}`
}
