import { verifyCounters, verifyRoots, type LedgerFault, type RootMark } from '@foja/db/history-roots'
import { atOneMoment, verifyChains, type BrokenChain, type ChainsVerdict } from '@foja/db/verify-chains'
import type { Database } from '@foja/db/schema'
import { StorageError } from '@foja/storage/errors'
import type { Kysely } from 'kysely'
import { createHash } from 'node:crypto'
import type { AppDeps } from '../../../deps.ts'
import { stampTimeOf } from './root-stamp.ts'

/** A document version or template base whose stored file is missing, differs, or is encrypted under other keys. */
export type BrokenFile = {
  kind: 'missing' | 'changed' | 'locked'
  nombre: string
  version: number
  /** null: the file is the base PDF of a template. */
  id_documento: string | null
}

export type Examination = ChainsVerdict & {
  /** Number of wrong roots and counters. */
  ledger: number
  roots: number
  /** Time of the last timestamp, by its authority. */
  stamped: Date | null
  versions: number
  missing: number
  changed: number
  locked: number
}

export type ExamineOptions = {
  /** Also compares the digest of every file; otherwise only its existence and size. */
  files: boolean
  /** The last root recorded outside of the database; null: none. */
  mark: RootMark | null
  now: Date
  onBrokenChain: (broken: BrokenChain) => void
  onLedgerFault: (fault: LedgerFault) => void
  onBrokenFile: (broken: BrokenFile) => void
}

type Deps = { db: Kysely<Database>; store: Pick<AppDeps['store'], 'stat' | 'get'> }

const batch = 500

async function versionsAfter(db: Kysely<Database>, last: string | undefined) {
  let select = db
    .selectFrom('document_version as one')
    .innerJoin('document', 'document.id_documento', 'one.id_documento')
    .select(['one.id', 'one.id_documento', 'one.version', 'one.blob_key', 'one.size', 'one.sha256', 'document.nombre'])
  if (last !== undefined) select = select.where('one.id', '>', last)
  return await select.orderBy('one.id').limit(batch).execute()
}

type StoredFile = { blob_key: string; size: number; sha256: string }

/** The base PDFs of templates, each with the name of the last template version that uses it. */
async function basesAfter(db: Kysely<Database>, last: string | undefined) {
  let select = db
    .selectFrom('template_base as one')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('template_version as state')
          .whereRef('state.pdf_path', '=', 'one.pdf_path')
          .select(['state.name', 'state.version'])
          .orderBy('state.created_at', 'desc')
          .limit(1)
          .as('state'),
      (join) => join.onTrue(),
    )
    .select(['one.pdf_path', 'one.blob_key', 'one.size', 'one.sha256', 'state.name', 'state.version'])
  if (last !== undefined) select = select.where('one.pdf_path', '>', last)
  return await select.orderBy('one.pdf_path').limit(batch).execute()
}

/** Delivered files that are not documents yet; those of documents are examined as versions. */
async function deliveredAfter(db: Kysely<Database>, last: string | undefined) {
  let select = db
    .selectFrom('delivered_file')
    .where('id_documento', 'is', null)
    .select(['id', 'nombre', 'blob_key', 'size', 'sha256'])
  if (last !== undefined) select = select.where('id', '>', last)
  return await select.orderBy('id').limit(batch).execute()
}

async function digestOf(store: Deps['store'], key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await store.get(key)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}

async function checkFile({ store }: Deps, row: StoredFile, files: boolean): Promise<BrokenFile['kind'] | null> {
  try {
    const stat = await store.stat(row.blob_key)
    if (stat === null) return 'missing'
    if (stat.size !== row.size) return 'changed'
    return files && (await digestOf(store, row.blob_key)) !== row.sha256 ? 'changed' : null
  } catch (error) {
    if (error instanceof StorageError && error.code === 'damaged') return 'changed'
    if (error instanceof StorageError && error.code === 'unknown_key') return 'locked'
    throw error
  }
}

/** Verifies the whole history in one snapshot: chains, counters, roots and the timestamps of these. */
async function examineHistory({ db }: Deps, options: ExamineOptions) {
  return await atOneMoment(db, async (trx) => {
    let ledger = 0
    const tell = (fault: LedgerFault) => {
      ledger += 1
      options.onLedgerFault(fault)
    }
    const chains = await verifyChains(trx, options.onBrokenChain)
    await verifyCounters(trx, tell)
    const found = await verifyRoots(trx, { mark: options.mark, stampTimeOf, now: options.now }, tell)
    return { ...chains, ...found, ledger }
  })
}

/**
 * Verifies an installation: its history, by a handle that seals, and every stored file of documents, templates and
 * deliveries.
 */
export async function examine(deps: Deps, options: ExamineOptions): Promise<Examination> {
  const history = await examineHistory(deps, options)
  const report: Examination = { ...history, versions: 0, missing: 0, changed: 0, locked: 0 }
  const examineFile = async (row: StoredFile, about: Omit<BrokenFile, 'kind'>) => {
    report.versions += 1
    const kind = await checkFile(deps, row, options.files)
    if (kind === null) return
    report[kind] += 1
    options.onBrokenFile({ kind, ...about })
  }
  let rows = await versionsAfter(deps.db, undefined)
  for (; rows.length > 0; rows = await versionsAfter(deps.db, rows.at(-1)!.id)) {
    for (const row of rows) {
      const { nombre, version, id_documento } = row
      await examineFile(row, { nombre, version, id_documento })
    }
  }
  let bases = await basesAfter(deps.db, undefined)
  for (; bases.length > 0; bases = await basesAfter(deps.db, bases.at(-1)!.pdf_path)) {
    for (const base of bases) {
      await examineFile(base, { nombre: base.name ?? '', version: base.version ?? 0, id_documento: null })
    }
  }
  let delivered = await deliveredAfter(deps.db, undefined)
  for (; delivered.length > 0; delivered = await deliveredAfter(deps.db, delivered.at(-1)!.id)) {
    for (const file of delivered) await examineFile(file, { nombre: file.nombre, version: 0, id_documento: null })
  }
  return report
}
