import type { Role } from './roles.ts'

/** Who acts: the signed-in person. */
export type Actor = { id: string; role: Role; id_company: string | null }

/** What is acted upon: its company, its author and, for documents, whether it was shared with the actor inside the company. */
export type Resource = { id_company: string | null; created_by: string | null; sharedWithActor?: boolean }

type Predicate = (actor: Actor, resource: Resource) => boolean

const isAdmin: Predicate = (actor) => actor.role === 'admin'
const inCompany: Predicate = (actor, resource) => actor.id_company !== null && actor.id_company === resource.id_company
const isStaff: Predicate = (actor, resource) =>
  inCompany(actor, resource) && (actor.role === 'gestor' || actor.role === 'mediador')
const isOwner: Predicate = (actor, resource) => inCompany(actor, resource) && resource.created_by === actor.id
const handles: Predicate = (actor, resource) =>
  isAdmin(actor, resource) || isStaff(actor, resource) || isOwner(actor, resource)
const reads: Predicate = (actor, resource) =>
  handles(actor, resource) || (inCompany(actor, resource) && resource.sharedWithActor === true)

/**
 * Every permission of the product by name. The server enforces the table and the interface hides what it forbids;
 * nothing else decides. `public` and `setup` need no session; the rest deny whoever is not signed in.
 */
export const policies = {
  /**
   * Anybody, signed in or not. Opening a share link is throttled; what a signed, short-lived link gives and the state of
   * the installation are not.
   */
  public: () => true,
  /** Anybody, but only while the installation has no user. */
  setup: () => true,
  /** Whoever is signed in, acting upon what is their own. */
  self: () => true,
  'solicitud.create': (actor) => actor.id_company !== null,
  'solicitud.list': () => true,
  'solicitud.read': handles,
  'document.read': reads,
  'document.sign': handles,
  'document.share': handles,
  'share.remove': handles,
  'trust.list': () => true,
  'trust.manage': (actor, resource) =>
    isAdmin(actor, resource) || (actor.role === 'gestor' && inCompany(actor, resource)),
  'signing.configure': (actor, resource) =>
    isAdmin(actor, resource) || (actor.role === 'gestor' && inCompany(actor, resource)),
} as const satisfies Record<string, Predicate>

export type PolicyName = keyof typeof policies

/** True when the table lets `actor` do `policy` to `resource`. */
export function can(policy: PolicyName, actor: Actor, resource?: Resource): boolean {
  const predicate: Predicate = policies[policy]
  return predicate(actor, resource ?? { id_company: actor.id_company, created_by: actor.id })
}
