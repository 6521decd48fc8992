import type { removeSignature, uploadSigner } from '@foja/contracts/signers'
import { callUpload } from '../../../lib/call-upload.ts'
import { call } from '../../../lib/call.ts'
import { filesForm } from '../../../lib/upload.ts'

/** Stores a certificate (.p12, .pfx, or .cer with .key), an image of the signature, or both. */
export const sendSigner = (files: readonly File[], password: string) =>
  callUpload<typeof uploadSigner>('/api/v1/upload_signer/', filesForm(files, { password }))

export const deleteSigner = () => call<typeof removeSignature>('GET', '/api/v1/remove_signature/')
