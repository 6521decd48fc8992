import { can, type Actor, type PolicyName, type Resource } from '@foja/contracts/policies'
import { ProblemError } from './problem.ts'

/** True if the actor may know that the resource exists. */
function sees(policy: PolicyName, actor: Actor, resource: Resource): boolean {
  if (policy.startsWith('trust.')) return resource.id_company === null || resource.id_company === actor.id_company
  if (policy.startsWith('company.')) return can('company.read', actor, resource)
  if (policy.startsWith('user.')) return can('user.read', actor, resource)
  if (policy.startsWith('template.')) return can('template.read', actor, resource)
  return can(policy.startsWith('solicitud.') ? 'solicitud.read' : 'document.read', actor, resource)
}

/**
 * Authorizes `policy` on `resource` for `actor`, or throws: `not_found` if it does not exist or the actor may not see
 * it (ids of other companies answer like unknown ids), `forbidden` otherwise.
 */
export function authorize<R extends Resource>(
  policy: PolicyName,
  actor: Actor,
  resource: R | null | undefined,
): asserts resource is R {
  if (resource === null || resource === undefined) throw new ProblemError('not_found')
  if (can(policy, actor, resource)) return
  throw new ProblemError(sees(policy, actor, resource) ? 'forbidden' : 'not_found')
}
