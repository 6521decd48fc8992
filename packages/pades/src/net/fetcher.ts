/** A request to another server, as for timestamps. `authorization` is the value of the header of that name. */
export type FetchRequest = {
  url: string
  method: 'GET' | 'POST'
  body?: Uint8Array
  contentType?: string
  accept?: string
  /** Maximum size of the reply's body, in bytes; 0: it is not read. */
  maxBytes: number
  authorization?: string
  /** Further headers, in lower case. */
  headers?: Readonly<Record<string, string>>
}

/** `contentType` is the media type in lower case, without parameters. */
export type FetchReply = { status: number; contentType: string; body: Uint8Array }

/**
 * The network port: timestamps, OCSP, CRLs, issuer certificates. Resolves with any HTTP status; throws NetworkError
 * without a usable answer.
 */
export type Fetcher = (request: FetchRequest) => Promise<FetchReply>

/** Why there was no answer. 'address_forbidden': a private host, which a certificate must not point to. */
export type NetworkErrorCode =
  | 'address_forbidden'
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'redirect'
  | 'url_not_supported'

/** There was no answer. `host` is the name, and the port if unusual; never path or credentials. */
export class NetworkError extends Error {
  readonly code: NetworkErrorCode
  readonly host: string
  constructor(code: NetworkErrorCode, host: string, options?: ErrorOptions) {
    super(`${code} ${host}`, options)
    this.name = 'NetworkError'
    this.code = code
    this.host = host
  }
}

/** The loggable part of a URL: host and port; '' for other URLs. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return ''
  }
}
