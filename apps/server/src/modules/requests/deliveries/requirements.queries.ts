import { acceptedKinds, type AcceptedKind, type RequirementStatus } from '@foja/contracts/request-states'
import { documentRequestLimits as limits } from '@foja/contracts/requirement-rules'
import type { DeliveredFileTable, RequirementTable } from '@foja/db/request-tables'
import type { Database } from '@foja/db/schema'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ReceivedDocument } from '../../documents/public.ts'

export type RequirementRow = Selectable<RequirementTable>
export type FileRow = Selectable<DeliveredFileTable>

/** The requirements of several recipients, in the order of the list. */
export async function findRequirements(db: Kysely<Database>, recipients: readonly string[]): Promise<RequirementRow[]> {
  if (recipients.length === 0) return []
  return await db
    .selectFrom('requirement')
    .selectAll()
    .where('id_recipient', 'in', recipients)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** True if the recipient has yet to deliver it, or to deliver it again. */
export const isMissing = ({ status }: RequirementRow): boolean => status === 'pendiente' || status === 'observado'

/** The files of several requirements, oldest first; those that were returned too. */
export async function findFiles(db: Kysely<Database>, requirements: readonly string[]): Promise<FileRow[]> {
  if (requirements.length === 0) return []
  return await db
    .selectFrom('delivered_file')
    .selectAll()
    .where('id_requirement', 'in', requirements)
    .orderBy('delivered_at')
    .orderBy('nombre')
    .orderBy('id')
    .execute()
}

/** Locks a requirement of a locked request until the transaction ends. */
export async function lockRequirement(trx: Transaction<Database>, id: string): Promise<RequirementRow | undefined> {
  return await trx.selectFrom('requirement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function setRequirement(
  trx: Transaction<Database>,
  id: string,
  set: { status: RequirementStatus; motivo?: string | null; reviewed_at?: Date },
): Promise<void> {
  await trx
    .updateTable('requirement')
    .set({ motivo: null, ...set })
    .where('id', '=', id)
    .execute()
}

/** What one link may still deliver. */
export async function leftFor(db: Kysely<Database>, recipient: string): Promise<{ files: number; bytes: number }> {
  const requirements = await findRequirements(db, [recipient])
  const files = await findFiles(
    db,
    requirements.map(({ id }) => id),
  )
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return { files: Math.max(0, limits.files - files.length), bytes: Math.max(0, limits.bytes - bytes) }
}

/** Keys of stored files that were delivered, of those given. */
export async function findDelivered(db: Kysely<Database>, keys: string[]): Promise<string[]> {
  const rows = await db.selectFrom('delivered_file').where('blob_key', 'in', keys).select('blob_key').execute()
  return rows.map(({ blob_key }) => blob_key)
}

export function kindOf(mime: string): AcceptedKind {
  if (mime === 'application/pdf') return 'pdf'
  return mime.startsWith('image/') ? 'imagen' : 'office'
}

/** In the order of the contract, each once. */
export const sortedKinds = (kinds: readonly AcceptedKind[]): AcceptedKind[] =>
  acceptedKinds.filter((kind) => kinds.includes(kind))

/** A delivered file as what was received. */
export const receivedOf = (file: FileRow): ReceivedDocument => ({
  nombre: file.nombre,
  mime: file.mime,
  blobKey: file.blob_key,
  size: file.size,
  sha256: file.sha256,
  ...file.inspected,
  signatures: file.inspected.signatures as ReceivedDocument['signatures'],
})
