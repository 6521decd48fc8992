import type { getOfficeSeal, removeOfficeSeal, uploadOfficeSeal } from '@foja/contracts/office-seal'
import { call } from '../../../lib/api/call.ts'
import { getQuery } from '../../../lib/api/get-query.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { callUpload, filesForm } from '../../../lib/api/upload.ts'

/** The certificate with which the office seals simple signatures. */
export const officeSealQuery = getQuery<typeof getOfficeSeal>(queryKeys.officeSeal(), '/api/v1/office_seal/')

export const sendSeal = (files: readonly File[], password: string) =>
  callUpload<typeof uploadOfficeSeal>('/api/v1/office_seal/', filesForm(files, { password }))

export const deleteSeal = () => call<typeof removeOfficeSeal>('DELETE', '/api/v1/office_seal/')
