import { readProblem } from './read-problem.ts'
import {
  callHeaders,
  leavesForRefresh,
  leavesForSecurity,
  missingUrl,
  type Reply,
  type RequestOptions,
} from './request.ts'
import { apiAddress, getApiUrl } from './runtime-config.ts'

export type UploadProgress = { loaded: number; total: number }

export type UploadOptions = Pick<RequestOptions, 'headers' | 'token' | 'signal' | 'handBack'> & {
  onProgress?: (progress: UploadProgress) => void
}

/** The status and the text of the reply, whatever it was. */
export type UploadReply = { status: number; text: string }

function send(url: string, body: FormData, headers: Record<string, string>, options: UploadOptions) {
  return new Promise<UploadReply>((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', apiAddress(url))
    call.withCredentials = getApiUrl() !== ''
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
    call.upload.addEventListener('progress', ({ loaded, total }) => options.onProgress?.({ loaded, total }))
    call.addEventListener('load', () => resolve({ status: call.status, text: call.responseText }))
    call.addEventListener('error', () => reject(new TypeError('The upload got no answer')))
    call.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
    options.signal?.addEventListener('abort', () => call.abort(), { once: true })
    call.send(body)
  })
}

/**
 * Posts a multipart form and tells how far it is: fetch cannot. Its rules are those of `request`: a missing URL rejects,
 * an error status other than 400 sends the browser to /refresh, and a failure is logged and returns nothing.
 */
export async function upload(
  url: string | null | undefined,
  body: FormData,
  options: UploadOptions = {},
): Promise<UploadReply | undefined> {
  if (url === null || url === undefined || url === '') throw new Error(missingUrl)
  try {
    const headers = await callHeaders(options)
    // Whoever stopped it while the token was renewed: the listener of `send` would come too late.
    options.signal?.throwIfAborted()
    const reply = await send(url, body, headers, options)
    return leavesForRefresh(reply.status, reply.text, options.handBack) ? undefined : reply
  } catch (error) {
    if (options.signal?.aborted !== true) console.error(error)
    return undefined
  }
}

/** What the text of an upload's reply says. A reply that is no JSON is a general problem or, with no error, logged and nothing. */
export function readUpload({ status, text }: UploadReply): Reply<unknown> | undefined {
  if (status >= 400) {
    const data = readProblem(status, text)
    return leavesForSecurity(data) ? undefined : { status, ok: false, data }
  }
  try {
    return { status, ok: true, data: JSON.parse(text) as unknown }
  } catch (error) {
    console.error(error)
    return undefined
  }
}

/** The form that multipart calls expect: `files`, in order, and `data` as JSON. */
export function filesForm(files: readonly File[], data?: unknown): FormData {
  const form = new FormData()
  // The server checks each file while it streams by, so `data` goes first: it says what to expect.
  if (data !== undefined) form.append('data', JSON.stringify(data))
  for (const file of files) form.append('files', file, file.name)
  return form
}
