import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import type { Prepared } from '@foja/pades/prepare'
import type { AppDeps } from '../../deps.ts'
import type { Signatory } from './signatory.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))

/** The signatory of a preparation. */
type Owner = Pick<Signatory, 'kind' | 'id'>

/** A signature that waits for its remote key. */
export type Preparation = {
  id: string
  owner: Owner
  idDocumento: string
  version: number
  baseSha256: string
  /** The parts of the request that the completion needs. */
  request: { level: string; reason: string | null }
  prepared: Prepared
  signedAttributes: Uint8Array
  certificate: Uint8Array
  chain: Uint8Array[]
  code: string | null
  repairedKey: string | null
  signingTime: Date
  expiresAt: Date
}

export async function insertPreparation(db: Kysely<Database>, input: Preparation): Promise<void> {
  const { tail, digest, ...rest } = input.prepared
  await db
    .insertInto('prepared_signing')
    .values({
      id: input.id,
      id_user: input.owner.kind === 'user' ? input.owner.id : null,
      id_recipient: input.owner.kind === 'recipient' ? input.owner.id : null,
      id_documento: input.idDocumento,
      version: input.version,
      base_sha256: input.baseSha256,
      request: JSON.stringify(input.request),
      prepared: JSON.stringify({ ...rest, digest: base64(digest) }),
      tail,
      signed_attributes: input.signedAttributes,
      certificate: input.certificate,
      chain: JSON.stringify(input.chain.map(base64)),
      code: input.code,
      repaired_key: input.repairedKey,
      signing_time: input.signingTime,
      expires_at: input.expiresAt,
    })
    .execute()
}

/** A preparation of its owner, expired or not. */
export async function findPreparation(
  db: Kysely<Database>,
  owner: Owner,
  id: string,
): Promise<Preparation | undefined> {
  const row = await db
    .selectFrom('prepared_signing')
    .selectAll()
    .where('id', '=', id)
    .where(owner.kind === 'user' ? 'id_user' : 'id_recipient', '=', owner.id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  // Written by `insertPreparation` from the same types.
  const { digest, ...rest } = row.prepared as Omit<Prepared, 'tail' | 'digest'> & { digest: string }
  return {
    id: row.id,
    owner: { kind: owner.kind, id: owner.id },
    idDocumento: row.id_documento,
    version: row.version,
    baseSha256: row.base_sha256,
    request: row.request as Preparation['request'],
    prepared: { ...rest, digest: bytesOf(digest), tail: new Uint8Array(row.tail) },
    signedAttributes: new Uint8Array(row.signed_attributes),
    certificate: new Uint8Array(row.certificate),
    chain: row.chain.map(bytesOf),
    code: row.code,
    repairedKey: row.repaired_key,
    signingTime: row.signing_time,
    expiresAt: row.expires_at,
  }
}

/** Deletes preparations that expired before `now`; returns the storage keys of their repaired files. */
export async function deleteExpired(db: Kysely<Database>, now: Date): Promise<string[]> {
  const rows = await db.deleteFrom('prepared_signing').where('expires_at', '<', now).returning('repaired_key').execute()
  return rows.flatMap(({ repaired_key: key }) => (key === null ? [] : [key]))
}

/** The stored files of `keys` that are repaired ones of open preparations. */
export async function findWaiting(db: Kysely<Database>, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('prepared_signing')
    .where('repaired_key', 'in', keys)
    .select('repaired_key')
    .execute()
  return rows.flatMap(({ repaired_key: key }) => (key === null ? [] : [key]))
}

/** Deletes expired preparations with their repaired files. */
export async function sweepPrepared({ db, store, clock }: Pick<AppDeps, 'db' | 'store' | 'clock'>): Promise<void> {
  for (const key of await deleteExpired(db, clock())) await store.delete(key)
}

/** The stored file of one version of a document. */
export async function findVersion(db: Kysely<Database>, document: string, version: number) {
  return await db
    .selectFrom('document_version')
    .where('id_documento', '=', document)
    .where('version', '=', version)
    .select(['pdf_path', 'sha256', 'blob_key'])
    .executeTakeFirstOrThrow()
}

/** Locks a document's row until the transaction ends and returns its version, so that signings run one at a time. */
export async function lockVersion(trx: Transaction<Database>, document: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('document')
    .where('id_documento', '=', document)
    .where('deleted_at', 'is', null)
    .select('version')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.version
}
