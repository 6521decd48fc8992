import type { KeyScope } from '@foja/contracts/key-scopes'

export type ScopeGroup = KeyScope extends `${infer Group}:${string}` ? Group : never
type Access = 'read' | 'write'

/** The groups of permissions in their order on the screen. */
export const scopeGroups: readonly ScopeGroup[] = [
  'cases',
  'documents',
  'requests',
  'signatures',
  'shares',
  'templates',
  'mail',
  'notices',
  'office',
]

/** The scope of a group; null: a key can only read there. */
export function scopeOf(group: ScopeGroup, access: Access): KeyScope | null {
  if (group !== 'office') return `${group}:${access}`
  return access === 'read' ? 'office:read' : null
}
