import type { Actor } from '@foja/contracts/policies'
import { ProblemError } from '../../http/problem.ts'

/** Whose messages the outbox shows: all, or those of a company. */
export type OfficeMailbox = 'all' | { company: string }

/** Whose messages are counted: those of an outbox, or those of one user in a company. */
export type MailboxScope = OfficeMailbox | { company: string; author: string }

/** The messages of the actor's outbox; the actor is an admin or a manager. */
export function officeMailbox({ role, id_company }: Actor): OfficeMailbox {
  if (role === 'admin') return 'all'
  if (id_company === null) throw new ProblemError('forbidden')
  return { company: id_company }
}

/** The messages that count for the actor: those of their outbox, or their own in their current company. */
export function ownMailbox(actor: Actor): MailboxScope {
  const reach = officeMailbox(actor)
  return reach === 'all' || actor.role === 'gestor' ? reach : { ...reach, author: actor.id }
}
