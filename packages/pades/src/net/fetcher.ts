/** One question to a server of a public key infrastructure. `authorization` is the value of the header of that name. */
export type FetchRequest = {
  url: string
  method: 'GET' | 'POST'
  body?: Uint8Array
  contentType?: string
  accept?: string
  /** Longest body accepted, in bytes. */
  maxBytes: number
  authorization?: string
}

/** `contentType` is the media type alone, in lower case, without parameters. */
export type FetchReply = { status: number; contentType: string; body: Uint8Array }

/**
 * The port through which everything on the network is asked: timestamps, OCSP, CRLs, certificates of issuers.
 * Resolves with any HTTP status; throws NetworkError when there is no answer to speak of.
 */
export type Fetcher = (request: FetchRequest) => Promise<FetchReply>

/** Why there was no answer. 'address_forbidden': a host inside, which a certificate must not lead to. */
export type NetworkErrorCode =
  | 'address_forbidden'
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'redirect'
  | 'url_not_supported'

/** There was no answer. `host` is the name, and the port when it is not the usual one; never path or credentials. */
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

/** What may be told of a URL: host and port; '' when it is no URL of a host. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return ''
  }
}
