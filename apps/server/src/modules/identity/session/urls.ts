import type { FastifyRequest } from 'fastify'

/** Public origin of this server: the configured one, or the one that the browser used. */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  try {
    return new URL(`${request.protocol}://${request.host}`).origin
  } catch {
    return 'http://127.0.0.1'
  }
}

/** Resolves `value` to an absolute URL of this site; the site's root for any other, to prevent open redirects. */
export function sameSite(value: unknown, origin: string): string {
  if (typeof value !== 'string' || value.length > 2000) return `${origin}/`
  try {
    const url = new URL(value, `${origin}/`)
    // `blob:http://…` reports the origin inside it, so the protocol is checked too.
    return url.origin === origin && /^https?:$/.test(url.protocol) ? url.href : `${origin}/`
  } catch {
    return `${origin}/`
  }
}

/** URL of the sign-in page with its query. */
export function signInPage(origin: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString()
  return `${origin}/ingresar${search === '' ? '' : `?${search}`}`
}
