import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { STATUS_CODES } from 'node:http'
import { sendProblem, toProblem } from './errors.ts'
import { apiHeaders, type Reach } from './security.ts'

/** An HTTP response without a body, after which the connection closes, for clients whose request was not read. */
export function rawAnswer(status: number, headers: Record<string, string>): string {
  const lines = Object.entries({ ...headers, 'content-length': '0', connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`
}

/**
 * Answers of the framework and of Node before any route or hook runs: a path that cannot be decoded, an invalid HTTP
 * request, headers that are too long. They disclose as little as other problems, with the same headers.
 */
export function protocolErrorHandlers(
  reach: Reach,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  const headers = apiHeaders(reach)
  return {
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      sendProblem(toProblem(error), request, reply.headers({ ...headers, 'x-request-id': request.id }))
    },
    clientErrorHandler: (error, socket) => {
      // The client is gone, or already has a response.
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy()
        return
      }
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
      socket.end(rawAnswer(status, headers))
    },
  }
}
