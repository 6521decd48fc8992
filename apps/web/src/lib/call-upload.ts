import type { Endpoint } from '@foja/contracts/endpoint'
import type { Problem } from '@foja/contracts/problem'
import { HandledError, ProblemError, type ReplyOf } from './call.ts'
import { upload, type UploadOptions } from './upload.ts'

/** `call` for a multipart form whose reply is JSON. */
export async function callUpload<E extends Endpoint>(
  path: E['path'],
  form: FormData,
  options: UploadOptions = {},
): Promise<ReplyOf<E>> {
  const reply = await upload(path, form, options)
  if (reply === undefined) throw new HandledError()
  const data = JSON.parse(reply.text) as unknown
  if (reply.status >= 400) throw new ProblemError(data as Problem)
  return data as ReplyOf<E>
}
