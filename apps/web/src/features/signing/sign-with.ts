import type { Level } from '@foja/contracts/constants'
import { completeSignature, sendSigning, type SignBody, type SignReply } from './api/signing.ts'
import type { Look } from './sign-draft.ts'

export type Target = { id_documento: string; sha256: string }
export type Signed = Pick<SignReply, 'documents'>

/** Signs with the stored key, or with a key that is sent along. */
export const signAtServer = (
  target: Target,
  look: Look,
  password: string,
  key: SignBody['key'],
  idempotencyKey: string,
): Promise<Signed> =>
  sendSigning({ ...target, ...look, ...(key === undefined ? {} : { key }), password }, idempotencyKey)

/** A signature value that the server has not accepted yet, because its level could not be reached. */
export type Unfinished = { id_preparacion: string; signature: string }

/** Submits the value, at another level if given. */
export async function finish(unfinished: Unfinished, level?: Level): Promise<Signed> {
  const { document } = await completeSignature({ ...unfinished, ...(level === undefined ? {} : { level }) })
  return { documents: [document] }
}
