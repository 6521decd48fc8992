import { runForAll } from '@foja/db/company-scope'
import type { Database } from '@foja/db/schema'
import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { AsyncResource } from 'node:async_hooks'
import type { AppDeps } from '../../deps.ts'

/** Every process draws pages into a cache of its own. */
const channel = 'forget_pages'
/** A database message carries at most 8,000 bytes; a digest takes 67 of them. */
const digestsPerMessage = 100

function* inGroups(digests: readonly string[], most: number): Generator<string[]> {
  for (let at = 0; at < digests.length; at += most) yield digests.slice(at, at + most)
}

/**
 * Makes every process delete the page images of these contents once the transaction commits. Another document with the
 * same content gets its pages drawn again.
 */
export async function announceForgotten(
  trx: Transaction<Database>,
  { bus }: Pick<AppDeps, 'bus'>,
  digests: readonly string[],
): Promise<void> {
  for (const group of inGroups(digests, digestsPerMessage)) await bus.notify(channel, JSON.stringify(group), trx)
}

async function withRow(db: Kysely<Database>, digests: string[]): Promise<Set<string>> {
  const versions = db.selectFrom('document_version').select('sha256').where('sha256', 'in', digests)
  const bases = db.selectFrom('template_base').select('sha256').where('sha256', 'in', digests)
  const rows = await runForAll(() => versions.union(bases).execute())
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** Deletes the cached pages of contents that have no row: those of previews, and of what was purged unheard. */
async function forgetUnnamed({ db, pageCache }: Pick<AppDeps, 'db' | 'pageCache'>): Promise<void> {
  for (const group of inGroups(await pageCache.contents(), 500)) {
    const named = await withRow(db, group)
    for (const digest of group) if (!named.has(digest)) await pageCache.forget(digest)
  }
}

/**
 * Deletes the page images of purged documents from the cache of this process: when a process announces them, and at the
 * start and every hour, as it hears nothing while it is stopped or disconnected.
 */
export function registerForgetting(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'bus' | 'db' | 'pageCache'>,
  everyMs = 3_600_000,
): void {
  const onFailure = (error: unknown) => app.log.warn({ err: error }, 'page images of purged documents may be cached')
  const forget = async (payload: string) => {
    for (const digest of JSON.parse(payload) as string[]) await deps.pageCache.forget(digest)
  }
  let stop: (() => Promise<void>) | undefined
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined
  const check = () => {
    checking = forgetUnnamed(deps).catch(onFailure)
  }
  app.addHook('onReady', async () => {
    // A message from the database connection must not inherit the async context of the transaction that sent it.
    const onMessage = AsyncResource.bind((payload: string) => void forget(payload).catch(onFailure))
    stop = await deps.bus.listen(channel, onMessage)
    timer = setInterval(check, everyMs).unref()
    check()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await checking
    await stop?.()
  })
}
