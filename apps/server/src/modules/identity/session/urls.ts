import type { FastifyRequest } from 'fastify'

/** Where people reach this server: the configured address, or the one that the browser used. */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  try {
    return new URL(`${request.protocol}://${request.host}`).origin
  } catch {
    return 'http://127.0.0.1'
  }
}

/** `value` as an absolute address of this site; the site's root for any other, so that nobody is sent elsewhere. */
export function sameSite(value: unknown, origin: string): string {
  if (typeof value !== 'string' || value.length > 2000) return `${origin}/`
  try {
    const url = new URL(value, `${origin}/`)
    // The origin of `blob:http://…` is what it names.
    return url.origin === origin && /^https?:$/.test(url.protocol) ? url.href : `${origin}/`
  } catch {
    return `${origin}/`
  }
}

/** The sign-in page, with what it has to tell. */
export function signInPage(origin: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString()
  return `${origin}/ingresar${search === '' ? '' : `?${search}`}`
}
