import type { renameTemplate as endpoint } from '@foja/contracts/templates'
import { call } from '../../../lib/api/call.ts'

export const renameTemplate = (id: string, name: string) =>
  call<typeof endpoint>('GET', '/api/v1/rename_template/{id}/', {
    params: { id },
    query: `?q=${encodeURIComponent(name)}`,
  })
