import { buildPath } from '@foja/contracts/endpoint'
import type { Calls, FileReply, KeyScope, Problem, SentFile, Uploads } from './calls.ts'
import { FojaError } from './error.ts'

export { createId } from '@foja/contracts/create-id'
export type { Calls, FileReply, KeyScope, Problem, SentFile, Uploads } from './calls.ts'
export { FojaError } from './error.ts'

export type ClientOptions = {
  /** Address of the installation, with its path if it has one: `https://firmas.example/foja`. */
  origin: string
  /** An API key, or the token of a session; a function is asked before each call. Public calls need none. */
  key?: string | (() => string | Promise<string>)
  /** Language of the errors and of all sentences. Default: Spanish. */
  language?: 'es' | 'en'
  /**
   * After a 429, waits as long as the server asks, at most this many seconds, and calls once more. Default: 0, never.
   */
  waitSeconds?: number
  /** Default: that of the platform. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** What the platform's `fetch` takes besides the call itself. */
type Common = { signal?: AbortSignal }

type OptionsOf<C> = Omit<C, 'reply'> & Common
/** Calls that need nothing are made without options. */
type Arguments<C> = object extends OptionsOf<C> ? [OptionsOf<C>?] : [OptionsOf<C>]
type ReplyOf<C> = C extends { reply: infer R } ? R : never

export type Client = {
  /** Calls the API. Rejects with FojaError where the server refuses, and as `fetch` does without an answer. */
  call: <M extends keyof Calls, P extends keyof Calls[M] & string>(
    method: M,
    path: P,
    ...[options]: Arguments<Calls[M][P]>
  ) => Promise<ReplyOf<Calls[M][P]>>
  /** Sends files. Rejects like `call`. */
  upload: <P extends keyof Uploads>(
    path: P,
    options: OptionsOf<Uploads[P]> & { files: readonly SentFile[] },
  ) => Promise<ReplyOf<Uploads[P]>>
  /** What the key may do; null for the token of a session. */
  keyScopes: () => Promise<KeyScope[] | null>
}

/** What the calls of the contract may carry. */
type Options = Common & {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string | undefined>
  body?: unknown
  data?: unknown
  files?: readonly SentFile[]
}

function addressOf(origin: string, path: string, { params, query = {} }: Options): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const asked = search.toString()
  return `${origin.replace(/\/+$/, '')}${buildPath(path, params)}${asked === '' ? '' : `?${asked}`}`
}

function formOf(files: readonly SentFile[], data: unknown): FormData {
  const form = new FormData()
  if (data !== undefined) form.append('data', JSON.stringify(data))
  for (const { name, content, type = '' } of files) {
    const blob = content instanceof Blob ? content : new Blob([Uint8Array.from(content)], { type })
    form.append('files', blob, name)
  }
  return form
}

function bodyOf({ body, data, files }: Options): Pick<RequestInit, 'body'> & { type?: string } {
  if (files !== undefined) return { body: formOf(files, data) }
  return body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' }
}

/** The filename of a Content-Disposition: its RFC 8187 form, which Foja always sends. */
function nameIn(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded === undefined ? null : decodeURIComponent(encoded)
}

function fileOf(response: Response): FileReply {
  return {
    name: nameIn(response.headers.get('content-disposition')),
    type: response.headers.get('content-type') ?? 'application/octet-stream',
    stream: response.body ?? new ReadableStream({ start: (controller) => controller.close() }),
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
  }
}

async function errorOf(response: Response): Promise<FojaError> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true
  const text = await response.text()
  const after = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new FojaError(
    response.status,
    isProblem ? (JSON.parse(text) as Problem) : null,
    Number.isFinite(after) ? after : null,
  )
}

/** A client of one installation, for Node and browsers. */
export function createClient(options: ClientOptions): Client {
  const { origin, key, language = 'es', waitSeconds = 0, fetch: send = (url, init) => fetch(url, init) } = options
  const keyNow = async () => (typeof key === 'function' ? await key() : key)

  async function request(method: string, path: string, call: Options): Promise<Response> {
    const { type, body } = bodyOf(call)
    const bearer = await keyNow()
    const headers = new Headers({ 'accept-language': language })
    if (type !== undefined) headers.set('content-type', type)
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`)
    for (const [name, value] of Object.entries(call.headers ?? {})) if (value !== undefined) headers.set(name, value)
    const { signal } = call
    return await send(addressOf(origin, path, call), { method, headers, body, ...(signal && { signal }) })
  }

  /** A call, after a 429 once more if the options want it. */
  async function answer(method: string, path: string, call: Options): Promise<Response> {
    const first = await request(method, path, call)
    if (first.status !== 429) return first
    const seconds = Number(first.headers.get('retry-after') ?? Number.NaN)
    if (!(seconds <= waitSeconds)) return first
    await first.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    return await request(method, path, call)
  }

  async function read(method: string, path: string, call: Options = {}): Promise<unknown> {
    const response = await answer(method, path, call)
    if (!response.ok) throw await errorOf(response)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    // A JSON file, such as an exported template, is sent as an attachment.
    return isJson && !response.headers.has('content-disposition') ? await response.json() : fileOf(response)
  }

  return {
    call: read as Client['call'],
    upload: (async (path: string, call: Options) => await read('POST', path, call)) as Client['upload'],
    keyScopes: async () => {
      // Whether the key may read them or not, the answer names its scopes.
      const response = await answer('GET', '/api/v1/metrics/', {})
      const scopes = response.headers.get('foja-key-scopes')
      if (scopes === null && !response.ok) throw await errorOf(response)
      await response.body?.cancel()
      return scopes === null ? null : (scopes.split(' ') as KeyScope[])
    },
  }
}
