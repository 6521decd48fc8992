import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Kysely } from 'kysely'
import { link, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createKeys, findKeys, keepFolder, KeyFileError, type KeyChange, type ServerKeys } from '../../keys.ts'
import { dropRecoveryCodes, renewLinks, resealSecondFactors } from '../account/upkeep.public.ts'
import { renewShares } from '../shares/shares.public.ts'
import { rewrapSigners } from '../signers/signers.public.ts'
import { resealTsaPasswords } from '../signing/signing.public.ts'
import { checkKeys, hasKeys, replaceKeysId } from './installation.ts'

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

/**
 * Puts everything that the keys keep under other ones, whole or not at all: what is sealed is sealed anew, what is
 * derived from them (addresses of links) is derived anew, and recovery codes, which neither can be done to, are
 * forgotten. No server may use the database meanwhile; one that starts now waits, and then finds other keys.
 */
async function moveSecrets(db: Kysely<Database>, change: KeyChange, at: Date): Promise<Rotated> {
  return await inTransaction(db, async (trx) => {
    await sql`lock table setting in exclusive mode`.execute(trx)
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
  })
}

async function requireKeys(file: string): Promise<ServerKeys> {
  const keys = await findKeys(file)
  if (keys === null) throw new KeyFileError(`No existe el archivo de claves ${file}. Indícalo con FOJA_KEY_FILE.`, null)
  return keys
}

/** The file that the old keys are kept in: copies of the data from before open with them alone. */
async function putInPlace(file: string, oldId: string): Promise<string> {
  const kept = join(dirname(file), `server.${oldId}.json`)
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
 * the next call ends it or begins again. `kept` names the file with the keys of before.
 * @throws KeyFileError, WrongKeysError
 */
export async function rotateKeys(
  db: Kysely<Database>,
  file: string,
  now: Date,
): Promise<{ counts: Rotated | null; kept: string }> {
  const from = await requireKeys(file)
  const waiting = await findKeys(nextFile(file))
  if (waiting !== null && (await hasKeys(db, waiting.session.id))) {
    return { counts: null, kept: await putInPlace(file, from.session.id) }
  }
  if (waiting !== null) await unlink(nextFile(file))
  await checkKeys(db, from.session.id)
  await createKeys(nextFile(file))
  const counts = await moveSecrets(db, { from, to: await requireKeys(nextFile(file)) }, now)
  return { counts, kept: await putInPlace(file, from.session.id) }
}
