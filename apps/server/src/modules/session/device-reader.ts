import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { createCookies } from './cookies.ts'
import { createDevices } from './devices.ts'
import { saidAddress } from './said-address.ts'
import { findCredentials } from './session.queries.ts'

/** Name of the browser of a request, where whoever has the address signed in in it before. */
export function createDeviceReader({
  config,
  keys,
  db,
}: Pick<AppDeps, 'config' | 'keys' | 'db'>): (request: FastifyRequest, email: string) => Promise<string | undefined> {
  const cookies = createCookies(config)
  const devices = createDevices(keys.derive('devices'))
  return async (request, email) => {
    const cookie = cookies.device.read(request)
    if (cookie === undefined) return undefined
    // As much is done for an address that nobody has.
    const user = await findCredentials(db, saidAddress(email))
    return devices.known(cookie, user?.id ?? '')
  }
}
