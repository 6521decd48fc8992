import type { checkLink, forgotPassword, setPassword } from '@foja/contracts/account'
import { call, type ReplyOf } from '../../../lib/api/call.ts'

/**
 * The user of these pages cannot sign in, so /refresh cannot help, and the token in their address must not go anywhere
 * else. Every error is handled by the page.
 */
const here = { token: null, handBack: [401, 403, 404, 408, 413, 429, 500, 502, 503, 504, 507] }

export const askForLink = (email: string) =>
  call<typeof forgotPassword>('POST', '/api/v1/forgot_password/', { body: { email }, ...here })

export type LinkFacts = ReplyOf<typeof checkLink>

export const fetchLink = (token: string): Promise<LinkFacts> =>
  call<typeof checkLink>('POST', '/api/v1/check_link/', { body: { token }, ...here })

export const choosePassword = (token: string, password: string) =>
  call<typeof setPassword>('POST', '/api/v1/set_password/', { body: { token, password }, ...here })
