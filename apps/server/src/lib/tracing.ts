import type { IncomingHttpHeaders } from 'node:http'

/** A request whose span is open. */
export type TracedRequest = {
  /** Runs the rest of the request below its span. */
  run: (work: () => void) => void
  end: (facts: { route: string; status: number; requestId: string }) => void
}

/** The spans of a server. Names and attributes come from closed sets: never ids of objects, addresses or texts. */
export type Tracing = {
  /** Opens the span of a request, below that of its `traceparent`. */
  request: (method: string, headers: IncomingHttpHeaders) => TracedRequest
  /** Runs `work` in a span below that of the call chain. */
  span: <T>(name: string, attributes: Record<string, string>, work: () => Promise<T>) => Promise<T>
  /** Sends what was not sent yet. */
  close: () => Promise<void>
}
