import type { conveneParties, detailsConvocation } from '@foja/contracts/convocations'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { getQuery } from '../../../lib/api/get-query.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** The convocation to the appointment of a request. Its key is one of signing requests, which are refetched alike. */
export const convocationQuery = (id: string) =>
  getQuery<typeof detailsConvocation>(
    queryKeys.signingRequests({ convocation: id }),
    '/api/v1/details_convocation/{id}/',
    { params: { id } },
  )

export const convene = (body: CallOptions<typeof conveneParties>['body']) =>
  call<typeof conveneParties>('POST', '/api/v1/convene_parties/', { body })
