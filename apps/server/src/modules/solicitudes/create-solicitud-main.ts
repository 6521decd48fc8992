import type { SolicitudMain, newSolicitudMainSchema } from '@foja/contracts/solicitudes'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { sqlState, uniqueViolation } from '@foja/db/errors'
import { foldSearch } from '@foja/db/search'
import type { Database } from '@foja/db/schema'
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import { ProblemError } from '../../http/problem.ts'
import { insertDocument, type ReceivedDocument } from '../documents/documents.public.ts'
import { loadMains } from './load-mains.ts'

export type NewMain = z.output<typeof newSolicitudMainSchema>

export type CreateInput = {
  actor: SessionActor
  idCompany: string
  ip: string
  data: NewMain
  files: ReceivedDocument[]
}

/** What the client meant, as one figure: the same id with the same figure is a repetition, with another an error. */
function payloadDigest({ data, files }: CreateInput): string {
  const solicitudes = data.solicitudes.map(({ description: _ignored, ...rest }) => rest)
  return createHash('sha256')
    .update(
      JSON.stringify([data.id_solicitud_main, data.titulo ?? null, solicitudes, files.map((file) => file.sha256)]),
    )
    .digest('hex')
}

const withoutExtension = (name: string) => name.replace(/\.[a-z0-9]{1,5}$/i, '')

/** The case file that has this id already, when it is the same one, made by the same person. */
async function findRepetition(db: AppDeps['db'], input: CreateInput): Promise<SolicitudMain | undefined> {
  const existing = await db
    .selectFrom('solicitud_main')
    .where('id_solicitud_main', '=', input.data.id_solicitud_main)
    .select(['payload_sha256', 'created_by'])
    .executeTakeFirst()
  if (existing === undefined) return undefined
  if (existing.created_by !== input.actor.id || existing.payload_sha256 !== payloadDigest(input)) {
    throw new ProblemError('id_in_use', { field: 'id_solicitud_main' })
  }
  return (await loadMains(db, [input.data.id_solicitud_main]))[0]
}

async function insertMain(trx: Transaction<Database>, input: CreateInput, at: Date): Promise<void> {
  const { actor, idCompany, data, files } = input
  const titulo = data.titulo ?? data.solicitudes[0]?.titulo ?? withoutExtension(files[0]?.nombre ?? '')
  const people = data.solicitudes.flatMap((solicitud) => (solicitud.partes ?? []).map((party) => party.nombre))
  const titles = data.solicitudes.map((solicitud) => solicitud.titulo)
  const names = files.map((file) => file.nombre)
  await trx
    .insertInto('solicitud_main')
    .values({
      id_solicitud_main: data.id_solicitud_main,
      titulo,
      id_company: idCompany,
      created_by: actor.id,
      payload_sha256: payloadDigest(input),
      search: foldSearch(titulo, data.id_solicitud_main, ...titles, ...people, ...names),
      created_at: at,
      updated_at: at,
    })
    .execute()
  const base = {
    id_solicitud_main: data.id_solicitud_main,
    id_company: idCompany,
    actor: actor.id,
    actor_label: actor.nombre,
  }
  const trail = { ...base, ip: input.ip, at }
  await appendEvent(trx, { ...trail, id_documento: null, action: 'solicitud_main.created', data: { titulo } })
  for (const [position, solicitud] of data.solicitudes.entries()) {
    const received = files[position]!
    await trx
      .insertInto('solicitud')
      .values({
        id_solicitud: solicitud.id_solicitud,
        id_solicitud_main: data.id_solicitud_main,
        id_company: idCompany,
        position,
        titulo: solicitud.titulo ?? withoutExtension(received.nombre),
        tipo: solicitud.tipo ?? null,
        notas: solicitud.notas ?? null,
        partes: JSON.stringify(solicitud.partes ?? []),
        created_at: at,
        updated_at: at,
      })
      .execute()
    const place = { idSolicitud: solicitud.id_solicitud, idCompany, position: 0, createdBy: actor.id, at }
    const idDocumento = await insertDocument(trx, { received, ...place })
    const detail = { nombre: received.nombre, sha256: received.sha256 }
    await appendEvent(trx, { ...trail, id_documento: idDocumento, action: 'document.uploaded', data: detail })
  }
}

/**
 * Creates a case file with one request a file, in order. The files are durable already; rows and events commit
 * together. Answers 200 with the first result when the same person repeats the same payload under the same id.
 * @throws ProblemError files_do_not_match, id_in_use
 */
export async function createSolicitudMain(
  deps: Pick<AppDeps, 'db' | 'store' | 'clock'>,
  input: CreateInput,
): Promise<{ status: 200 | 201; body: SolicitudMain }> {
  const discard = async () => {
    for (const file of input.files) await deps.store.delete(file.blobKey)
  }
  try {
    if (input.files.length !== input.data.solicitudes.length)
      throw new ProblemError('files_do_not_match', { field: 'files' })
    const repeated = await findRepetition(deps.db, input)
    if (repeated !== undefined) {
      await discard()
      return { status: 200, body: repeated }
    }
    await inTransaction(deps.db, (trx) => insertMain(trx, input, deps.clock()))
  } catch (error) {
    const taken = uniqueViolation(error) !== null
    // Classes 22 and 23 of SQLSTATE refuse the data. After any other failure the commit may have gone through: the
    // sweeper knows whether a row names the files.
    if (/^2[23]/.test(sqlState(error) ?? '') || error instanceof ProblemError) await discard()
    if (!taken) throw error
    // Somebody was first: the same request sent twice at once, or an id of another case file.
    const repeated = await findRepetition(deps.db, input)
    if (repeated === undefined) throw new ProblemError('id_in_use', { field: 'id_solicitud', cause: error })
    return { status: 200, body: repeated }
  }
  const [created] = await loadMains(deps.db, [input.data.id_solicitud_main])
  return { status: 201, body: created! }
}
