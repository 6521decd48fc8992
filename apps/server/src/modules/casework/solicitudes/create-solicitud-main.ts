import type { SolicitudMain, newSolicitudMainSchema } from '@foja/contracts/solicitudes'
import { appendEvent, type NewEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { sqlState, uniqueViolation } from '@foja/db/errors'
import type { Database } from '@foja/db/schema'
import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { insertDocument, type ReceivedDocument } from '../../documents/public.ts'
import { announceChange } from '../../notify/public.ts'
import { lockActor } from '../../identity/public.ts'
import { loadMains } from './read-solicitudes.ts'

export type NewMain = z.output<typeof newSolicitudMainSchema>

export type CreateInput = {
  idCompany: string
  data: NewMain
  files: ReceivedDocument[]
}

/**
 * Assigns the files to the requests, in order: one per request, else one per element of each `description`.
 * @throws ProblemError files_do_not_match
 */
function assignFiles({ data, files }: CreateInput): ReceivedDocument[][] {
  if (files.length === data.solicitudes.length) return files.map((file) => [file])
  const sizes = data.solicitudes.map(({ description }) => description.length)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (files.length !== total) throw new ProblemError('files_do_not_match', { field: 'files' })
  let from = 0
  return sizes.map((size) => files.slice(from, (from += size)))
}

/** Digest of the payload: the same id with the same digest is a repetition, with another one an error. */
function payloadDigest(input: CreateInput): string {
  const { data, files } = input
  const solicitudes = data.solicitudes.map(({ description: _files, status: _always, ...rest }) => rest)
  const sizes = assignFiles(input).map((own) => own.length)
  const content = [data.id_solicitud_main, data.titulo ?? null, solicitudes, files.map((file) => file.sha256)]
  // With one file per request, their order alone determines the assignment.
  const identity = sizes.some((size) => size > 1) ? [...content, sizes] : content
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex')
}

/** A name that is only an extension stays as it is, as a title is never empty. */
const withoutExtension = (name: string) => name.replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '')

/** The existing case file with this id, if the same user created it with the same payload. */
async function findEarlierMain({ db, actor }: Ctx, input: CreateInput): Promise<SolicitudMain | undefined> {
  const existing = await db
    .selectFrom('solicitud_main')
    .where('id_solicitud_main', '=', input.data.id_solicitud_main)
    .select(['payload_sha256', 'created_by'])
    .executeTakeFirst()
  if (existing === undefined) return undefined
  if (existing.created_by !== actor.id || existing.payload_sha256 !== payloadDigest(input)) {
    throw new ProblemError('id_in_use', { field: 'id_solicitud_main' })
  }
  return (await loadMains(db, [input.data.id_solicitud_main]))[0]
}

type Trail = Omit<NewEvent, 'action'> & { at: Date }

async function insertSolicitud(
  trx: Transaction<Database>,
  { actor }: Ctx,
  input: CreateInput,
  trail: Trail,
  position: number,
): Promise<void> {
  const { idCompany, data } = input
  const solicitud = data.solicitudes[position]!
  const files = assignFiles(input)[position]!
  const { at } = trail
  await trx
    .insertInto('solicitud')
    .values({
      id_solicitud: solicitud.id_solicitud,
      id_solicitud_main: data.id_solicitud_main,
      id_company: idCompany,
      position,
      titulo: solicitud.titulo ?? withoutExtension(files[0]!.nombre),
      tipo: solicitud.tipo || null,
      notas: solicitud.notas || null,
      partes: JSON.stringify(solicitud.partes ?? []),
      created_at: at,
      updated_at: at,
    })
    .execute()
  for (const [place, received] of files.entries()) {
    const owner = { idSolicitud: solicitud.id_solicitud, idCompany, position: place, createdBy: actor.id, at }
    const id_documento = await insertDocument(trx, { received, ...owner })
    const { nombre, sha256 } = received
    await appendEvent(trx, { ...trail, id_documento, action: 'document.uploaded', data: { nombre, sha256 } })
  }
}

/** Ids of deleted case files are not used again; checked after the inserts, which wait for a parallel deletion. */
async function refuseDeletedIds(trx: Transaction<Database>, { id_solicitud_main, solicitudes }: NewMain) {
  const ids = solicitudes.map(({ id_solicitud }) => id_solicitud)
  const deleted = await trx
    .selectFrom('deleted_case')
    .where(sql<boolean>`id_solicitud_main = ${id_solicitud_main} or ids && ${ids}::char(19)[]`)
    .select('id_solicitud_main')
    .limit(1)
    .executeTakeFirst()
  if (deleted !== undefined) throw new ProblemError('id_in_use', { field: 'id_solicitud_main' })
}

async function insertMain(trx: Transaction<Database>, ctx: Ctx, input: CreateInput, at: Date): Promise<void> {
  const { actor, ip } = ctx
  const { idCompany, data, files } = input
  const { id_solicitud_main } = data
  const titulo = data.titulo ?? data.solicitudes[0]?.titulo ?? withoutExtension(files[0]?.nombre ?? '')
  await trx
    .insertInto('solicitud_main')
    .values({
      id_solicitud_main,
      titulo,
      id_company: idCompany,
      created_by: actor.id,
      payload_sha256: payloadDigest(input),
      created_at: at,
      updated_at: at,
    })
    .execute()
  const who = { actor: actor.id, actor_label: actor.nombre, ip }
  const trail = { id_solicitud_main, id_company: idCompany, ...who, at }
  await appendEvent(trx, { ...trail, id_documento: null, action: 'solicitud_main.created', data: { titulo } })
  for (const position of data.solicitudes.keys()) await insertSolicitud(trx, ctx, input, trail, position)
  await refuseDeletedIds(trx, data)
  const change = { id_company: idCompany, created_by: actor.id, id_solicitud_main, id_documento: null }
  await announceChange(trx, ctx, change)
}

/**
 * Creates a case file with its requests, each with its files in order. The files are durable already; rows and events
 * commit together. Returns 200 with the first result when the same user repeats the same payload with the same id.
 * @throws ProblemError unauthenticated or forbidden when the caller's account changed, files_do_not_match, id_in_use
 */
export async function createSolicitudMain(
  ctx: Ctx,
  input: CreateInput,
): Promise<{ status: 200 | 201; body: SolicitudMain }> {
  const { db, store, clock, actor } = ctx
  const discard = async () => {
    for (const file of input.files) await store.delete(file.blobKey)
  }
  try {
    const repeated = await findEarlierMain(ctx, input)
    if (repeated !== undefined) {
      await discard()
      return { status: 200, body: repeated }
    }
    await inTransaction(db, async (trx) => {
      const at = clock()
      // Locked, as the open requests of a leaving user are handed over: none may be added after that.
      await lockActor(trx, actor, at)
      await insertMain(trx, ctx, input, at)
    })
  } catch (error) {
    const taken = uniqueViolation(error) !== null
    // SQLSTATE classes 22 and 23 refuse the data. After any other error the commit may have succeeded: the sweep
    // decides whether a row references the files.
    if (/^2[23]/.test(sqlState(error) ?? '') || error instanceof ProblemError) await discard()
    if (!taken) throw error
    // Either the same payload was sent twice in parallel, or the id belongs to another case file.
    const repeated = await findEarlierMain(ctx, input)
    if (repeated === undefined) throw new ProblemError('id_in_use', { field: 'id_solicitud', cause: error })
    return { status: 200, body: repeated }
  }
  const [created] = await loadMains(db, [input.data.id_solicitud_main])
  return { status: 201, body: created! }
}
