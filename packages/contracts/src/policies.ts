import type { Role } from './roles.ts'

/** Who acts: the signed-in person. */
export type Actor = { id: string; role: Role; id_company: string | null }

/** What is acted upon: its company, its author and, for documents, whether it was shared with the actor inside the company. */
export type Resource = {
  id_company: string | null
  created_by: string | null
  sharedWithActor?: boolean
  /** Of a document: it carries at least one signature. */
  signed?: boolean
  /** Of a person: their role. */
  role?: Role
}

type Predicate = (actor: Actor, resource: Resource) => boolean

const isAdmin: Predicate = (actor) => actor.role === 'admin'
const inCompany: Predicate = (actor, resource) => actor.id_company !== null && actor.id_company === resource.id_company
const isStaff: Predicate = (actor, resource) =>
  inCompany(actor, resource) && (actor.role === 'gestor' || actor.role === 'mediador')
const isOwner: Predicate = (actor, resource) => inCompany(actor, resource) && resource.created_by === actor.id
const handles: Predicate = (actor, resource) =>
  isAdmin(actor, resource) || isStaff(actor, resource) || isOwner(actor, resource)
/** Whoever mediates: an administrator, or the staff of the company. */
const mediates: Predicate = (actor, resource) => isAdmin(actor, resource) || isStaff(actor, resource)
const manages: Predicate = (actor, resource) =>
  isAdmin(actor, resource) || (actor.role === 'gestor' && inCompany(actor, resource))
/** An administrator is looked after by administrators alone. */
const looksAfter: Predicate = (actor, resource) =>
  isAdmin(actor, resource) || (manages(actor, resource) && resource.role !== 'admin')
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
  'solicitud.update': handles,
  'solicitud.send': handles,
  /** To choose the date, the place and who mediates. */
  'solicitud.schedule': mediates,
  'solicitud.conclude': mediates,
  'solicitud.return': mediates,
  'document.read': reads,
  'document.sign': handles,
  'document.share': handles,
  /** From which address of the network something was done: evidence for whoever handles the document, and for nobody else. */
  'document.addresses': handles,
  'document.email': handles,
  'document.mediate': mediates,
  /** A signed document is deleted by whoever answers for the office. */
  'document.delete': (actor, resource) => (resource.signed === true ? manages : handles)(actor, resource),
  'document.upload': () => true,
  'share.remove': handles,
  'template.list': () => true,
  /** To see a template and to make documents of it. */
  'template.read': (actor, resource) => isAdmin(actor, resource) || inCompany(actor, resource),
  'template.create': (actor) => actor.id_company !== null && (actor.role === 'admin' || actor.role === 'gestor'),
  'template.manage': manages,
  /** Names of the people of one's own company. */
  'people.list': () => true,
  /** One's own message, as long as one works for the company that it was sent for. */
  'email.read': (actor, resource) => manages(actor, resource) || isOwner(actor, resource),
  /** Every message of the company, or of all of them. */
  'outbox.read': manages,
  'trust.list': () => true,
  'trust.manage': manages,
  /** Which of the shipped authorities count: one choice for the whole installation. */
  'trust.switch': isAdmin,
  'signing.configure': manages,
  /** Every company for an administrator, one's own for the rest. */
  'company.list': () => true,
  'company.read': (actor, resource) => isAdmin(actor, resource) || inCompany(actor, resource),
  'company.create': isAdmin,
  'company.update': manages,
  /** To let everybody of a company in, or nobody. */
  'company.activate': isAdmin,
  'company.remove': isAdmin,
  'user.list': (actor) => actor.role === 'admin' || actor.role === 'gestor',
  'user.read': manages,
  'user.create': looksAfter,
  'user.manage': looksAfter,
} as const satisfies Record<string, Predicate>

export type PolicyName = keyof typeof policies

/** True when the table lets `actor` do `policy` to `resource`. */
export function can(policy: PolicyName, actor: Actor, resource?: Resource): boolean {
  const predicate: Predicate = policies[policy]
  return predicate(actor, resource ?? { id_company: actor.id_company, created_by: actor.id })
}
