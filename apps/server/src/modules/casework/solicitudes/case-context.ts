import type { AppDeps } from '../../../deps.ts'
import type { SessionActor } from '../../../http/endpoint-types.ts'
import type { NotificationBatch } from '../../outbox/public.ts'

/** Dependencies of a step of a request. */
export type CaseDeps = Pick<AppDeps, 'db' | 'clock' | 'queue' | 'bus' | 'origin' | 'mail' | 'timeZone'>

/**
 * The caller, their address, and the time zone (IANA name) that their browser reports. `batch`: the notification batch
 * of a surrounding action, which sends it; absent: the step sends its own.
 */
export type Call = { actor: SessionActor; ip: string; timeZone: string | null; batch?: NotificationBatch }
