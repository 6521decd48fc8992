import { can } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { mayComeIn, selectPeople } from '../session/session.public.ts'
import { carriedResource } from './email-rules.ts'
import type { StoredEmail } from './email-trail.ts'

/** Whether whoever answers for a message may still come in and send the document that it carries, which `author` made. */
export async function senderMaySend(db: Kysely<Database>, email: StoredEmail, author: string | null): Promise<boolean> {
  if (email.kind !== 'document' || email.created_by === null) return true
  const sender = await selectPeople(db).where('app_user.id', '=', email.created_by).where(mayComeIn).executeTakeFirst()
  return sender !== undefined && can('document.email', sender, carriedResource(email, author))
}
