import type { provisioning } from './provisioning.ts'

export const en: typeof provisioning = {
  title: 'Accounts of the office',
  enabled: 'Create the account at the first sign-in',
  enabledHint: (provider) =>
    `People who sign in with ${provider} and have an address of these domains need no invitation.`,
  people: { one: '1 account created this way', other: (count) => `${count} accounts created this way` },
  domains: 'Mail domains',
  domainsHint: 'One per line, without the @: oficina.ec. Only the exact domain counts.',
  domainsNone: 'None yet, so no account is created. An administrator of Foja names them.',
  domainsMissing: 'Type at least one domain; without it no account is created.',
  role: 'Role of new people',
  roleHint: 'If they are in none of the groups below.',
  groups: 'Role by group',
  groupsHint:
    'The group, as the provider names it. The first row that the person is in counts, at each sign-in. Without rows, roles are changed in «Users».',
  group: (place) => `Group ${place}`,
  groupRole: (place) => `Role of group ${place}`,
  groupMissing: 'Type the group or remove the row.',
  add: 'Add group',
  remove: (place) => `Remove group ${place}`,
  save: 'Save',
  saved: 'Changes saved.',
}
