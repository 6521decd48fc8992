import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Double-submit tokens as NextAuth v4's client expects them: the cookie holds `token|hash`, the form sends `token`. */
export type Csrf = {
  /** Returns the token of a valid cookie, or creates a new one with its cookie. */
  issue: (cookie: string | undefined) => { token: string; cookie: string }
  /** True if the form's token matches the cookie. */
  matches: (cookie: string | undefined, token: string | undefined) => boolean
}

/** A token or its hash. */
const hex = /^[0-9a-f]{64}$/

/** `secret` binds the hash to this installation, so that a cookie planted by a sibling site is useless. */
export function createCsrf(secret: Uint8Array): Csrf {
  const hash = (token: string) => createHmac('sha256', secret).update(token).digest('hex')

  const tokenOf = (cookie: string | undefined): string | undefined => {
    const [token = '', digest = ''] = (cookie ?? '').split('|')
    if (!hex.test(token) || !hex.test(digest)) return undefined
    return timingSafeEqual(Buffer.from(digest), Buffer.from(hash(token))) ? token : undefined
  }

  return {
    issue(cookie) {
      const known = tokenOf(cookie)
      const token = known ?? randomBytes(32).toString('hex')
      return { token, cookie: `${token}|${hash(token)}` }
    },
    matches(cookie, token) {
      const known = tokenOf(cookie)
      if (known === undefined || token === undefined || !hex.test(token)) return false
      return timingSafeEqual(Buffer.from(token), Buffer.from(known))
    },
  }
}
