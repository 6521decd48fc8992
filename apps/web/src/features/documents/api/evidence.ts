import type { evidenceReport } from '@foja/contracts/verification'
import { call } from '../../../lib/call.ts'

/** The evidence of a document as a PDF, with the times of the reader's zone. */
export const fetchEvidence = (id: string) =>
  call<typeof evidenceReport>('GET', '/api/v1/evidence_report/{id}/', {
    params: { id },
    query: `?utc_offset=${-new Date().getTimezoneOffset()}`,
    as: 'blob',
  })
