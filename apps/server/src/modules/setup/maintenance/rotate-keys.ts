import { appendEvent } from '@foja/db/events'
import { DatabaseProblem } from '@foja/db/errors'
import { refuseInUse } from '@foja/db/in-use'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Kysely, type Transaction } from 'kysely'
import { link, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createKeys, findKeys, keepFolder, type KeyChange } from '../../../keys.ts'
import { dropRecoveryCodes, renewLinks, resealSecondFactors } from '../../identity/account/upkeep.public.ts'
import { renewShares } from '../../documents/shares/shares.public.ts'
import { rewrapSigners } from '../../signing/signers/signers.public.ts'
import { resealTsaPasswords } from '../../signing/signing.public.ts'
import { checkKeys, hasKeys, replaceKeysId, requireKeys } from './installation.ts'

/** What became of what hung on the keys. */
export type Rotated = {
  signers: number
  secondFactors: number
  tsaPasswords: number
  /** links of documents, and of invitations and forgotten passwords: they have another address now */
  shares: number
  links: number
  /** people whose recovery codes are gone */
  withoutCodes: number
  /** secrets that did not open before either */
  unopened: number
}

/** Where the new keys wait until the database has gone over to them. */
export const nextFile = (file: string) => `${file}.next`

/** The ids of the keys of before and of the new ones; `counts` is null when the database had gone over already. */
type Change = { from: string; to: string; counts: Rotated | null }

/**
 * One transaction at a time, of all the commands and of the servers that start: both write to this table, and wait. So
 * files may be touched in here, as long as doing it again after a deadlock does no harm.
 */
async function oneAtATime<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return await inTransaction(db, async (trx) => {
    await sql`lock table setting in exclusive mode`.execute(trx)
    return await work(trx)
  })
}

/**
 * Puts everything that the keys keep under other ones: what is sealed is sealed anew, what is derived from them
 * (addresses of links) is derived anew, and recovery codes, which neither can be done to, are forgotten.
 */
async function moveSecrets(trx: Transaction<Database>, change: KeyChange, at: Date): Promise<Rotated> {
  const signers = await rewrapSigners(trx, change)
  const secondFactors = await resealSecondFactors(trx, change)
  const tsaPasswords = await resealTsaPasswords(trx, change)
  const counts = {
    signers: signers.moved,
    secondFactors: secondFactors.moved,
    tsaPasswords: tsaPasswords.moved,
    shares: await renewShares(trx, change.to),
    links: await renewLinks(trx, change.to, at),
    withoutCodes: await dropRecoveryCodes(trx),
    unopened: signers.unopened + secondFactors.unopened + tsaPasswords.unopened,
  }
  await replaceKeysId(trx, change.to.session.id)
  await appendEvent(trx, { action: 'keys.rotated', actor_label: 'Foja', data: counts, at })
  return counts
}

/** The database goes over to new keys, which wait beside the file, or has gone over to the ones that wait there. */
async function goOver(trx: Transaction<Database>, file: string, at: Date): Promise<Change> {
  // A server that announced itself before the table was locked is found; one that does later finds other keys.
  await refuseInUse(trx)
  // The waiting file first: what is not there any more has taken the place of the other one.
  const waiting = await findKeys(nextFile(file))
  const from = await requireKeys(file)
  const isPending = waiting !== null && waiting.session.id !== from.session.id
  if (isPending && (await hasKeys(trx, waiting.session.id))) {
    return { from: from.session.id, to: waiting.session.id, counts: null }
  }
  // First, lest the only keys of another database are taken away.
  await checkKeys(trx, from.session.id)
  await rm(nextFile(file), { force: true })
  await createKeys(nextFile(file))
  const to = await requireKeys(nextFile(file))
  return { from: from.session.id, to: to.session.id, counts: await moveSecrets(trx, { from, to }, at) }
}

/** The file that the old keys are kept in: copies of the data from before open with them alone. */
async function putInPlace(trx: Transaction<Database>, file: string, { from, to }: Change): Promise<string> {
  const kept = join(dirname(file), `server.${from}.json`)
  const { session } = await requireKeys(file)
  // A Foja of nobody yet, which takes any keys, was faster than the new ones.
  if (await hasKeys(trx, from)) throw new DatabaseProblem('database_in_use', 'a Foja has started with the old keys')
  // Another command was here meanwhile, and ended this change; perhaps it began one of its own.
  if (session.id === to || !(await hasKeys(trx, to))) return kept
  await link(file, kept).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await rename(nextFile(file), file)
  await keepFolder(file)
  return kept
}

/**
 * Changes the keys of the server for new ones, in `file` and in everything that the database keeps under them. `counts`
 * is null when an earlier change was cut off after the database had gone over: it was ended. Whenever it is cut off,
 * the next call ends it or begins again; several at once wait for each other. `kept` names the file with the keys of
 * before.
 * @throws DatabaseProblem `database_in_use`, KeyFileError, WrongKeysError
 */
export async function rotateKeys(
  db: Kysely<Database>,
  file: string,
  now: Date,
): Promise<{ counts: Rotated | null; kept: string }> {
  const change = await oneAtATime(db, (trx) => goOver(trx, file, now))
  return { counts: change.counts, kept: await oneAtATime(db, (trx) => putInPlace(trx, file, change)) }
}
