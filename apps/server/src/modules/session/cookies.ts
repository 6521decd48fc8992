import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The two cookies of the session. Over https they carry the `__Host-` prefix (RFC 6265bis, 4.1.3.2): no other host may
 * plant them.
 */
export type SessionCookies = {
  csrf: { read: (request: FastifyRequest) => string | undefined; write: (reply: FastifyReply, value: string) => void }
  refresh: {
    read: (request: FastifyRequest) => string | undefined
    /** `maxAge` in seconds; without it the cookie ends with the browser. */
    write: (reply: FastifyReply, value: string, maxAge: number | undefined) => void
    clear: (reply: FastifyReply) => void
  }
}

export function createCookies(https: boolean): SessionCookies {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: https } as const
  const csrfName = `${https ? '__Host-' : ''}next-auth.csrf-token`
  const refreshName = `${https ? '__Host-' : ''}foja.session`
  return {
    csrf: {
      read: (request) => request.cookies[csrfName],
      write: (reply, value) => void reply.setCookie(csrfName, value, options),
    },
    refresh: {
      read: (request) => request.cookies[refreshName],
      write: (reply, value, maxAge) => void reply.setCookie(refreshName, value, { ...options, maxAge }),
      clear: (reply) => void reply.clearCookie(refreshName, options),
    },
  }
}
