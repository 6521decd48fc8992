// Acts on requirements, and limits of requests for documents. Apart from the names of states, as few pages read them.
import type { RequirementStatus } from './request-states.ts'

/** What happens to a requirement, and in which states it may. */
export const requirementRules = {
  deliver: ['pendiente', 'recibido', 'observado'],
  withdraw: ['recibido'],
  review: ['recibido'],
} as const satisfies Record<string, readonly RequirementStatus[]>
export type RequirementAct = keyof typeof requirementRules

export const mayRequirement = (act: RequirementAct, status: RequirementStatus): boolean =>
  (requirementRules[act] as readonly RequirementStatus[]).includes(status)

/**
 * Limits of a request for documents; `files` and `bytes`: all that one recipient delivers, returned files too.
 * `bytesPerFile` and `bytes` in bytes.
 */
export const documentRequestLimits = {
  recipients: 20,
  requirements: 30,
  filesPerRequirement: 10,
  bytesPerFile: 25_000_000,
  files: 30,
  bytes: 200_000_000,
} as const
