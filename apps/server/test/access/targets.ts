import { createId } from '@foja/contracts/create-id'
import type { Resource } from '@foja/contracts/policies'
import { makePdf } from '@foja/testing/pdfs'
import type { Database } from '@foja/db/schema'
import type { ExpressionBuilder } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Canaries, Kind, Planted } from './canaries.ts'
import { bodyOf, createCase, openSession, pdfFile, type Caller } from '../office.ts'
import { testAuthority } from '../people.ts'
import { pngOf } from '../pictures.ts'
import { createSecret } from '../../src/modules/webhooks/webhook-secret.ts'
import { uploadBase } from '../templates.ts'
import { addPerson, type TestServer } from '../test-server.ts'

/** Kinds of objects of endpoints. */
export type Subject =
  | 'solicitud'
  | 'document'
  | 'share'
  | 'pedido'
  | 'recipient'
  | 'entrega'
  | 'requirement'
  | 'delivered'
  | 'anchor'
  | 'email'
  | 'template'
  | 'batch'
  | 'company'
  | 'person'
  | 'session'
  | 'passkey'
  | 'apiKey'
  | 'webhook'
  | 'message'

/** One object of every kind, all of one user of one company. `words`: planted in texts that can be chosen. */
export type Target = Record<Subject | 'main' | 'pdfPath' | 'base' | 'shareToken', string> & {
  owner: Resource
  words: Record<'case' | 'document' | 'recipient' | 'message' | 'letter' | 'template', string>
}

let created = 0

async function addAnchor(manager: Caller): Promise<string> {
  const file = { name: 'raíz.cer', bytes: testAuthority().root.certificate }
  const response = await manager.upload('/api/v1/upload_trust_anchor/', [file])
  // The company may already have it.
  return response.status === 201 ? (await bodyOf<{ id: string }[]>(response, 201))[0]!.id : randomUUID()
}

/** A request for documents with a delivered file, cancelled so that it does not keep its case file from being deleted. */
async function addDelivery(
  { deps: { db, clock } }: TestServer,
  owner: Caller,
  solicitud: string,
  words: Target['words'],
) {
  const person = { nombre: `Entrega ${words.recipient}`, email: `${words.recipient}@entrega.example` }
  const ask = { id_solicitud: solicitud, recipients: [person], requirements: [{ nombre: `Falta ${words.document}` }] }
  const { id, requirements } = await bodyOf<{ id: string; requirements: { id: string }[] }>(
    await owner.post('/api/v1/create_document_request/', ask),
    201,
  )
  const delivered = randomUUID()
  const requirement = requirements[0]!.id
  const file = {
    nombre: `${words.document}.pdf`,
    mime: 'application/pdf',
    blob_key: 'x',
    size: 1,
    sha256: '0'.repeat(64),
  }
  const inspected = JSON.stringify({ paginas: 1, pageSizes: [{ width: 595, height: 842 }] })
  await db
    .insertInto('delivered_file')
    .values({ id: delivered, id_requirement: requirement, ...file, inspected, delivered_at: clock() })
    .execute()
  await bodyOf(await owner.post('/api/v1/cancel_document_request/', { id, motivo: `Ya ${words.document}` }), 200)
  return { entrega: id, requirement, delivered }
}

/** A passkey that no authenticator answers for. */
async function addPasskey({ deps }: TestServer, id_user: string): Promise<string> {
  const id = randomUUID()
  const row = { id, id_user, credential_id: id.replaceAll('-', ''), nombre: 'Llave', public_key: 'pQ', counter: 0 }
  await deps.db
    .insertInto('passkey')
    .values({ ...row, transports: '', synced: false })
    .execute()
  return id
}

/** An API key of the user, whose text is not known. */
async function addApiKey({ deps }: TestServer, id_user: string): Promise<string> {
  const id = randomUUID()
  const row = { id, id_user, hash: randomBytes(32).toString('hex'), prefix: 'foja_abcdef', nombre: 'Programa' }
  const expires_at = new Date(deps.clock().getTime() + 24 * 3_600_000)
  await deps.db
    .insertInto('api_key')
    .values({ ...row, scopes: ['cases:read'], networks: [], expires_at })
    .execute()
  return id
}

/** A webhook of the company whose address answers nothing, and a message for it. */
async function addWebhook({ deps }: TestServer, id_company: string): Promise<{ webhook: string; message: string }> {
  const { db, keys, clock } = deps
  const [id, message] = [randomUUID(), randomUUID()]
  const secret = createSecret(keys, id).sealed
  // No port of this computer: a test message fails at once.
  const row = { id, id_company, url: 'https://127.0.0.1:1/', events: ['document.signed'], secret }
  await db.insertInto('webhook').values(row).execute()
  await db
    .insertInto('webhook_delivery')
    .values({ id: message, id_webhook: id, object: 'x', type: 'document.signed', body: '{}', created_at: clock() })
    .execute()
  return { webhook: id, message }
}

