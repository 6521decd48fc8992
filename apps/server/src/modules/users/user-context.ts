import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import type { Locale } from '../../texts/locale.ts'

/** Dependencies of the use cases about users. */
export type UserDeps = Pick<AppDeps, 'db' | 'clock' | 'keys' | 'bus' | 'queue' | 'origin' | 'mail' | 'timeZone'>

/** The caller, their address and their language. */
export type Call = { actor: SessionActor; ip: string; locale: Locale }

type Asked = { actor: SessionActor; request: FastifyRequest; locale: Locale }

export const callOf = ({ actor, request, locale }: Asked): Call => ({ actor, ip: request.ip, locale })
