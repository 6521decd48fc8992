import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import type { SessionActor } from '../../../http/endpoint-types.ts'

/** What the calls of companies need. */
export type CompanyDeps = Pick<AppDeps, 'db' | 'clock' | 'store'>

/** Who asks, and from where. */
export type Call = { actor: SessionActor; ip: string }

export const callOf = ({ actor, request }: { actor: SessionActor; request: FastifyRequest }): Call => ({
  actor,
  ip: request.ip,
})
