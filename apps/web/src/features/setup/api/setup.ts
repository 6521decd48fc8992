import type { completeSetup, getSetup } from '@foja/contracts/setup'
import { call, type CallOptions, type ReplyOf } from '../../../lib/call.ts'

let done = false

/** Whether the installation waits for its first company. Once it does not, it never will again. */
export async function fetchSetup(): Promise<ReplyOf<typeof getSetup>> {
  if (done) return { needed: false, code_required: false }
  const reply = await call<typeof getSetup>('GET', '/api/v1/setup/', { token: null })
  done = !reply.needed
  return reply
}

export type SetupBody = CallOptions<typeof completeSetup>['body']

export async function sendSetup(body: SetupBody) {
  const reply = await call<typeof completeSetup>('POST', '/api/v1/setup/', { body, token: null })
  done = true
  return reply
}
