import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** Retention per user: the newest `count`, none older than `days`. */
export const keptNotifications = { count: 1000, days: 180 }

/** Deletes old notices; the history keeps the events. */
export async function sweepNotifications(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptNotifications.days * 24 * 3_600_000)
  await db.deleteFrom('notification').where('created_at', '<', before).execute()
  const full = await db
    .selectFrom('notification')
    .groupBy('id_user')
    .having((eb) => eb(eb.fn.countAll<number>(), '>', keptNotifications.count))
    .select('id_user')
    .execute()
  for (const { id_user } of full) {
    await db
      .deleteFrom('notification')
      .where('id_user', '=', id_user)
      .where('id', '<=', (eb) =>
        eb
          .selectFrom('notification')
          .where('id_user', '=', id_user)
          .orderBy('id', 'desc')
          .offset(keptNotifications.count)
          .limit(1)
          .select('id'),
      )
      .execute()
  }
}
