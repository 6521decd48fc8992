import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Browsers in which people signed in before, so that strangers who guess at an account cannot keep its person out (OWASP,
 * «Slow Down Online Guessing Attacks with Device Cookies»). The cookie is `nonce.mark.mark…`, a mark for each of the last
 * few people: it opens nothing, and who they are only this installation can tell. People are ids of accounts, never what
 * somebody typed: whoever has an address later is not the one who had it.
 */
export type Devices = {
  /** Name of the browser whose cookie this is, where `user` signed in in it before. */
  known: (cookie: string | undefined, user: string) => string | undefined
  /** The cookie from now on, once `user` signed in. */
  remember: (cookie: string | undefined, user: string) => string
}

/** Who share a computer of the office. */
const people = 5
const shape = /^[\w-]{22}(?:\.[\w-]{43}){1,5}$/

export function createDevices(secret: Uint8Array): Devices {
  const markOf = (nonce: string, user: string) =>
    createHmac('sha256', secret).update(`${nonce} ${user}`).digest('base64url')

  const read = (cookie = ''): { nonce: string; marks: string[] } => {
    const [nonce, ...marks] = shape.test(cookie) ? cookie.split('.') : []
    return { nonce: nonce ?? randomBytes(16).toString('base64url'), marks }
  }

  return {
    known(cookie, user) {
      const { nonce, marks } = read(cookie)
      const own = Buffer.from(markOf(nonce, user))
      return marks.some((mark) => timingSafeEqual(Buffer.from(mark), own)) ? nonce : undefined
    },
    remember(cookie, user) {
      const { nonce, marks } = read(cookie)
      const own = markOf(nonce, user)
      return [nonce, own, ...marks.filter((mark) => mark !== own)].slice(0, people + 1).join('.')
    },
  }
}
