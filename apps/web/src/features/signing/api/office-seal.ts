import type { getOfficeSeal } from '@foja/contracts/office-seal'
import { getQuery } from '../../../lib/api/get-query.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** The certificate with which the office seals simple signatures. */
export const officeSealQuery = getQuery<typeof getOfficeSeal>(queryKeys.officeSeal(), '/api/v1/office_seal/')
