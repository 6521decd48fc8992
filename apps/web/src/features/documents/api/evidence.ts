import type { evidenceReport } from '@foja/contracts/verification'
import { call } from '../../../lib/api/call.ts'

/** The evidence report of a document as a PDF, with times in the user's time zone. */
export const fetchEvidence = (id: string) =>
  call<typeof evidenceReport>('GET', '/api/v1/evidence_report/{id}/', {
    params: { id },
    query: `?utc_offset=${-new Date().getTimezoneOffset()}`,
    as: 'blob',
  })
