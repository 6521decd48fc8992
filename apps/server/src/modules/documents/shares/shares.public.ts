import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { findLiveShare, isOpen } from './shares.queries.ts'

export { insertShare, shareToken, type NewShareRow } from './insert-share.ts'
export { isOpen } from './shares.queries.ts'
export { renewShares } from './renew-shares.ts'

/** True if a share link is open: its page images and downloads expire with it. */
export async function shareIsOpen(db: Kysely<Database>, id: string, now: Date): Promise<boolean> {
  const share = await findLiveShare(db, id)
  return share !== undefined && isOpen(share, now)
}
