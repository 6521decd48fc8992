import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { findLiveShare, isOpen } from './shares.queries.ts'

export { insertShare, shareToken, type NewShareRow } from './insert-share.ts'
export { isOpen } from './shares.queries.ts'
export { renewShares } from './renew-shares.ts'

/** Whether what a share link gave out may still be used: page images and downloads die with the link. */
export async function shareIsOpen(db: Kysely<Database>, id: string, now: Date): Promise<boolean> {
  const share = await findLiveShare(db, id)
  return share !== undefined && isOpen(share, now)
}
