import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'

/** Dependencies of template routes. */
export type TemplateDeps = Pick<
  AppDeps,
  'db' | 'keys' | 'clock' | 'store' | 'renderer' | 'pageCache' | 'filler' | 'bus'
>

/** The caller and their address. */
export type Call = { actor: SessionActor; ip: string }

export const callOf = ({ actor, request }: { actor: SessionActor; request: FastifyRequest }): Call => ({
  actor,
  ip: request.ip,
})
