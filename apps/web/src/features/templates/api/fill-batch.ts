import type { cancelFillBatch, detailsFillBatch, fillBatchZip, startFillBatch } from '@foja/contracts/template-fills'
import { queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type BatchToStart = CallOptions<typeof startFillBatch>['body']

/** Fills a template once per row. A repeated `key` with the same rows starts nothing. */
export const startBatch = (body: BatchToStart) => call<typeof startFillBatch>('POST', '/api/v1/fill_batch/', { body })

/** Polling interval of a running batch, in ms. */
const every = 1000

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.fillBatch(id),
    queryFn: ({ signal }) =>
      call<typeof detailsFillBatch>('GET', '/api/v1/fill_batch/{id}/', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? every : false),
  })

/** Stops the batch; documents already created stay. */
export const cancelBatch = (id: string) =>
  call<typeof cancelFillBatch>('DELETE', '/api/v1/fill_batch/{id}/', { params: { id } })

export const fetchBatchZip = (id: string) =>
  call<typeof fillBatchZip>('GET', '/api/v1/fill_batch_zip/{id}/', { params: { id }, as: 'blob' })
