import type { ZodMiniType } from 'zod/mini'
import type { ErrorCode } from './problem.ts'
import type { PolicyName } from './policies.ts'

export type Schema = ZodMiniType
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A multipart body: the files by their field name `files`, and `data`, a JSON text that `data` describes. */
export type Multipart = {
  minFiles: number
  maxFiles: number
  /** Largest file in bytes; `uploadLimits.bytesPerFile` unless it says otherwise. */
  bytesPerFile?: number
  data?: Schema
}

/**
 * One call of the API, as data. The server's routes, the browser's client and the OpenAPI page are all made from it,
 * so a call that is not written here does not exist. Two calls may share method and path when one takes JSON and the
 * other multipart: the content type of a request tells them apart.
 */
export type Endpoint = {
  /** Unique; the operationId of OpenAPI. */
  name: string
  method: Method
  /** Wire path with `{id}` placeholders and its trailing slash. */
  path: `/api/v1/${string}`
  /** Who may call it. Routes without a policy do not register. */
  policy: PolicyName
  /** Of a `public` call: whoever sends a good token is known to it; any other token counts as none. */
  session?: 'optional'
  /** One Spanish sentence for the API page. */
  summary: string
  tag: string
  params?: Schema
  query?: Schema
  headers?: Schema
  body?: Schema
  /** Largest JSON body in bytes; 1 MiB unless it says otherwise. Who asks is known before more than that is read. */
  bodyBytes?: number
  multipart?: Multipart
  /**
   * Replies by status: a schema for JSON, or the media type of a binary reply; `data` describes the JSON of each `data:`
   * line of an event stream, `json` the JSON that may be answered instead of the binary.
   */
  replies: { [status: number]: Schema | { binary: string; data?: Schema; json?: Schema } }
  /** What a person can put right: each of these answers 400 unless `errorStatus` says otherwise. */
  errors: readonly ErrorCode[]
  /** Works for whoever has yet to set up the second factor that their company asks for; `public` calls always do. */
  beforeTotp?: boolean
  /** True for the two GETs of the specification that change something: they refuse cross-site and prefetch requests. */
  writes?: boolean
}

/** Keeps the literal types of an endpoint, so that handlers and clients infer their shapes from it. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

/** Fills the `{name}` placeholders of a path; each value is percent-encoded. Throws when one is missing. */
export function buildPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`Path ${path} needs "${name}"`)
    return encodeURIComponent(String(value))
  })
}
