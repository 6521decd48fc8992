import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { createCookies } from './cookies.ts'
import { createDevices } from './devices.ts'
import { saidAddress } from './normalize-email.ts'
import { findCredentials } from './session.queries.ts'

/** Browsers that are known, for calls beside the sign-in. */
export type DeviceCookies = {
  /** Name of the browser of a request, where whoever has the address signed in in it before. */
  known: (request: FastifyRequest, email: string) => Promise<string | undefined>
  /** The browser is one of this person from now on: they have just proven that the account is theirs. */
  remember: (request: FastifyRequest, reply: Pick<FastifyReply, 'setCookie'>, user: string) => void
}

export function createDeviceCookies({ config, keys, db }: Pick<AppDeps, 'config' | 'keys' | 'db'>): DeviceCookies {
  const { device } = createCookies(config)
  const devices = createDevices(keys.derive('devices'))
  return {
    async known(request, email) {
      const cookie = device.read(request)
      if (cookie === undefined) return undefined
      // As much is done for an address that nobody has.
      const user = await findCredentials(db, saidAddress(email))
      return devices.known(cookie, user?.id ?? '')
    },
    remember: (request, reply, user) => device.write(reply, devices.remember(device.read(request), user)),
  }
}
