import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'

/** The company for the report's letterhead. */
export async function findLetterhead(db: Kysely<Database>, id: string | null) {
  if (id === null) return undefined
  return await db
    .selectFrom('company')
    .where('id', '=', id)
    .select(['nombre', 'identificacion', 'pais', 'direccion', 'email', 'telefono', 'logo_key'])
    .executeTakeFirst()
}

/** Verification codes of a document, newest version first. */
export async function findCodes(db: Kysely<Database>, idDocumento: string) {
  return await db
    .selectFrom('verification_code')
    .where('id_documento', '=', idDocumento)
    .select(['code', 'version'])
    .orderBy('version', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

/** Names of documents, including deleted ones: events mention them. */
export async function findNames(db: Kysely<Database>, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('document')
    .where('id_documento', 'in', ids)
    .select(['id_documento', 'nombre'])
    .execute()
  return new Map(rows.map((row) => [row.id_documento, row.nombre]))
}

/** Who was asked to sign, approve or deliver a document, by request and turn. */
export async function findAsked(db: Kysely<Database>, idDocumento: string) {
  return await db
    .selectFrom('recipient')
    .innerJoin('request', 'request.id', 'recipient.id_request')
    .innerJoin('app_user as author', 'author.id', 'request.created_by')
    .leftJoin('recipient as before', 'before.id', 'recipient.delegated_from')
    .leftJoin('recipient_version as signed', (join) =>
      join.onRef('signed.id_recipient', '=', 'recipient.id').on('signed.id_documento', '=', idDocumento),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('delivered_file as file')
          .innerJoin('requirement', 'requirement.id', 'file.id_requirement')
          .where('file.id_documento', '=', idDocumento)
          .select(['requirement.id_recipient', 'requirement.nombre as requirement', 'file.delivered_at'])
          .as('delivered'),
      (join) => join.onRef('delivered.id_recipient', '=', 'recipient.id'),
    )
    .where('request.sent_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('delivered.delivered_at', 'is not', null),
        eb.exists(
          eb
            .selectFrom('request_document as part')
            .whereRef('part.id_request', '=', 'request.id')
            .where('part.id_documento', '=', idDocumento)
            .select('part.id_request'),
        ),
      ]),
    )
    .select([
      'request.id as id_request',
      'request.titulo',
      'request.status as request_status',
      'request.sent_at as request_sent_at',
      'request.expires_at',
      'request.motivo as request_motivo',
      'author.nombre as author_nombre',
      'author.email as author_email',
      'recipient.nombre',
      'recipient.email',
      'recipient.rol',
      'recipient.status',
      'recipient.channel',
      'recipient.must_match',
      'recipient.identificacion',
      'recipient.code',
      'recipient.code_at',
      'recipient.sent_at',
      'recipient.seen_at',
      'recipient.filled_at',
      'recipient.acted_at',
      'recipient.motivo',
      'before.nombre as passed_by',
      'signed.version as signed_version',
      'signed.consent',
      'delivered.delivered_at',
    ])
    .orderBy('request.sent_at')
    .orderBy('request.id')
    .orderBy(sql`recipient.turno nulls last`)
    .orderBy('recipient.position')
    .orderBy('recipient.id')
    .execute()
}
export type AskedRow = Awaited<ReturnType<typeof findAsked>>[number]
