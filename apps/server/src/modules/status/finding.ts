import type { ServiceState } from '@foja/contracts/status'
import type { Ctx } from '../../context.ts'
import type { Said, statusTexts } from '../../texts/status-texts.ts'
import type { Probe, Probed } from './probe.ts'

/** The state of a service. `since`: when it began to fail. */
export type Finding = { state: ServiceState; say: Said; at: Date; ms: number | null; since?: Date }

/** What a check has: the texts in the caller's language, the probe, and whether the user asked for a new check. */
export type CheckInput = { texts: (typeof statusTexts)['es']; probe: Probe; fresh: boolean }

/** Checks one service, or tells from earlier results. Never rejects because of the service. */
export type Check = (ctx: Ctx, input: CheckInput) => Promise<Finding>

/** The finding of a probe; `ms` only if the service answered. */
export const finding = (
  { found, at, ms }: Pick<Probed<unknown>, 'at' | 'ms'> & { found: { kind: string } },
  state: ServiceState,
  say: Said,
): Finding => ({ state, say, at, ms: found.kind === 'done' ? ms : null })

/** The finding of a service that is not set up. */
export const off = ({ clock }: Ctx, say: Said): Finding => ({ state: 'off', say, at: clock(), ms: null })
