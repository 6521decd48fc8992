import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import type { Locale } from '../../texts/locale.ts'

/** What the calls of people need. */
export type UserDeps = Pick<AppDeps, 'db' | 'clock' | 'keys' | 'bus' | 'queue' | 'origin' | 'mail' | 'timeZone'>

/** Who asks, from where, and in which language. */
export type Call = { actor: SessionActor; ip: string; locale: Locale }

type Asked = { actor: SessionActor; request: FastifyRequest; locale: Locale }

export const callOf = ({ actor, request, locale }: Asked): Call => ({ actor, ip: request.ip, locale })
