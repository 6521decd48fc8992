import type { Actor } from '@foja/contracts/policies'
import { ProblemError } from '../../http/problem.ts'

/** Whose messages the outbox shows: all, or those of a company. */
export type OfficeReach = 'all' | { company: string }

/** Whose messages are counted: those of an outbox, or those of one user in a company. */
export type Reach = OfficeReach | { company: string; author: string }

/** The messages of the actor's outbox; the actor is an admin or a manager. */
export function officeReach({ role, id_company }: Actor): OfficeReach {
  if (role === 'admin') return 'all'
  if (id_company === null) throw new ProblemError('forbidden')
  return { company: id_company }
}

/** The messages that count for the actor: those of their outbox, or their own in their current company. */
export function ownReach(actor: Actor): Reach {
  const reach = officeReach(actor)
  return reach === 'all' || actor.role === 'gestor' ? reach : { ...reach, author: actor.id }
}
