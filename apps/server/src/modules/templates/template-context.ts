import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import type { NotifyDeps } from '../notify/public.ts'

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

/** Dependencies of fill batches. */
export type BatchDeps = Pick<AppDeps, 'db' | 'store' | 'filler' | 'bus' | 'clock' | 'queue'> & NotifyDeps

/** Name of the job that continues one batch; its payload is `{ id }`. */
export const batchJob = 'template_batch'
