import type { Endpoint } from '@foja/contracts/endpoint'
import { can, type Actor, type PolicyName } from '@foja/contracts/policies'
import { examples } from './examples.ts'
import type { Subject, Target } from './targets.ts'

/**
 * Expected answer: open to the caller (neither 401, 403 nor 404), or that status; 400 for callers who must set up their
 * second factor first.
 */
export type Expected = 'open' | 400 | 401 | 403 | 404

/** Kinds of objects in the matrix. */
export const objectKinds = ['of the company', 'of another company', 'deleted', 'unknown'] as const
export type ObjectKind = (typeof objectKinds)[number]

/**
 * A caller; `owesTotp`: their company requires a second factor they do not have; `sharedWith`: documents are shared
 * with them.
 */
export type Asker = Actor & { owesTotp?: boolean; sharedWith?: boolean }

/** Endpoints that also know objects in the recycle bin. */
const aboutTheBin = new Set(['deleteDocument', 'restoreDocument', 'history'])
/** Endpoints that create something in the caller's company, which some callers do not have. */
const needsCompany = new Set(['importTemplate'])
/** Objects that only their owner may access, regardless of roles. */
const ownAlone: ReadonlySet<Subject> = new Set(['batch', 'session'])
/** Objects that users with whom a document is shared may access; its messages are not. */
const shared: ReadonlySet<Subject> = new Set(['document', 'share'])
/** Objects that cannot be deleted by themselves. */
const stays: ReadonlySet<Subject> = new Set(['solicitud', 'email', 'company', 'session'])
/** Endpoints whose policy on the object is stricter than their own. */
const guards: Record<string, PolicyName> = { companyLogo: 'company.read', downloadZip: 'solicitud.read' }

const readings: Partial<Record<Subject, PolicyName>> = {
  solicitud: 'solicitud.read',
  template: 'template.read',
  company: 'company.read',
  person: 'user.read',
}

export const isPublic = ({ policy }: Endpoint): boolean => policy === 'public' || policy === 'setup'

/** The answer that the policy table requires for `actor` (null: no session) calling `endpoint` about `target`. */
export function expected(endpoint: Endpoint, actor: Asker | null, kind: ObjectKind, target: Target): Expected {
  if (isPublic(endpoint)) return 'open'
  if (actor === null) return 401
  if (actor.owesTotp === true && endpoint.beforeTotp !== true) return 400
  if (!can(endpoint.policy, actor)) return 403
  if (needsCompany.has(endpoint.name) && actor.id_company === null) return 403
  const about = examples[endpoint.name]?.about
  if (about === undefined) return 'open'
  const exists = kind !== 'unknown' && (kind !== 'deleted' || stays.has(about) || aboutTheBin.has(endpoint.name))
  if (!exists) return 404
  const sharedWithActor = actor.sharedWith === true && kind !== 'deleted' && shared.has(about)
  const owner = { ...target.owner, sharedWithActor }
  if (ownAlone.has(about)) return owner.created_by === actor.id ? 'open' : 404
  const resource = about === 'person' ? { ...owner, role: 'usuario' as const } : owner
  if (can(guards[endpoint.name] ?? endpoint.policy, actor, resource)) return 'open'
  if (about === 'anchor') return owner.id_company === actor.id_company ? 403 : 404
  return can(readings[about] ?? 'document.read', actor, resource) ? 403 : 404
}
