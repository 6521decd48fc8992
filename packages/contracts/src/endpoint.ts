import type { ZodMiniObject, ZodMiniType } from 'zod/mini'
import type { ErrorCode } from './problem.ts'
import type { PolicyName } from './policies.ts'

export type Schema = ZodMiniType
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A multipart body: files in the field `files`, and JSON text in the field `data`, with the schema `data`. */
export type Multipart = {
  minFiles: number
  maxFiles: number
  /** Largest file in bytes. Default `uploadLimits.bytesPerFile`. */
  bytesPerFile?: number
  data?: Schema
}

/**
 * One API call as data. Server routes, browser client and OpenAPI page are made from it. Two calls may share method and
 * path when one takes JSON and the other multipart: the content type selects between them.
 */
export type Endpoint = {
  /** Unique; also the operationId of OpenAPI. */
  name: string
  method: Method
  /** Wire path with `{id}` placeholders and its trailing slash. */
  path: `/api/v1/${string}`
  /** The required policy. Routes without one do not register. */
  policy: PolicyName
  /** For `public` calls: a valid token identifies the user; an invalid one is ignored. */
  session?: 'optional'
  /** One Spanish sentence for the API page. */
  summary: string
  tag: string
  params?: Schema
  query?: Schema
  headers?: Schema
  body?: Schema
  /**
   * The object that this call changes, as Foja returns it. It may be sent back: members that equal the stored ones are
   * ignored, and changed members that `body` does not have are refused by name. Other unknown members stay refused.
   */
  returned?: ZodMiniObject
  /** Largest JSON body in bytes. Default: 16 KiB for `public` and `setup` calls, 1 MiB for others. */
  bodyBytes?: number
  multipart?: Multipart
  /**
   * Replies by status: a schema for JSON, or the media type of a binary reply. `data` describes the JSON of each
   * `data:` line of an event stream; `json` the JSON alternative to a binary reply.
   */
  replies: { [status: number]: Schema | { binary: string; data?: Schema; json?: Schema } }
  /** Errors the user can correct: each answers 400 unless `errorStatus` says otherwise. */
  errors: readonly ErrorCode[]
  /** Allowed before setting up a required second factor; `public` calls always are. */
  beforeTotp?: boolean
  /** True for the two GETs of the specification with side effects: they refuse cross-site and prefetch requests. */
  writes?: boolean
}

/** True if only signed-in users may call it. */
export const needsSession = ({ policy }: Pick<Endpoint, 'policy'>): boolean =>
  policy !== 'public' && policy !== 'setup' && policy !== 'recipient'

/** Keeps the literal types of an endpoint, so that handlers and clients can infer theirs. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

/** Fills the `{name}` placeholders of a path with percent-encoded values. Throws when one is missing. */
export function buildPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`Path ${path} needs "${name}"`)
    return encodeURIComponent(String(value))
  })
}
