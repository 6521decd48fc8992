import type { restoreTemplate as endpoint } from '@foja/contracts/templates'
import { call } from '../../../lib/api/call.ts'

/** Restores an archived template. */
export const restoreTemplate = (id: string) =>
  call<typeof endpoint>('POST', '/api/v1/restore_template/', { body: { id } })
