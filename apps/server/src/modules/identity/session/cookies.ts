import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { lifetimes, type RefreshToken } from './refresh-token.ts'

/**
 * Cookies of the session. Over https they carry the `__Host-` prefix (RFC 6265bis, 4.1.3.2), which keeps other hosts
 * from setting them.
 */
export type SessionCookies = {
  csrf: { read: (request: FastifyRequest) => string | undefined; write: (reply: FastifyReply, value: string) => void }
  refresh: {
    read: (request: FastifyRequest) => string | undefined
    /** Without «stay signed in» the cookie ends with the browser. */
    write: (reply: FastifyReply, token: RefreshToken) => void
    clear: (reply: FastifyReply) => void
  }
  /** Marks the users who signed in in this browser; survives signing out. */
  device: {
    read: (request: FastifyRequest) => string | undefined
    write: (reply: Pick<FastifyReply, 'setCookie'>, value: string) => void
  }
  /** State of a sign-in at the OpenID Connect provider. */
  provider: {
    read: (request: FastifyRequest) => string | undefined
    write: (reply: FastifyReply, value: string) => void
    clear: (reply: FastifyReply) => void
  }
}

const year = 365 * 24 * 3600

export function createCookies({ publicUrl }: Pick<AppDeps['config'], 'publicUrl'>): SessionCookies {
  const https = publicUrl?.startsWith('https:') === true
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: https } as const
  const csrfName = `${https ? '__Host-' : ''}next-auth.csrf-token`
  const deviceName = `${https ? '__Host-' : ''}foja.device`
  const providerName = `${https ? '__Host-' : ''}foja.oidc`
  const refreshName = `${https ? '__Host-' : ''}foja.session`
  return {
    csrf: {
      read: (request) => request.cookies[csrfName],
      write: (reply, value) => void reply.setCookie(csrfName, value, options),
    },
    refresh: {
      read: (request) => request.cookies[refreshName],
      write: (reply, { token, persistent }) => {
        const maxAge = persistent ? lifetimes.persistent.total / 1000 : undefined
        reply.setCookie(refreshName, token, { ...options, maxAge })
      },
      clear: (reply) => void reply.clearCookie(refreshName, options),
    },
    device: {
      read: (request) => request.cookies[deviceName],
      write: (reply, value) => void reply.setCookie(deviceName, value, { ...options, maxAge: year }),
    },
    provider: {
      read: (request) => request.cookies[providerName],
      write: (reply, value) => void reply.setCookie(providerName, value, { ...options, maxAge: 600 }),
      clear: (reply) => void reply.clearCookie(providerName, options),
    },
  }
}
