import type { verifyCode, verifyFile } from '@foja/contracts/verification'
import { queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/api/call.ts'
import { callUpload, filesForm, type UploadProgress } from '../../../lib/api/upload.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type FoundByCode = ReplyOf<typeof verifyCode>

export type Verified = ReplyOf<typeof verifyFile>

type Options = {
  password?: string | undefined
  onProgress?: (progress: UploadProgress) => void
  signal: AbortSignal
}

/** Sends a PDF for verification; the server does not store it. */
export const verifyPdf = (file: File, { password, ...options }: Options) =>
  callUpload<typeof verifyFile>(
    '/api/v1/verify_document/',
    filesForm([file], password === undefined ? undefined : { password }),
    {
      ...options,
      headers: inMyZone(),
    },
  )

/** The document with a printed verification code. */
export const codeQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.verifyCode(code),
    queryFn: ({ signal }) =>
      call<typeof verifyCode>('GET', '/api/v1/verify_code/', {
        query: `?${new URLSearchParams({ codigo: code }).toString()}`,
        headers: inMyZone(),
        signal,
      }),
    staleTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  })
