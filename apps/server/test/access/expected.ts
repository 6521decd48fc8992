import type { Endpoint } from '@foja/contracts/endpoint'
import { can, type Actor, type PolicyName } from '@foja/contracts/policies'
import { examples } from './examples.ts'
import type { Subject, Target } from './targets.ts'

/**
 * What an answer must be: open to the caller (neither 401, 403 nor 404), or that status; 400 of whoever has yet to set up
 * their second factor.
 */
export type Expected = 'open' | 400 | 401 | 403 | 404

/** What a matrix asks about. */
export const objectKinds = ['of the company', 'of another company', 'deleted', 'unknown'] as const
export type ObjectKind = (typeof objectKinds)[number]

/** Who asks: `owesTotp`, the second factor that their company asks for; `sharedWith`, the documents were shared with them. */
export type Asker = Actor & { owesTotp?: boolean; sharedWith?: boolean }

/** They know what lies in the recycle bin. */
const aboutTheBin = new Set(['deleteDocument', 'restoreDocument', 'history'])
/** Whoever belongs to no company has none to make something for. */
const needsCompany = new Set(['importTemplate'])
/** What somebody started, or is signed in with, is nobody else's, whoever they are. */
const ownAlone: ReadonlySet<Subject> = new Set(['batch', 'session'])
/** What is seen, or its links are, by those whom the document is shared with: its messages are not. */
const shared: ReadonlySet<Subject> = new Set(['document', 'share'])
/** Nothing deletes them but the end of everything. */
const stays: ReadonlySet<Subject> = new Set(['solicitud', 'email', 'company', 'session'])
/** Calls whose own policy says less than what the object asks for. */
const guards: Record<string, PolicyName> = { companyLogo: 'company.read', downloadZip: 'solicitud.read' }

const readings: Partial<Record<Subject, PolicyName>> = {
  solicitud: 'solicitud.read',
  template: 'template.read',
  company: 'company.read',
  person: 'user.read',
}

export const isPublic = ({ policy }: Endpoint): boolean => policy === 'public' || policy === 'setup'

/** What the table of permissions alone says of `actor` (null: nobody is signed in) asking `endpoint` about `target`. */
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
