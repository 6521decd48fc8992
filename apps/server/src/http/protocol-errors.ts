import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { STATUS_CODES } from 'node:http'
import { sendProblem, toProblem } from './errors.ts'
import { apiHeaders } from './security.ts'

/**
 * Answers that the framework and Node give by themselves, before any route or hook: an address that cannot be decoded,
 * a request that is no HTTP, headers without end. They say as little as the others, with the same headers.
 */
export function protocolErrorHandlers(options: {
  https: boolean
}): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  const headers = apiHeaders(options)
  return {
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      sendProblem(toProblem(error), request, reply.headers({ ...headers, 'x-request-id': request.id }))
    },
    clientErrorHandler: (error, socket) => {
      // The other end is gone, or has had an answer already.
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy()
        return
      }
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
      const lines = Object.entries({ ...headers, 'content-length': '0', connection: 'close' })
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`)
    },
  }
}
