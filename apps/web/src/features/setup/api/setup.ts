import type { completeSetup } from '@foja/contracts/setup'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { setupIsDone } from './setup-state.ts'

export type SetupBody = CallOptions<typeof completeSetup>['body']

export async function sendSetup(body: SetupBody) {
  const reply = await call<typeof completeSetup>('POST', '/api/v1/setup/', { body, token: null })
  setupIsDone()
  return reply
}
