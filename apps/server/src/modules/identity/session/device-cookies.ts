import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { createCookies } from './cookies.ts'
import { createDevices } from './devices.ts'
import { normalizeEmail } from './normalize-email.ts'
import { findCredentials } from './session.queries.ts'

/** Known browsers, for endpoints other than the sign-in. */
export type DeviceCookies = {
  /** Returns the name of the browser if the user at `email` has signed in there before. */
  known: (request: FastifyRequest, email: string) => Promise<string | undefined>
  /** Marks the browser as known for a user who has just proven ownership of the account. */
  remember: (request: FastifyRequest, reply: Pick<FastifyReply, 'setCookie'>, user: string) => void
}

export function createDeviceCookies({ config, keys, db }: Pick<AppDeps, 'config' | 'keys' | 'db'>): DeviceCookies {
  const { device } = createCookies(config)
  const devices = createDevices(keys.derive('devices'))
  return {
    async known(request, email) {
      const cookie = device.read(request)
      if (cookie === undefined) return undefined
      // Same work for unknown addresses, so that the response time reveals nothing.
      const user = await findCredentials(db, normalizeEmail(email))
      return devices.known(cookie, user?.id ?? '')
    },
    remember: (request, reply, user) => device.write(reply, devices.remember(device.read(request), user)),
  }
}
