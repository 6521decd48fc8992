import type { GroupRole, ProvidedRole } from '@foja/contracts/provisioning'

/** The role of the first row whose group the person is in; else the default role. */
export function roleOfGroups(
  { default_role, group_roles }: { default_role: ProvidedRole; group_roles: readonly GroupRole[] },
  groups: readonly string[],
): ProvidedRole {
  return group_roles.find(({ group }) => groups.includes(group))?.role ?? default_role
}
