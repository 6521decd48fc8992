import { golden } from '../access/golden.ts'
import type { Plan } from './plans.ts'

export type Role = 'admin' | 'gestor' | 'mediador' | 'usuario'

export type Sender = {
  name: string
  id: string
  role: Role
  company: string | null
  token: string
  /** True if their access is restored when they are locked out. */
  comesBack: boolean
}
export type Shot = { sender: Sender; plan: Plan }

/** Columns of golden.txt that a sender of a role may have, in relation to any object. */
const columns = { admin: 'ABO', gestor: 'GgO', mediador: 'MmO', usuario: 'OCRu' } as const

/** The object that a request names: in its path, or first in its body. */
function namedBy({ plan }: Shot): string[] {
  const path = decodeURIComponent(/\/([^/?]+)\/(?:\?|$)/.exec(plan.path)?.[1]?.replaceAll('%', '%25') ?? '')
  try {
    const body = JSON.parse(plan.body?.toString() ?? '{}') as Record<string, unknown> | null
    return [
      path,
      body?.['id'],
      body?.['id_documento'],
      body?.['id_solicitud'],
      body?.['id_solicitud_main'],
      body?.['id_recipient'],
    ].filter((id) => typeof id === 'string')
  } catch {
    return [path]
  }
}

/**
 * Why a successful answer contradicts the golden table, or null: no valid session, a role that may not do it to any
 * object, or an object of another company (`isForeign`).
 */
export function unpermitted(shot: Shot, status: number, isForeign: (id: string) => boolean): string | null {
  const { sender, plan } = shot
  const row = plan.endpoint === null ? undefined : golden.get(plan.endpoint.name)
  if (row === undefined || row.public !== null || status >= 300) return null
  if (sender.id === '') return 'succeeded without a session'
  if (!sender.comesBack) return 'succeeded for a deactivated user'
  const open = [...row.there, ...row.deleted].some(
    ([column, answer]) => answer === 'open' && columns[sender.role].includes(column),
  )
  const role = row.about === null ? sender.role.charAt(0).replace('a', 'B').toUpperCase().replace('U', 'u') : null
  if (role === null ? !open : row.there.get(role) !== 'open') return `succeeded for a ${sender.role}`
  if (sender.role === 'admin' || row.about === null) return null
  return namedBy(shot).some(isForeign) ? 'succeeded on an object of another company' : null
}
