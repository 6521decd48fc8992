import type { checkLink, forgotPassword, setPassword } from '@foja/contracts/account'
import { call, type ReplyOf } from '../../../lib/call.ts'

/**
 * These pages are for whoever cannot sign in: /refresh could not help them, and what their address carries must go
 * nowhere else. So every refusal is said where they are.
 */
const here = { token: null, handBack: [401, 403, 404, 408, 413, 429, 500, 502, 503, 504, 507] }

export const askForLink = (email: string) =>
  call<typeof forgotPassword>('POST', '/api/v1/forgot_password/', { body: { email }, ...here })

export type LinkFacts = ReplyOf<typeof checkLink>

export const fetchLink = (token: string): Promise<LinkFacts> =>
  call<typeof checkLink>('POST', '/api/v1/check_link/', { body: { token }, ...here })

export const choosePassword = (token: string, password: string) =>
  call<typeof setPassword>('POST', '/api/v1/set_password/', { body: { token, password }, ...here })
