/** Connection settings of the mail server. */
export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte (RFC 8314, 3.3). */
  secure: boolean
  auth: { user: string; pass: string } | null
  /** RFC 3207. `auto`: where the server offers it, and always before a password. */
  starttls: 'auto' | 'always' | 'never'
}

const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * Parses `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465` (implicit TLS); user and
 * password percent-encoded if they contain `@`, `:` or `/`; `?starttls=always` or `never` if the server needs it. Null
 * for anything else.
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  if ((url.protocol !== 'smtp:' && !secure) || url.hostname === '') return null
  if ((url.pathname !== '' && url.pathname !== '/') || url.hash !== '') return null
  const starttls = url.searchParams.get('starttls') ?? 'auto'
  if (starttls !== 'auto' && starttls !== 'always' && starttls !== 'never') return null
  if ([...url.searchParams.keys()].some((name) => name !== 'starttls')) return null
  const [user, pass] = [decode(url.username), decode(url.password)]
  if (user === null || pass === null || (user === '') !== (pass === '')) return null
  return {
    // Brackets of an IPv6 address in a URL.
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    auth: user === '' ? null : { user, pass },
    starttls,
  }
}