/** Another session of `owner`, with the refresh token without which no list shows it. */
async function listedSession(server: TestServer, owner: Caller): Promise<string> {
  const { id } = await openSession(server, owner.id)
  const expires_at = new Date(server.deps.clock().getTime() + 3_600_000)
  const row = { hash: randomBytes(32).toString('hex'), id_session: id, expires_at }
  await server.deps.db.insertInto('refresh_token').values(row).execute()
  return id
}

export type TargetOptions = {
  owner: Caller
  /** Creates what only staff may. */
  manager: Caller
  company: string
  canaries: Canaries
  /** True where requests may change who in the company sees the objects: only other companies must not see them. */
  shifting?: boolean
  /** Where no colleague may read the document: because it will be deleted, or is not shared. */
  unshared?: 'deleted' | 'private'
}

/** A PDF with `word` in a compressed stream. */
const pdfWith = (word: string) => makePdf({ xref: 'stream', catalog: `/Lang (${word})`, ballast: 8 * (created += 1) })

/** Creates objects of `owner` through the API, with words of `canaries` in every text that can be chosen. */
export async function makeTarget(server: TestServer, options: TargetOptions): Promise<Target> {
  const { owner, manager, company, canaries, shifting = false, unshared } = options
  const kindOf = (kind: Kind): Kind => {
    if (shifting) return 'company'
    return kind === 'document' && unshared !== undefined ? 'unshared document' : kind
  }
  const planted = (kind: Kind): Planted => ({ kind: kindOf(kind), id_company: company, owner: owner.id })
  const word = (kind: Kind) => canaries.word(planted(kind))
  const words = {
    case: word('case'),
    document: word('document'),
    recipient: word('recipient'),
    message: word('message'),
    letter: word('letter'),
    template: word('template'),
  }
  const party = { nombre: `Parte ${words.case}`, rol: 'Solicitante', email: `${words.case}@cliente.example` }
  const texts = { titulo: `Solicitud ${words.case}`, notas: `Notas ${words.case}`, partes: [party] }
  const request = { id_solicitud: createId(), description: [{}], ...texts }
  const file = pdfFile(`${words.document}.pdf`, pdfWith(words.document))
  const more = { titulo: `Expediente ${words.case}`, solicitudes: [request] }
  const { main, solicitud, document } = await createCase(owner, file, more)
  const ask = { id_documento: document.id_documento }
  const share = await bodyOf<{ id: string; share: string }>(
    await owner.post('/api/v1/create_share_document/', ask),
    201,
  )
  const recipients = [{ nombre: `Firma ${words.recipient}`, email: `${words.recipient}@firma.example`, rol: 'firma' }]
  const draft = { documents: [ask], recipients, titulo: `Pedido ${words.document}`, send: false }
  const pedido = await bodyOf<{ id: string; recipients: { id: string }[] }>(
    await owner.post('/api/v1/create_signing_request/', draft),
    201,
  )
  const to = [`${words.recipient}@cliente.example`]
  const message = { ...ask, to, as: 'attachment', subject: `Va ${words.message}`, message: `Texto ${words.letter}` }
  const sent = await bodyOf<{ id_envio: string }>(await owner.post('/api/v1/send_document_by_email/', message), 200)
  const { pdf_path } = await uploadBase(manager, pdfFile(`${words.template}.pdf`, pdfWith(words.template)))
  const base = { name: `Plantilla ${words.template}`, pdf_path, fields: [] }
  const saved = await bodyOf<{ id: string; pdf_path: string }>(await manager.post('/api/v1/save_template/', base), 201)
  const rows = { id: saved.id, key: randomUUID(), rows: [{}] }
  const batch = await bodyOf<{ id: string }>(await owner.post('/api/v1/fill_batch/', rows), 202)
  const alone = word('unshared document')
  const loose = await uploadBase(owner, pdfFile(`${alone}.pdf`, pdfWith(alone)))
  canaries.id(loose.id_documento, planted('unshared document'))
  const logo = { name: 'logo.png', bytes: pngOf(1, 1, Buffer.alloc(4, 200)) }
  await manager.upload(`/api/v1/upload_company_logo/${company}/`, [logo])
  const person = { nombre: `Persona ${word('person')}`, role: 'usuario' as const, id_company: company }
  const target: Target = {
    main: main.id_solicitud_main,
    solicitud: solicitud.id_solicitud,
    document: document.id_documento,
    pdfPath: document.pdf_path,
    share: share.id,
    pedido: pedido.id,
    recipient: pedido.recipients[0]!.id,
    ...(await addDelivery(server, owner, solicitud.id_solicitud, words)),
    shareToken: share.share,
    email: sent.id_envio,
    template: saved.id,
    base: saved.pdf_path,
    batch: batch.id,
    anchor: await addAnchor(manager),
    company,
    person: await addPerson(server, { email: `${word('person')}@foja.example`, ...person }),
    session: await listedSession(server, owner),
    passkey: await addPasskey(server, owner.id),
    apiKey: await addApiKey(server, owner.id),
    ...(await addWebhook(server, company)),
    owner: { id_company: company, created_by: owner.id },
    words,
  }
  // Users with whom a deleted document is shared hear of it when it is restored.
  if (unshared === 'deleted') canaries.id(target.document, { ...planted('case'), kind: 'document' })
  for (const [part, kind] of Object.entries(kindsOfIds))
    canaries.id(target[part as keyof typeof kindsOfIds], planted(kind))
  return target
}

