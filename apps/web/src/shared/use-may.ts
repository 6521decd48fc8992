import { can, type PolicyName, type Resource } from '@foja/contracts/policies'
import { useClientState } from '../lib/session/client-state.tsx'
import { useSession } from '../lib/session/session.tsx'

/** Whether the policy table allows the signed-in user an action; the server enforces the same table. */
export function useMay(policy: PolicyName, resource?: Resource): boolean {
  const { data } = useSession()
  const { role } = useClientState()
  if (data === null || role === '') return false
  const { id, id_company } = data.user
  return can(policy, { id, role, id_company }, resource)
}
