import type { checkLink, forgotPassword, setPassword } from '@foja/contracts/account'
import { call, type ReplyOf } from '../../../lib/api/call.ts'

export const askForLink = (email: string) =>
  call<typeof forgotPassword>('POST', '/api/v1/forgot_password/', { body: { email }, token: null })

export type LinkFacts = ReplyOf<typeof checkLink>

export const fetchLink = (token: string): Promise<LinkFacts> =>
  call<typeof checkLink>('POST', '/api/v1/check_link/', { body: { token }, token: null })

export const choosePassword = (token: string, password: string) =>
  call<typeof setPassword>('POST', '/api/v1/set_password/', { body: { token, password }, token: null })