/** The kind of each id; those of batches and sessions stay with their owner. */
const kindsOfIds = {
  main: 'case',
  solicitud: 'case',
  document: 'document',
  pdfPath: 'document',
  share: 'share',
  pedido: 'recipient',
  recipient: 'recipient',
  entrega: 'recipient',
  requirement: 'recipient',
  delivered: 'recipient',
  email: 'recipient',
  template: 'template',
  base: 'template',
  batch: 'batch',
  anchor: 'company',
  company: 'company',
  person: 'person',
  session: 'session',
  passkey: 'session',
  apiKey: 'session',
  webhook: 'company',
  message: 'company',
} as const satisfies Partial<Record<keyof Target, Kind>>

/** Ids that do not exist. */
export function unknownTarget(): Target {
  return {
    main: createId(),
    solicitud: createId(),
    document: randomUUID(),
    pdfPath: 'x'.repeat(32),
    share: randomUUID(),
    pedido: randomUUID(),
    recipient: randomUUID(),
    entrega: randomUUID(),
    requirement: randomUUID(),
    delivered: randomUUID(),
    shareToken: 'A'.repeat(43),
    email: randomUUID(),
    template: randomUUID(),
    base: 'y'.repeat(32),
    batch: randomUUID(),
    anchor: randomUUID(),
    company: randomUUID(),
    person: randomUUID(),
    session: randomUUID(),
    passkey: randomUUID(),
    apiKey: randomUUID(),
    webhook: randomUUID(),
    message: randomUUID(),
    owner: { id_company: null, created_by: null },
    words: { case: 'nada', document: 'nada', recipient: 'nada', message: 'nada', letter: 'nada', template: 'nada' },
  }
}

/** Deletes whatever of `target` can be deleted. */
export async function binTarget({ deps: { db, clock } }: TestServer, target: Target): Promise<void> {
  const at = clock()
  const isOfTarget = (eb: ExpressionBuilder<Database, 'document'>) =>
    eb.or([eb('id_documento', '=', target.document), eb('nombre', '=', `${target.words.template}.pdf`)])
  await db.updateTable('document').set({ deleted_at: at }).where(isOfTarget).execute()
  await db.deleteFrom('template').where('id', '=', target.template).execute()
  await db.deleteFrom('webhook').where('id', '=', target.webhook).execute()
  await db.deleteFrom('template_base').where('pdf_path', '=', target.base).execute()
  await db.updateTable('app_user').set({ activo: false, removed_at: at }).where('id', '=', target.person).execute()
}

/** Sets a date, without which a request has no calendar; returning the request clears it. */
export async function giveDate({ deps: { db, clock } }: TestServer, { solicitud }: Target): Promise<void> {
  await db.updateTable('solicitud').set({ fecha_agendada: clock() }).where('id_solicitud', '=', solicitud).execute()
}

/** Copies an object, so that an allowed removal does not remove the original, which other endpoints need. */
export async function copyOf(server: TestServer, subject: Subject, target: Target): Promise<string> {
  const { db } = server.deps
  const id = randomUUID()
  const digest = id.replaceAll('-', '').padEnd(64, '0')
  if (subject === 'share') {
    const row = await db.selectFrom('share').where('id', '=', target.share).selectAll().executeTakeFirstOrThrow()
    await db
      .insertInto('share')
      .values({ ...row, id, token_sha256: digest })
      .execute()
  } else if (subject === 'pedido') {
    const row = await db.selectFrom('request').where('id', '=', target.pedido).selectAll().executeTakeFirstOrThrow()
    await db
      .insertInto('request')
      .values({ ...row, id, status: 'borrador', sent_at: null, ended_at: null })
      .execute()
  } else if (subject === 'template') {
    const row = await db.selectFrom('template').where('id', '=', target.template).selectAll().executeTakeFirstOrThrow()
    await db
      .insertInto('template')
      .values({ ...row, id })
      .execute()
  } else if (subject === 'anchor') {
    const row = await db
      .selectFrom('trust_anchor')
      .where('id', '=', target.anchor)
      .selectAll()
      .executeTakeFirstOrThrow()
    const certificate = Buffer.from(row.certificate)
    await db
      .insertInto('trust_anchor')
      .values({ ...row, id, fingerprint: digest, certificate })
      .execute()
  } else if (subject === 'person') {
    return await addPerson(server, {
      email: `${id}@foja.example`,
      role: 'usuario',
      id_company: target.owner.id_company,
    })
  } else if (subject === 'session') {
    return (await openSession(server, target.owner.created_by!)).id
  } else if (subject === 'webhook') {
    return (await addWebhook(server, target.owner.id_company!)).webhook
  } else if (subject === 'company') {
    await db
      .insertInto('company')
      .values({ id, nombre: `Copia ${id}` })
      .execute()
  } else {
    throw new Error(`no endpoint removes a ${subject} for good`)
  }
  return id
}
