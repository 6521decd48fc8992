import type { Database } from '@foja/db/schema'
import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import type { Locale } from '../../../texts/locale.ts'
import type { ProvenPerson } from './oidc-client.ts'
import type { Origin } from './start-session.ts'

/** The request of a sign-in with the provider. */
export type SignInRequest = Origin & { requestId: string; locale: Locale; log: FastifyBaseLogger }

/**
 * What became of a person without an account. `present`: there is one with their address now; `left`: one was
 * deactivated or removed; `none`: no company takes them in.
 */
export type Welcome = { outcome: 'present' | 'none' } | { outcome: 'left'; about: string }

/** What modules above this one do about people and sessions of the provider. */
export type ProviderPort = {
  /** Creates the user of a person whom no account is linked to, if a company takes in people of their domain. */
  welcome: (trx: Transaction<Database>, person: ProvenPerson, from: SignInRequest) => Promise<Welcome>
  /** Gives a user whom `welcome` created the role of their groups. */
  followGroups: (user: { id: string }, person: ProvenPerson, from: SignInRequest) => Promise<void>
  /** Closes open screens of these users whose session has ended. */
  announceEnded: (trx: Transaction<Database>, users: readonly string[]) => Promise<void>
}
