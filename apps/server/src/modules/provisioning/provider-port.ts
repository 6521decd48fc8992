import type { AppDeps } from '../../deps.ts'
import type { ProviderPort } from '../identity/public.ts'
import { announceUnread } from '../notify/public.ts'
import { followGroups } from './follow-groups.ts'
import { welcome } from './welcome.ts'

export const createProviderPort = (deps: AppDeps): ProviderPort => ({
  welcome: async (trx, person, from) => await welcome(trx, deps, person, from),
  followGroups: async (user, person, from) => await followGroups(deps, user, person, from),
  // Open screens check their session at each message.
  announceEnded: async (trx, users) => await announceUnread(trx, deps, users),
})
