import { appendEvent } from '@foja/db/events'
import { createSeal, withSeal } from '@foja/db/history-seal'
import { resealHistory } from '@foja/db/seal-history'
import { DatabaseProblem } from '@foja/db/errors'
import { refuseInUse } from '@foja/db/in-use'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Kysely, type Transaction } from 'kysely'
import { link, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createKeys, findKeys, historyKey, syncFolder, type KeyChange } from '../../../keys.ts'
import { dropRecoveryCodes, renewLinks, resealSecondFactors } from '../../identity/public.ts'
import { resealMailPassword } from '../../delivery/public.ts'
import { renewShares } from '../../documents/public.ts'
import { renewRecipients } from '../../requests/public.ts'
import { resealWebhookSecrets } from '../../webhooks/public.ts'
import { rewrapSigners, resealOfficeSeals, resealTsaPasswords } from '../../signing/public.ts'
import { resealFileKeys } from './file-keys.ts'
import { checkKeys, hasKeys, replaceKeysId, requireKeys } from './installation.ts'

/** Numbers of secrets moved to the new keys. */
export type Rotated = {
  signers: number
  secondFactors: number
  tsaPasswords: number
  officeSeals: number
  mailPasswords: number
  webhooks: number
  /** Keys of encrypted files, without the new one. */
  fileKeys: number
  /** Links of documents, and of invitations and password resets: their addresses changed. */
  shares: number
  links: number
  /** Recipients of signing requests, whose links changed. */
  recipients: number
  /** Users whose recovery codes were deleted. */
  withoutCodes: number
  /** Secrets that did not open before either. */
  unopened: number
  /** Seals of the history that were invalid before and stay so. */
  invalidSeals: number
}

/** The file of the new keys until the database uses them. */
export const nextFile = (file: string) => `${file}.next`

/** The ids of the old and new keys; `counts` is null when the database already used the new ones. */
type Change = { from: string; to: string; counts: Rotated | null }

/**
 * Runs transactions of all rotations and server starts one at a time, by a lock on the `setting` table, which both
 * write. Files may be changed inside if repeating it after a deadlock is harmless.
 */
async function runSerialized<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return await inTransaction(db, async (trx) => {
    await sql`lock table setting in exclusive mode`.execute(trx)
    return await work(trx)
  })
}

/**
 * Moves everything protected by the keys to new ones: re-encrypts secrets, derives link addresses again, and deletes
 * recovery codes, for which neither is possible.
 */
async function moveSecrets(trx: Transaction<Database>, change: KeyChange, at: Date): Promise<Rotated> {
  const signers = await rewrapSigners(trx, change)
  const secondFactors = await resealSecondFactors(trx, change)
  const tsaPasswords = await resealTsaPasswords(trx, change)
  const officeSeals = await resealOfficeSeals(trx, change)
  const mailPasswords = await resealMailPassword(trx, change)
  const webhooks = await resealWebhookSecrets(trx, change)
  const fileKeys = await resealFileKeys(trx, change)
  const seals = await resealHistory(trx, {
    from: createSeal(historyKey(change.from)),
    to: createSeal(historyKey(change.to)),
  })
  const counts = {
    signers: signers.moved,
    secondFactors: secondFactors.moved,
    tsaPasswords: tsaPasswords.moved,
    officeSeals: officeSeals.moved,
    mailPasswords: mailPasswords.moved,
    webhooks: webhooks.moved,
    fileKeys: fileKeys.moved,
    shares: await renewShares(trx, change.to),
    recipients: await renewRecipients(trx, change.to),
    links: await renewLinks(trx, change.to, at),
    withoutCodes: await dropRecoveryCodes(trx),
    unopened:
      signers.unopened +
      secondFactors.unopened +
      tsaPasswords.unopened +
      officeSeals.unopened +
      mailPasswords.unopened +
      webhooks.unopened +
      fileKeys.unopened,
    invalidSeals: seals.invalid,
  }
  await replaceKeysId(trx, change.to.session.id)
  const sealed = withSeal(trx, historyKey(change.to))
  await appendEvent(sealed, { action: 'keys.rotated', actor_label: 'Foja', data: counts, at })
  return counts
}

/** Moves the database to new keys in the next file, or finds that it uses those of the next file already. */
async function moveDatabase(trx: Transaction<Database>, file: string, at: Date): Promise<Change> {
  // A server that announced itself before the table lock is found here; a later one finds other keys.
  await refuseInUse(trx)
  // Read the next file first: once it is gone, it has replaced the key file.
  const waiting = await findKeys(nextFile(file))
  const from = await requireKeys(file)
  const isPending = waiting !== null && waiting.session.id !== from.session.id
  if (isPending && (await hasKeys(trx, waiting.session.id))) {
    return { from: from.session.id, to: waiting.session.id, counts: null }
  }
  // Checked first, so that the only keys of another database are not replaced.
  await checkKeys(trx, from.session.id)
  await rm(nextFile(file), { force: true })
  await createKeys(nextFile(file))
  const to = await requireKeys(nextFile(file))
  return { from: from.session.id, to: to.session.id, counts: await moveSecrets(trx, { from, to }, at) }
}

/** Replaces the key file; returns the file of the old keys, which older backups need. */
async function replaceKeyFile(trx: Transaction<Database>, file: string, { from, to }: Change): Promise<string> {
  const oldKeysFile = join(dirname(file), `server.${from}.json`)
  const { session } = await requireKeys(file)
  // A server without accounts, which accepts any keys, has started with the old ones meanwhile.
  if (await hasKeys(trx, from)) throw new DatabaseProblem('database_in_use', 'a Foja has started with the old keys')
  // Another command has completed this rotation meanwhile, and may have started its own.
  if (session.id === to || !(await hasKeys(trx, to))) return oldKeysFile
  await link(file, oldKeysFile).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await rename(nextFile(file), file)
  await syncFolder(file)
  return oldKeysFile
}

/**
 * Rotates the keys of the server, in `file` and in the database. `counts` is null when it completed an earlier rotation
 * that was interrupted after the database changed. After an interruption at any time, the next call completes the
 * rotation or starts again; parallel calls wait for each other. `oldKeysFile`: the file with the old keys.
 * @throws DatabaseProblem `database_in_use`, KeyFileError, WrongKeysError
 */
export async function rotateKeys(
  db: Kysely<Database>,
  file: string,
  now: Date,
): Promise<{ counts: Rotated | null; oldKeysFile: string }> {
  const change = await runSerialized(db, (trx) => moveDatabase(trx, file, now))
  return { counts: change.counts, oldKeysFile: await runSerialized(db, (trx) => replaceKeyFile(trx, file, change)) }
}
