import type { importUsers as endpoint } from '@foja/contracts/users'
import { call, type CallOptions, type ReplyOf } from '../../../lib/api/call.ts'

export type ImportRow = CallOptions<typeof endpoint>['body']['rows'][number]
export type ImportReply = ReplyOf<typeof endpoint>

type Wishes = { rows: ImportRow[]; company: string | undefined; preview: boolean }

/** Validates the rows (`preview`) or creates all users in one call. */
export const importUsers = ({ rows, company, preview }: Wishes) =>
  call<typeof endpoint>('POST', '/api/v1/import_users/', {
    body: { rows, preview, ...(company === undefined ? {} : { id_company: company }) },
  })
