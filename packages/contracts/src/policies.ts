import type { Role } from './roles.ts'

/** The signed-in user. */
export type Actor = { id: string; role: Role; id_company: string | null }

/** The object: its company, its author and, for documents, whether it was shared with the actor inside the company. */
export type Resource = {
  id_company: string | null
  created_by: string | null
  sharedWithActor?: boolean
  /** Documents only: it has at least one signature. */
  signed?: boolean
  /** Users only: their role. */
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
/** True if the actor may mediate: an administrator, or staff of the company. */
const mediates: Predicate = (actor, resource) => isAdmin(actor, resource) || isStaff(actor, resource)
const manages: Predicate = (actor, resource) =>
  isAdmin(actor, resource) || (actor.role === 'gestor' && inCompany(actor, resource))
/** Administrators are managed by administrators only. */
const looksAfter: Predicate = (actor, resource) =>
  isAdmin(actor, resource) || (manages(actor, resource) && resource.role !== 'admin')
const reads: Predicate = (actor, resource) =>
  handles(actor, resource) || (inCompany(actor, resource) && resource.sharedWithActor === true)

/**
 * Every permission by name. The server enforces this table and the interface hides what it forbids. `public`, `setup`
 * and `recipient` need no session; all others deny requests without one.
 */
export const policies = {
  /**
   * Open to all, signed in or not. Share links are throttled; signed, short-lived links and the installation state are
   * not.
   */
  public: () => true,
  /** Open to all while the installation has no user. */
  setup: () => true,
  /** The holder of the link of a signing request, signed in or not: the token in `X-Recipient` is their identity. */
  recipient: () => true,
  /** A signed-in user acting on their own data. */
  self: () => true,
  'solicitud.create': (actor) => actor.id_company !== null,
  'solicitud.list': () => true,
  'solicitud.read': handles,
  'solicitud.update': handles,
  'solicitud.send': handles,
  /** Deleting a case file; `mayDeleteCase` adds its state. */
  'solicitud.delete': (actor, resource) => manages(actor, resource) || isOwner(actor, resource),
  /** Choosing date, place and mediator. */
  'solicitud.schedule': mediates,
  'solicitud.conclude': mediates,
  'solicitud.return': mediates,
  'document.read': reads,
  'document.sign': handles,
  'document.share': handles,
  /** Network addresses of events: evidence for the staff that handles the document only. */
  'document.addresses': handles,
  'document.email': handles,
  /** Asking people for signatures on it, and following what they do. */
  'document.ask': handles,
  'document.mediate': mediates,
  /** Only staff may delete a signed document. */
  'document.delete': (actor, resource) => (resource.signed === true ? manages : handles)(actor, resource),
  'document.upload': () => true,
  'share.remove': handles,
  'template.list': () => true,
  /** Viewing a template and filling it. */
  'template.read': (actor, resource) => isAdmin(actor, resource) || inCompany(actor, resource),
  'template.create': (actor) => actor.id_company !== null && (actor.role === 'admin' || actor.role === 'gestor'),
  'template.manage': manages,
  /** Names of colleagues in the caller's company. */
  'people.list': () => true,
  /** The caller's own messages, while they belong to the company of the message. */
  'email.read': (actor, resource) => manages(actor, resource) || isOwner(actor, resource),
  /** Every message of the company, or of all companies. */
  'outbox.read': manages,
  /** Mail server and sender of the whole installation. */
  'mail.configure': isAdmin,
  /** State of the installation and its services. */
  'system.status': isAdmin,
  'trust.list': () => true,
  'trust.manage': manages,
  /** Which shipped authorities are on: one setting for the whole installation. */
  'trust.switch': isAdmin,
  'signing.configure': manages,
  /** Every company for an administrator, the caller's own otherwise. */
  'company.list': () => true,
  'company.read': (actor, resource) => isAdmin(actor, resource) || inCompany(actor, resource),
  'company.create': isAdmin,
  'company.update': manages,
  /** Opening and closing a company. */
  'company.activate': isAdmin,
  'company.remove': isAdmin,
  /** Addresses of other programs that receive the events of a company. */
  'webhook.manage': manages,
  /** Whether people are created at their first sign-in with the provider, and with which role. */
  'provisioning.manage': manages,
  /** The mail domains of those people: a company must not name the domain of another. */
  'provisioning.domains': isAdmin,
  /** What is stored of people, for how long, and its export and erasure. */
  'privacy.manage': manages,
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
