/** What clients may send, hold open and repeat. Addresses are networks as in `networkOf`. */
export type HttpLimits = {
  /** Open connections in total, and per address unless it is a trusted proxy's. */
  connections: number
  connectionsPerAddress: number
  /** New connections per address, unless it is a trusted proxy's. */
  newConnections: { tries: number; seconds: number }
  /** Requests in progress per address, including open live streams. */
  requestsPerAddress: number
  /** Bytes of bodies that are read into memory at the same time. */
  bodyBytes: number
  bodyBytesPerAddress: number
  /** Public calls with a body, per address. */
  publicCalls: { tries: number; seconds: number }
  /**
   * Time in milliseconds for the headers of a request, for its JSON body, and for everything including an upload. A
   * JSON body of a user gets more time by its size: what its bytes need at `jsonBytesPerSecond`.
   */
  headersMs: number
  jsonMs: number
  jsonBytesPerSecond: number
  requestMs: number
  /** Interval in milliseconds in which late headers and requests are looked for. */
  checkMs: number
  /** Time in milliseconds for the rest of a body after its response. */
  lingerMs: number
  /** Time in milliseconds in which a client that receives a response must take some of it. */
  idleResponseMs: number
  /** Time in milliseconds for the rest of a body after the server began to stop; below the patience of main.ts. */
  closeMs: number
  /** Time in milliseconds for one check of a service on the page «Estado». */
  serviceMs: number
}

/**
 * An office of 60 people behind one address, each with six connections (the limit of browsers) and two browsers, stays
 * below these.
 */
export const usualLimits: HttpLimits = {
  connections: 10_000,
  connectionsPerAddress: 1000,
  newConnections: { tries: 300, seconds: 5 },
  requestsPerAddress: 1000,
  bodyBytes: 512 * 1024 * 1024,
  bodyBytesPerAddress: 128 * 1024 * 1024,
  publicCalls: { tries: 300, seconds: 60 },
  headersMs: 15_000,
  jsonMs: 30_000,
  jsonBytesPerSecond: 16 * 1024,
  requestMs: 15 * 60_000,
  checkMs: 5000,
  lingerMs: 30_000,
  idleResponseMs: 2 * 60_000,
  closeMs: 5000,
  serviceMs: 5000,
}

const kilobyte = 1024

/** Limits of JSON texts by caller: bytes unless the contract sets them, and values. */
export const jsonLimits = {
  public: { bytes: 16 * kilobyte, values: 1000 },
  signedIn: { bytes: 1024 * kilobyte, values: 20_000 },
  /** Calls whose contract sets `bodyBytes`. */
  large: { values: 300_000 },
  depth: 32,
} as const
