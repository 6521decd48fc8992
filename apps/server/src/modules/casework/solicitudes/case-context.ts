import type { AppDeps } from '../../../deps.ts'
import type { SessionActor } from '../../../http/endpoint-types.ts'
import type { NotificationBatch } from '../../outbox/public.ts'

/** What a step of a case needs: its rows, and whoever is told of it. */
export type CaseDeps = Pick<AppDeps, 'db' | 'clock' | 'queue' | 'bus' | 'origin' | 'mail' | 'timeZone'>

/**
 * Who asks, from where, and in which zone (IANA name) their browser says that they are. `act`: what this is part of, whose
 * end whoever began it tells; absent: it is all.
 */
export type Call = { actor: SessionActor; ip: string; timeZone: string | null; act?: NotificationBatch }
