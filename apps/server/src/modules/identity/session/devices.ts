import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Known browsers: where a user signed in before, strangers who guess at the account cannot lock them out (OWASP, «Slow
 * Down Online Guessing Attacks with Device Cookies»). The cookie is `nonce.mark.mark…`, one mark for each of the last
 * few users. It grants no access, and only this installation can read it. Marks are made of account ids, never of typed
 * addresses, because an address may later belong to another user.
 */
export type Devices = {
  /** Returns the name of the browser if `user` has signed in there before. */
  known: (cookie: string | undefined, user: string) => string | undefined
  /** Returns the new cookie after `user` signed in. */
  remember: (cookie: string | undefined, user: string) => string
}

/** Users who share a computer of the office. */
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
