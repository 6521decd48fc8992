/** Sites of one company. */
export const mostEmbedOrigins = 10

/**
 * The origin of a site that may show a page in a frame: https, or http on this computer. Null for anything else, also for
 * wildcards, paths and IPv6 addresses, which `frame-ancestors` cannot name.
 */
export function readEmbedOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, origin, href } = new URL(text)
  const isLocal = protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(hostname)
  // A host may have characters that end a directive, as in `https://a;script-src`.
  const isPlain = href === `${origin}/` && /^[a-z0-9._-]+$/.test(hostname)
  return isPlain && (protocol === 'https:' || isLocal) ? origin : null
}
