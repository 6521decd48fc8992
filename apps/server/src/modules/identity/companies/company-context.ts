import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import type { SessionActor } from '../../../http/endpoint-types.ts'

/** Dependencies of the use cases about companies. */
export type CompanyDeps = Pick<AppDeps, 'db' | 'clock' | 'store'>

/** The caller and their address. */
export type Call = { actor: SessionActor; ip: string }

export const callOf = ({ actor, request }: { actor: SessionActor; request: FastifyRequest }): Call => ({
  actor,
  ip: request.ip,
})
