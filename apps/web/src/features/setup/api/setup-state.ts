import type { getSetup } from '@foja/contracts/setup'
import type { ReplyOf } from '../../../lib/call.ts'
import { request } from '../../../lib/request.ts'

type Reply = ReplyOf<typeof getSetup>
/** `sample`: what the sample adds; null where nobody is asked any more. */
export type SetupState = Pick<Reply, 'needed' | 'code_required'> & { sample: Reply['sample'] | null }

let done = false

/** From now on there is a company. */
export function setupIsDone(): void {
  done = true
}

/**
 * Whether the installation waits for its first company. Once it does not, it never will again. Asked before any page,
 * so by `request` alone. Rejects when the server does not tell.
 */
export async function fetchSetup(): Promise<SetupState> {
  if (done) return { needed: false, code_required: false, sample: null }
  const reply = await request<SetupState>('/api/v1/setup/', { token: null })
  if (reply?.ok !== true) throw new Error('The server did not tell whether it waits to be set up')
  done = !reply.data.needed
  return reply.data
}
