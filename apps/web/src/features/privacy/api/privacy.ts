import type {
  changeRetention,
  erasePersonalData,
  exportPersonalData,
  readPersonalData,
  readRetention,
} from '@foja/contracts/privacy'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { getQuery } from '../../../lib/api/get-query.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { saveBlob } from '../../../lib/files/download.ts'

export const retentionQuery = (empresa: string) =>
  getQuery<typeof readRetention>(queryKeys.retention(empresa), '/api/v1/retention/', { query: `?empresa=${empresa}` })

export type RetentionBody = CallOptions<typeof changeRetention>['body']

export const sendRetention = (body: RetentionBody) =>
  call<typeof changeRetention>('PUT', '/api/v1/change_retention/', { body })

export const findPerson = (persona: string) =>
  call<typeof readPersonalData>('GET', '/api/v1/personal_data/', { query: `?persona=${encodeURIComponent(persona)}` })

export async function downloadPerson(persona: string, name: string): Promise<void> {
  const query = `?persona=${encodeURIComponent(persona)}`
  const blob = await call<typeof exportPersonalData>('GET', '/api/v1/export_personal_data/', { query, as: 'blob' })
  saveBlob(blob, `${name}.zip`)
}

export type ErasureBody = CallOptions<typeof erasePersonalData>['body']

export const sendErasure = (body: ErasureBody) =>
  call<typeof erasePersonalData>('POST', '/api/v1/erase_personal_data/', { body })
