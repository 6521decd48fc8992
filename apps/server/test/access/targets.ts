import { createId } from '@foja/contracts/create-id'
import type { Resource } from '@foja/contracts/policies'
import { makePdf } from '@foja/testing/pdfs'
import { randomUUID } from 'node:crypto'
import { bodyOf, createCase, openSession, pdfFile, type Caller } from '../office.ts'
import { testAuthority } from '../people.ts'
import { pngOf } from '../pictures.ts'
import { addPerson, type TestServer } from '../test-server.ts'

/** Kinds of objects of endpoints. */
export type Subject =
  | 'solicitud'
  | 'document'
  | 'share'
  | 'anchor'
  | 'email'
  | 'template'
  | 'batch'
  | 'company'
  | 'person'
  | 'session'

/** One object of every kind, all of one user of one company. */
export type Target = Record<Subject | 'main' | 'pdfPath' | 'base' | 'shareToken', string> & { owner: Resource }

let created = 0

async function addAnchor(manager: Caller): Promise<string> {
  const file = { name: 'raíz.cer', bytes: testAuthority().root.certificate }
  const response = await manager.upload('/api/v1/upload_trust_anchor/', [file])
  // The company may already have it.
  return response.status === 201 ? (await bodyOf<{ id: string }[]>(response, 201))[0]!.id : randomUUID()
}

/**
 * Creates objects of `owner` through the API; `manager` creates what only staff may. `word` is part of every text that
 * can be chosen.
 */
export async function makeTarget(
  server: TestServer,
  owner: Caller,
  manager: Caller,
  company: string,
  word = 'Acta',
): Promise<Target> {
  // Each with a base of its own.
  const bytes = makePdf({ ballast: 8 * (created += 1) })
  const more = { titulo: `Expediente ${word}` }
  const { main, solicitud, document } = await createCase(owner, pdfFile(`${word}.pdf`, bytes), more)
  const ask = { id_documento: document.id_documento }
  const share = await bodyOf<{ id: string; share: string }>(
    await owner.post('/api/v1/create_share_document/', ask),
    201,
  )
  const message = { ...ask, to: ['ana@cliente.example'], as: 'attachment', subject: `Va ${word}` }
  const sent = await bodyOf<{ id_envio: string }>(await owner.post('/api/v1/send_document_by_email/', message), 200)
  const base = { name: `Plantilla ${word}`, pdf_path: document.pdf_path, fields: [] }
  const saved = await bodyOf<{ id: string; pdf_path: string }>(await manager.post('/api/v1/save_template/', base), 201)
  const rows = { id: saved.id, key: randomUUID(), rows: [{}] }
  const batch = await bodyOf<{ id: string }>(await owner.post('/api/v1/fill_batch/', rows), 202)
  const person = { email: `${randomUUID()}@foja.example`, nombre: `Persona ${word}`, role: 'usuario' as const }
  const logo = { name: 'logo.png', bytes: pngOf(1, 1, Buffer.alloc(4, 200)) }
  await manager.upload(`/api/v1/upload_company_logo/${company}/`, [logo])
  return {
    main: main.id_solicitud_main,
    solicitud: solicitud.id_solicitud,
    document: document.id_documento,
    pdfPath: document.pdf_path,
    share: share.id,
    shareToken: share.share,
    email: sent.id_envio,
    template: saved.id,
    base: saved.pdf_path,
    batch: batch.id,
    anchor: await addAnchor(manager),
    company,
    person: await addPerson(server, { ...person, id_company: company }),
    session: (await openSession(server, owner.id)).id,
    owner: { id_company: company, created_by: owner.id },
  }
}

/** Ids that do not exist. */
export function unknownTarget(): Target {
  return {
    main: createId(),
    solicitud: createId(),
    document: randomUUID(),
    pdfPath: 'x'.repeat(32),
    share: randomUUID(),
    shareToken: 'A'.repeat(43),
    email: randomUUID(),
    template: randomUUID(),
    base: 'y'.repeat(32),
    batch: randomUUID(),
    anchor: randomUUID(),
    company: randomUUID(),
    person: randomUUID(),
    session: randomUUID(),
    owner: { id_company: null, created_by: null },
  }
}

/** Deletes whatever of `target` can be deleted. */
export async function binTarget({ deps: { db, clock } }: TestServer, target: Target): Promise<void> {
  const at = clock()
  await db.updateTable('document').set({ deleted_at: at }).where('id_documento', '=', target.document).execute()
  await db.deleteFrom('template').where('id', '=', target.template).execute()
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
