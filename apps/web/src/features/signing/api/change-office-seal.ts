import type { removeOfficeSeal, uploadOfficeSeal } from '@foja/contracts/office-seal'
import { call } from '../../../lib/api/call.ts'
import { callUpload, filesForm } from '../../../lib/api/upload.ts'

export const sendSeal = (files: readonly File[], password: string) =>
  callUpload<typeof uploadOfficeSeal>('/api/v1/office_seal/', filesForm(files, { password }))

export const deleteSeal = () => call<typeof removeOfficeSeal>('DELETE', '/api/v1/office_seal/')
