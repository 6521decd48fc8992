import type { verifyDocument } from '@foja/contracts/verification'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

const verify = (body: { id_documento: string; refresh?: boolean }, signal?: AbortSignal) =>
  call<typeof verifyDocument>('POST', '/api/v1/verify_document/', { body, headers: inMyZone(), signal })

/** The verification report of a document. The digest is part of the key, so a new version is verified again. */
export const verificationQuery = (id: string, sha256: string) =>
  queryOptions({
    queryKey: queryKeys.verification(id, sha256),
    queryFn: ({ signal }) => verify({ id_documento: id }, signal),
    staleTime: 60_000,
  })

/** Verifies with answers that the authorities give now, instead of cached ones. */
export const verifyAgain = (id: string) => verify({ id_documento: id, refresh: true })
