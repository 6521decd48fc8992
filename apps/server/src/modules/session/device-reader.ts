import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { createCookies } from './cookies.ts'
import { createDevices } from './devices.ts'

/** Name of the browser of a request, where `email` signed in in it before. */
export function createDeviceReader({
  config,
  keys,
}: Pick<AppDeps, 'config' | 'keys'>): (request: FastifyRequest, email: string) => string | undefined {
  const cookies = createCookies(config)
  const devices = createDevices(keys.derive('devices'))
  return (request, email) => devices.known(cookies.device.read(request), email)
}
