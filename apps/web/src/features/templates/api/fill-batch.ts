import type { cancelFillBatch, detailsFillBatch, fillBatchZip, startFillBatch } from '@foja/contracts/template-fills'
import { queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from '../../../lib/api/call.ts'

export type BatchToStart = CallOptions<typeof startFillBatch>['body']

/** Fills a template once a row. The same `key` with the same rows starts nothing again. */
export const startBatch = (body: BatchToStart) => call<typeof startFillBatch>('POST', '/api/v1/fill_batch/', { body })

/** So often, in milliseconds, a batch that runs is asked how far it is. */
const every = 1000

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['fill-batch', id],
    queryFn: ({ signal }) =>
      call<typeof detailsFillBatch>('GET', '/api/v1/fill_batch/{id}/', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? every : false),
  })

/** Stops it; what is made already stays. */
export const cancelBatch = (id: string) =>
  call<typeof cancelFillBatch>('DELETE', '/api/v1/fill_batch/{id}/', { params: { id } })

export const fetchBatchZip = (id: string) =>
  call<typeof fillBatchZip>('GET', '/api/v1/fill_batch_zip/{id}/', { params: { id }, as: 'blob' })
