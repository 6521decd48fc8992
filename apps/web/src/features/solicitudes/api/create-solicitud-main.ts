import type { NewSolicitudMain } from '@foja/contracts/solicitudes'
import { filesForm, upload, type UploadOptions, type UploadReply } from '../../../lib/api/upload.ts'

/**
 * Creates a group with its files, one per request and in the same order, and returns status and text of the response.
 * Repeating the same ids creates nothing new, so a retry is safe.
 */
export function createSolicitudMain(
  group: NewSolicitudMain,
  files: readonly File[],
  options: UploadOptions = {},
): Promise<UploadReply | undefined> {
  return upload('/api/v1/list_solicitud_main_type/', filesForm(files, group), options)
}
