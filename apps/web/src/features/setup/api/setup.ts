import type { getSetup, completeSetup } from '@foja/contracts/setup'
import { call, type ReplyOf, type CallOptions } from '../../../lib/api/call.ts'
import { request } from '../../../lib/api/request.ts'

type Reply = ReplyOf<typeof getSetup>
/** `sample`: what the sample would create; null once setup is done. */
export type SetupState = Pick<Reply, 'needed' | 'code_required'> & { sample: Reply['sample'] | null }

let done = false

/** Marks setup as done. */
function setupIsDone(): void {
  done = true
}

/**
 * Whether the installation needs its first company. The answer never changes back. Runs before any page, so it uses
 * `request` directly. Rejects if the server does not answer.
 */
export async function fetchSetup(): Promise<SetupState> {
  if (done) return { needed: false, code_required: false, sample: null }
  const reply = await request<SetupState>('/api/v1/setup/', { token: null })
  if (reply?.ok !== true) throw new Error('The server did not return its setup state')
  done = !reply.data.needed
  return reply.data
}

export type SetupBody = CallOptions<typeof completeSetup>['body']

export async function sendSetup(body: SetupBody) {
  const reply = await call<typeof completeSetup>('POST', '/api/v1/setup/', { body, token: null })
  setupIsDone()
  return reply
}
