import {
  requestKinds,
  signingRequestStatuses,
  type RequestKind,
  type SigningRequestStatus,
} from '@foja/contracts/request-states'
import { oneOf, wholeOf, wordsOf } from '../../lib/router/address-values.ts'

export type RequestsSearch = {
  /** Which requests are shown. */
  kind: RequestKind
  q?: string | undefined
  status?: SigningRequestStatus | undefined
  page: number
}

/** Parses the search parameters of the list; invalid values are dropped. */
export const readRequestsSearch = (raw: Record<string, unknown>): RequestsSearch => ({
  kind: oneOf(requestKinds, raw['tipo']) ?? 'firmas',
  q: wordsOf(raw['q']),
  status: oneOf(signingRequestStatuses, raw['estado']),
  page: wholeOf(raw['page'], 1_000_000) ?? 1,
})

/** The search parameters of the list. */
export const writeRequestsSearch = ({ kind, q, status, page }: RequestsSearch) => ({
  tipo: kind === 'firmas' ? undefined : kind,
  q,
  estado: status,
  page: page === 1 ? undefined : String(page),
})
