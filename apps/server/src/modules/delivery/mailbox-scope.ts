import type { Actor } from '@foja/contracts/policies'
import { ProblemError } from '../../http/problem.ts'

/** Whose messages the outbox is about: everybody's, or those of a company. */
export type OfficeReach = 'all' | { company: string }

/** Whose messages are counted: those of an outbox, or of one person in a company. */
export type Reach = OfficeReach | { company: string; author: string }

/** Whose messages the outbox shows; only an administrator or the manager of a company gets here. */
export function officeReach({ role, id_company }: Actor): OfficeReach {
  if (role === 'admin') return 'all'
  if (id_company === null) throw new ProblemError('forbidden')
  return { company: id_company }
}

/** Whose messages count for `actor`: those that they see in the outbox, or their own of where they work now. */
export function ownReach(actor: Actor): Reach {
  const reach = officeReach(actor)
  return reach === 'all' || actor.role === 'gestor' ? reach : { ...reach, author: actor.id }
}
