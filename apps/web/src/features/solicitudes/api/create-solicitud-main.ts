import type { NewSolicitudMain } from '@foja/contracts/solicitudes'
import { filesForm, upload, type UploadOptions, type UploadReply } from '../../../lib/api/upload.ts'

/**
 * Creates a group with its files, one a request and in the same order, and returns the reply's status and text. Sending
 * it again with the same ids creates nothing new, so it is safe to repeat after a failure.
 */
export function createSolicitudMain(
  group: NewSolicitudMain,
  files: readonly File[],
  options: UploadOptions = {},
): Promise<UploadReply | undefined> {
  return upload('/api/v1/list_solicitud_main_type/', filesForm(files, group), options)
}
