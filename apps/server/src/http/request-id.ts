import type { FastifyServerOptions } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { currentCause } from '@foja/jobs/request-scope'
import { readableCode } from '../lib/readable-code.ts'

/** Without letters and digits that are easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Bounded, and of characters that mean nothing to a log, a shell or a page. */
const ownId = /^[\w.-]{8,64}$/
/** W3C Trace Context, 3.2: version, trace-id, parent-id, flags; later versions may append more. */
const traceParent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/

/** The id of a request: that of a proxy or of a trace, if it is well-formed, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const { 'x-request-id': sent, traceparent } = headers
  if (typeof sent === 'string' && ownId.test(sent)) return sent
  const trace = typeof traceparent === 'string' ? traceParent.exec(traceparent)?.[1] : undefined
  return trace ?? readableCode(alphabet)
}

type Logger = FastifyServerOptions['logger']

/** At trace level the multipart parser logs the headers of a request, including the bearer token. */
const secrets = ['busboyOptions.headers', 'headers.authorization', 'headers.cookie']

/** Names the job and its request on every line that a job writes; those of a request have its id already. */
function causeOfLine(): object {
  const { request, job } = currentCause()
  if (job === null) return {}
  return { job: job.name, jobId: job.id, ...(request === null ? {} : { reqId: request }) }
}

/** The options of the log: no secrets, and the cause of lines from jobs. */
export function loggerOptions(logger: Logger): Logger {
  return typeof logger === 'object'
    ? { ...logger, redact: { paths: secrets, remove: true }, mixin: causeOfLine }
    : logger
}
