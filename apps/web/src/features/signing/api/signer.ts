import type { doHaveDigitalSignature, removeSignature, uploadSigner } from '@foja/contracts/signers'
import { queryOptions } from '@tanstack/react-query'
import { call, callUpload, type ReplyOf } from '../../../lib/call.ts'
import { filesForm } from '../../../lib/upload.ts'

export type SignerState = ReplyOf<typeof doHaveDigitalSignature>

/** Whether the person has a certificate stored, and which. */
export const signerQuery = queryOptions({
  queryKey: ['signer'],
  queryFn: ({ signal }) => call<typeof doHaveDigitalSignature>('GET', '/api/v1/do_have_digital_signature/', { signal }),
})

/** Stores a certificate (.p12, .pfx, or .cer with .key), an image of the signature, or both. */
export const sendSigner = (files: readonly File[], password: string) =>
  callUpload<typeof uploadSigner>('/api/v1/upload_signer/', filesForm(files, { password }))

export const deleteSigner = () => call<typeof removeSignature>('GET', '/api/v1/remove_signature/')
