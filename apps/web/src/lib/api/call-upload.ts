import type { Endpoint } from '@foja/contracts/endpoint'
import { buildPath } from '@foja/contracts/endpoint'
import { HandledError, ProblemError, type ReplyOf } from './call.ts'
import { readUpload, upload, type UploadOptions } from './upload.ts'

/** `call` for a multipart form with a JSON response. Rejects with ProblemError (400) or HandledError. */
export async function callUpload<E extends Endpoint>(
  path: E['path'],
  form: FormData,
  { params, ...options }: UploadOptions & { params?: Record<string, string> } = {},
): Promise<ReplyOf<E>> {
  const reply = await upload(buildPath(path, params), form, options)
  if (reply === undefined) throw new HandledError()
  const read = readUpload(reply)
  if (read === undefined) throw new HandledError()
  if (!read.ok) throw new ProblemError(read.data, read.status)
  return read.data as ReplyOf<E>
}
