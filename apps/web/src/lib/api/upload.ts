import { type Endpoint, buildPath } from '@foja/contracts/endpoint'
import { noteReached } from './connection.ts'
import { actionOf, clearFailure, isRecorded, recordFailure } from './failure.ts'
import { readProblem } from './read-problem.ts'
import {
  callHeaders,
  redirectsToRefresh,
  redirectsToSecurity,
  missingUrl,
  type Refusal,
  type Reply,
  type RequestOptions,
} from './request.ts'
import { base } from '../router/paths.ts'
import { HandledError, ProblemError, type ReplyOf } from './call.ts'

export type UploadProgress = { loaded: number; total: number }

export type UploadOptions = Pick<RequestOptions, 'headers' | 'token' | 'signal'> & {
  onProgress?: (progress: UploadProgress) => void
  /** How to parse a successful response; default `json`. */
  as?: 'json' | 'blob'
}

/** Status and text of any response; `file`: a successful one that was asked for as a blob. */
export type UploadReply = Pick<Refusal, 'status' | 'text'> & { file?: Blob | undefined }

async function read(call: XMLHttpRequest): Promise<Refusal & UploadReply> {
  const { status } = call
  const wait = call.getResponseHeader('retry-after')
  if (call.responseType !== 'blob') return { status, text: call.responseText, wait }
  const file = call.response as Blob
  return status < 400 ? { status, text: '', wait, file } : { status, text: await file.text(), wait }
}

function send(url: string, body: FormData, headers: Record<string, string>, options: UploadOptions) {
  return new Promise<Refusal & UploadReply>((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', base + url)
    if (options.as === 'blob') call.responseType = 'blob'
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
    call.upload.addEventListener('progress', ({ loaded, total }) => options.onProgress?.({ loaded, total }))
    call.addEventListener('load', () => void read(call).then(resolve, reject))
    call.addEventListener('error', () => reject(new TypeError('The upload got no answer')))
    call.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
    options.signal?.addEventListener('abort', () => call.abort(), { once: true })
    call.send(body)
  })
}

/**
 * Posts a multipart form with progress, which fetch does not report. Same rules as `request`: rejects without a URL,
 * redirects to /refresh on error statuses except 400, logs failures and returns nothing.
 */
export async function upload(
  url: string | null | undefined,
  body: FormData,
  options: UploadOptions = {},
): Promise<UploadReply | undefined> {
  if (url === null || url === undefined || url === '') throw new Error(missingUrl)
  const action = actionOf('POST', url)
  if (action !== null) clearFailure()
  try {
    const headers = await callHeaders(options)
    // Aborted while the token was renewed: the listener in `send` is added too late.
    options.signal?.throwIfAborted()
    const reply = await send(url, body, headers, options)
    noteReached(true)
    const { status, text, file } = reply
    return redirectsToRefresh(reply, url, action) === null ? { status, text, file } : undefined
  } catch (error) {
    if (options.signal?.aborted !== true) {
      console.error(error)
      if (error instanceof TypeError) noteReached(false)
      recordFailure(action, { status: 0 })
    }
    return undefined
  }
}

/**
 * Parses the response of an upload. A 400 that is not JSON becomes a general problem; a success that is not JSON is
 * logged and returns nothing.
 */
export function readUpload({ status, text, file }: UploadReply): Reply<unknown> | undefined {
  if (status >= 400) {
    const data = readProblem(status, text)
    return redirectsToSecurity(data) ? undefined : { status, ok: false, data }
  }
  if (file !== undefined) return { status, ok: true, data: file }
  try {
    return { status, ok: true, data: JSON.parse(text) as unknown }
  } catch (error) {
    console.error(error)
    return undefined
  }
}

/** The form of multipart calls: `files` in order, and `data` as JSON. */
export function filesForm(files: readonly File[], data?: unknown): FormData {
  const form = new FormData()
  // `data` goes first, because the server checks each file while it is streamed.
  if (data !== undefined) form.append('data', JSON.stringify(data))
  for (const file of files) form.append('files', file, file.name)
  return form
}

/** `call` for a multipart form. Rejects with ProblemError (400) or HandledError. */
export async function callUpload<E extends Endpoint>(
  path: E['path'],
  form: FormData,
  { params, ...options }: UploadOptions & { params?: Record<string, string> } = {},
): Promise<ReplyOf<E>> {
  const reply = await upload(buildPath(path, params), form, options)
  if (reply === undefined) throw new HandledError(isRecorded(actionOf('POST', path)))
  const read = readUpload(reply)
  if (read === undefined) throw new HandledError()
  if (!read.ok) throw new ProblemError(read.data, read.status)
  return read.data as ReplyOf<E>
}
