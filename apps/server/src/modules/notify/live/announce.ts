import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import type { AppDeps } from '../../../deps.ts'

/** Database channel between processes for messages about changes that open screens must read. */
export const liveChannel = 'live'

/** A message between processes: what changed, and the data that decides who receives it. */
export type BusMessage =
  | {
      type: 'changed'
      id_company: string | null
      created_by: string
      shared_with: readonly string[]
      id_solicitud_main: string | null
      id_documento: string | null
    }
  | { type: 'notification'; users: readonly string[] }

/** What changed, and the data that decides who may see it. */
export type Change = {
  id_company: string | null
  /** Author of the case file, or of a document outside of one. */
  created_by: string
  /** Users of the company with whom the document is shared; default: read from the database. */
  shared_with?: readonly string[]
  id_solicitud_main: string | null
  id_documento: string | null
}

type Bus = Pick<AppDeps, 'bus'>

/** A database message carries at most 8,000 bytes; a user id takes 39 of them. */
const peoplePerMessage = 150

function* inGroups(people: readonly string[]): Generator<string[]> {
  for (let start = 0; start < people.length; start += peoplePerMessage) {
    yield people.slice(start, start + peoplePerMessage)
  }
}

async function tell(trx: Kysely<Database>, { bus }: Bus, message: BusMessage): Promise<void> {
  await bus.notify(liveChannel, JSON.stringify(message), trx)
}

async function sharedWith(
  trx: Transaction<Database>,
  { id_documento, shared_with }: Change,
): Promise<readonly string[]> {
  if (shared_with !== undefined || id_documento === null) return shared_with ?? []
  const rows = await trx.selectFrom('user_shared').where('id_documento', '=', id_documento).select('id_user').execute()
  return rows.map(({ id_user }) => id_user)
}

/**
 * Announces a change in a case file or document: when the transaction commits, open screens of all users who may see it
 * reload, on every process.
 */
export async function announceChange(trx: Transaction<Database>, deps: Bus, change: Change): Promise<void> {
  const { id_company, created_by, id_solicitud_main, id_documento } = change
  const about = { type: 'changed', id_company, created_by, id_solicitud_main, id_documento } as const
  const [first = [], ...rest] = inGroups(await sharedWith(trx, change))
  await tell(trx, deps, { ...about, shared_with: first })
  for (const group of rest) await tell(trx, deps, { ...about, shared_with: group })
}

/** Announces that the number of unread notices of these users has changed. */
export async function announceUnread(trx: Kysely<Database>, deps: Bus, users: readonly string[]): Promise<void> {
  for (const group of inGroups(users)) await tell(trx, deps, { type: 'notification', users: group })
}
