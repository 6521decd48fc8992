import { buildPath, type Endpoint } from '@foja/contracts/endpoint'
import { endpoints } from '@foja/contracts/endpoints'
import { can, type PolicyName, type Resource } from '@foja/contracts/policies'
import { createId } from '@foja/contracts/ids'
import { makePdf } from '@foja/testing/pdfs'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bodyOf,
  createCase,
  formOf,
  mainOf,
  pdfFile,
  signedIn,
  startOffice,
  type Caller,
  type Office,
} from '../../test/office.ts'
import { testAuthority } from '../../test/people.ts'

/**
 * Every call × everybody × every kind of object, judged by the policy table alone: 401 without a good session, 403
 * for what the table forbids and the caller sees, 404 for what the caller may not see or does not exist, and neither
 * for the rest.
 */
type Subject = 'solicitud' | 'document' | 'share' | 'anchor' | 'email' | 'template' | 'batch'
type Case = Record<Subject | 'pdfPath' | 'base', string> & { owner: Resource }
type Person = { caller: Caller; role: 'admin' | 'gestor' | 'mediador' | 'usuario'; company: string | null }

let office: Office
const people: Record<string, Person> = {}
const cases: Record<string, Case> = {}
const actors = ['admin', 'gestor', 'mediador', 'dueño', 'colega', 'gestor ajeno', 'mediador ajeno', 'usuario ajeno']
const objects = ['of the company', 'of another company', 'deleted', 'unknown']

let made = 0

async function makeCase(owner: Caller, manager: Caller, company: string): Promise<Case> {
  // Each on a base of its own.
  const { solicitud, document } = await createCase(owner, pdfFile('x.pdf', makePdf({ pages: (made += 1) })))
  const ask = { id_documento: document.id_documento }
  const share = await bodyOf<{ id: string }>(await owner.post('/api/v1/create_share_document/', ask), 201)
  const message = { ...ask, to: ['ana@cliente.example'], as: 'attachment' }
  const sent = await owner.post('/api/v1/send_document_by_email/', message)
  const { id_envio: email } = await bodyOf<{ id_envio: string }>(sent, 200)
  const file = { name: 'raíz.cer', bytes: testAuthority().root.certificate }
  const response = await manager.upload('/api/v1/upload_trust_anchor/', [file])
  const [anchor] = response.status === 201 ? await bodyOf<{ id: string }[]>(response, 201) : []
  const saved = await manager.post('/api/v1/save_template/', { name: 'Acta', pdf_path: document.pdf_path, fields: [] })
  const template = await bodyOf<{ id: string; pdf_path: string }>(saved, 201)
  const rows = { id: template.id, key: randomUUID(), rows: [{}] }
  const batch = await bodyOf<{ id: string }>(await owner.post('/api/v1/fill_batch/', rows), 202)
  return {
    template: template.id,
    base: template.pdf_path,
    batch: batch.id,
    solicitud: solicitud.id_solicitud,
    document: document.id_documento,
    pdfPath: document.pdf_path,
    share: share.id,
    anchor: anchor?.id ?? randomUUID(),
    email,
    owner: { id_company: company, created_by: owner.id },
  }
}

async function putInBin({ document, template, base }: Case): Promise<void> {
  const { db, clock } = office.server.deps
  await db.updateTable('document').set({ deleted_at: clock() }).where('id_documento', '=', document).execute()
  await db.deleteFrom('template').where('id', '=', template).execute()
  await db.deleteFrom('template_base').where('pdf_path', '=', base).execute()
}

beforeAll(async () => {
  office = await startOffice()
  const { server, company, otherCompany } = office
  const add = (name: string, caller: Caller, role: Person['role'], of: string | null) => {
    people[name] = { caller, role, company: of }
  }
  add('admin', office.admin, 'admin', null)
  add('gestor', office.gestor, 'gestor', company)
  add('mediador', office.mediador, 'mediador', company)
  add('dueño', office.usuario, 'usuario', company)
  add('colega', office.colega, 'usuario', company)
  add('gestor ajeno', office.ajeno, 'gestor', otherCompany)
  for (const role of ['mediador', 'usuario'] as const) {
    const caller = await signedIn(server, { role, nombre: `${role} ajeno`, id_company: otherCompany })
    add(`${role} ajeno`, caller, role, otherCompany)
  }
  const other = people['usuario ajeno']!.caller
  cases['of the company'] = await makeCase(office.usuario, office.gestor, company)
  cases['of another company'] = await makeCase(other, office.ajeno, otherCompany)
  const deleted = await makeCase(office.usuario, office.gestor, company)
  await putInBin(deleted)
  cases['deleted'] = deleted
  const nothing: Resource = { id_company: null, created_by: null }
  cases['unknown'] = {
    solicitud: createId(),
    document: randomUUID(),
    pdfPath: 'x'.repeat(32),
    share: randomUUID(),
    anchor: randomUUID(),
    email: randomUUID(),
    template: randomUUID(),
    base: 'y'.repeat(32),
    batch: randomUUID(),
    owner: nothing,
  }
})
afterAll(() => office.close())

const wantsSession = ({ policy }: Endpoint) => policy !== 'public' && policy !== 'setup'
const guarded = endpoints.filter(wantsSession)

const aboutDocuments = new Set([
  'detailsDocument',
  'pdfToImage',
  'downloadDocument',
  'customPdfSigning',
  'prepareSigning',
  'extendSignatures',
  'preflightSigning',
  'verifyDocument',
  'createShareDocument',
  'listShare',
  'trustIssuer',
  'evidenceReport',
  'changeStatusMediation',
  'deleteDocument',
  'restoreDocument',
  'searchDocument',
  'sendDocumentByEmail',
  'listEmail',
  'userShared',
  'updateUserShared',
  'history',
])

/** They know what lies in the recycle bin. */
const aboutTheBin = new Set(['deleteDocument', 'restoreDocument', 'history'])

const aboutEmails = new Set(['detailsEmail', 'retryEmail', 'cancelEmail'])

const aboutSolicitudes = new Set([
  'detailsSolicitud',
  'updateSolicitud',
  'sendSolicitud',
  'returnPendiente',
  'solicitudCalendar',
])

const aboutTemplates = new Set([
  'detailsTemplate',
  'saveTemplate',
  'renameTemplate',
  'deleteTemplate',
  'restoreTemplate',
  'exportTemplate',
  'templatePdfToImage',
  'detectFields',
  'previewPdfTemplate',
  'templateDataPdfToImage',
  'templateValues',
  'fillTemplate',
  'startFillBatch',
])

const aboutBatches = new Set(['detailsFillBatch', 'cancelFillBatch', 'fillBatchZip'])

/** Whoever belongs to no company has none to make something for. */
const needsCompany = new Set(['importTemplate'])

/** The object that a call is about, by the parts of its path or body; null when it is about the caller or a list. */
function subject({ name }: Endpoint): Subject | null {
  if (aboutTemplates.has(name)) return 'template'
  if (aboutBatches.has(name)) return 'batch'
  if (aboutSolicitudes.has(name)) return 'solicitud'
  if (aboutEmails.has(name)) return 'email'
  if (name === 'removeShare' || name === 'shareViews') return 'share'
  if (name === 'removeTrustAnchor') return 'anchor'
  return aboutDocuments.has(name) ? 'document' : null
}

function bodyFor({ name }: Endpoint, target: Case): object {
  if (name === 'pdfToImage') return { pdf_path: target.pdfPath }
  const ofTemplates: Record<string, object> = {
    saveTemplate: { id: target.template, version: 1, name: 'Acta', pdf_path: target.base, fields: [] },
    restoreTemplate: { id: target.template },
    detectFields: { pdf_path: target.base },
    previewPdfTemplate: { id: target.template, data: {} },
    templateDataPdfToImage: { data: {} },
    fillTemplate: { id: target.template, data: {} },
    startFillBatch: { id: target.template, key: randomUUID(), rows: [{}] },
  }
  if (ofTemplates[name] !== undefined) return ofTemplates[name]
  if (name === 'preflightSigning') return { ids_documento: [target.document] }
  if (name === 'changeStatusMediation') return { status: 'en_proceso' }
  if (name === 'updateUserShared') return { users: [] }
  if (aboutEmails.has(name)) return {}
  if (name === 'bulkSolicitudes') return { action: 'conclude', ids_solicitud: [target.solicitud] }
  if (aboutSolicitudes.has(name)) {
    const asked: Record<string, object> = {
      updateSolicitud: { version: 1 },
      returnPendiente: { motivo: 'Falta un dato' },
    }
    return { id_solicitud: target.solicitud, ...asked[name] }
  }
  if (name === 'completeSigning') return { id_preparacion: randomUUID(), signature: 'MAA=' }
  const more: Record<string, object> = {
    customPdfSigning: { password: 'x' },
    prepareSigning: { certificate: 'MAA=', chain: [] },
    extendSignatures: { level: 'B-LT' },
    trustIssuer: { fingerprint: 'a'.repeat(64) },
    sendDocumentByEmail: { to: ['ana@cliente.example'], as: 'link' },
  }
  return { id_documento: target.document, ...more[name] }
}

/** A request that is right in every way but, perhaps, in who asks. */
function requestOf(endpoint: Endpoint, target: Case): { path: string; init: RequestInit } {
  const about = subject(endpoint)
  const query = ['searchDocument', 'renameTemplate'].includes(endpoint.name) ? '?q=foja' : ''
  const path = buildPath(endpoint.path, { id: about === null ? '' : target[about] }) + query
  const init: RequestInit = { method: endpoint.method }
  if (endpoint.multipart !== undefined) {
    const data = endpoint.name === 'createSolicitudMain' ? mainOf(1) : undefined
    init.body = formOf([pdfFile('x.pdf', makePdf())], data)
  } else if (endpoint.body !== undefined) {
    init.headers = { 'content-type': 'application/json' }
    init.body = JSON.stringify(bodyFor(endpoint, target))
  }
  return { path, init }
}

/** What the table says: the policy, and whether the caller may know of the object at all. */
function expected(endpoint: Endpoint, { caller, role, company }: Person, object: string): 'allowed' | 403 | 404 {
  const actor = { id: caller.id, role, id_company: company }
  if (!can(endpoint.policy, actor)) return 403
  if (needsCompany.has(endpoint.name) && company === null) return 403
  const about = subject(endpoint)
  if (about === null) return 'allowed'
  const stays = about === 'solicitud' || about === 'email' || aboutTheBin.has(endpoint.name)
  const exists = object !== 'unknown' && (object !== 'deleted' || stays)
  if (!exists) return 404
  const { owner } = cases[object]!
  // What somebody started is nobody else's, whoever they are.
  if (about === 'batch') return owner.created_by === caller.id ? 'allowed' : 404
  if (can(endpoint.policy, actor, owner)) return 'allowed'
  if (about === 'anchor') return owner.id_company === company ? 403 : 404
  const readings: Partial<Record<Subject, PolicyName>> = { solicitud: 'solicitud.read', template: 'template.read' }
  const reading = readings[about] ?? 'document.read'
  return can(reading, actor, owner) ? 403 : 404
}

/** The only document of a request is not deleted; a batch that is stopped is still there. */
const destroys = ({ method, name }: Endpoint) =>
  method === 'DELETE' && name !== 'deleteDocument' && name !== 'cancelFillBatch'

describe.each(guarded.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  const rows = actors.flatMap((actor) =>
    (subject(endpoint) === null ? [objects[0]!] : objects).map((object) => [actor, object] as const),
  )

  it.each(rows)('%s, object %s', async (actor, object) => {
    const person = people[actor]!
    const wanted = expected(endpoint, person, object)
    if (wanted === 'allowed' && destroys(endpoint) && subject(endpoint) !== null)
      return await removeCopy(endpoint, person, cases[object]!)
    const { path, init } = requestOf(endpoint, cases[object]!)
    if (endpoint.name === 'solicitudCalendar') await giveDate(cases[object]!)
    const { status } = await person.caller.call(path, init)
    if (endpoint.name === 'restoreDocument' && object === 'deleted') await putInBin(cases[object]!)
    if (wanted === 'allowed') expect([401, 403, 404]).not.toContain(status)
    else expect(status).toBe(wanted)
  })
})

/** Only a request with a date has something for a calendar; being returned takes it away. */
async function giveDate({ solicitud }: Case): Promise<void> {
  const { db, clock } = office.server.deps
  await db.updateTable('solicitud').set({ fecha_agendada: clock() }).where('id_solicitud', '=', solicitud).execute()
}

/** A removal that is allowed happens to a copy: the others still need what it copies. */
async function removeCopy(endpoint: Endpoint, { caller }: Person, target: Case): Promise<void> {
  const { db } = office.server.deps
  const id = randomUUID()
  const digest = id.replaceAll('-', '').padEnd(64, '0')
  if (subject(endpoint) === 'share') {
    const row = await db.selectFrom('share').where('id', '=', target.share).selectAll().executeTakeFirstOrThrow()
    await db
      .insertInto('share')
      .values({ ...row, id, token_sha256: digest })
      .execute()
  } else if (subject(endpoint) === 'template') {
    const row = await db.selectFrom('template').where('id', '=', target.template).selectAll().executeTakeFirstOrThrow()
    await db
      .insertInto('template')
      .values({ ...row, id })
      .execute()
  } else {
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
  }
  const { status } = await caller.call(buildPath(endpoint.path, { id }), { method: endpoint.method })
  expect(status).toBe(200)
}

describe('nobody', () => {
  const rows = guarded.map((endpoint) => [endpoint.name, endpoint] as const)

  it.each(rows)('passes %s without a session, with a share’s token or once deactivated', async (_name, endpoint) => {
    const { server } = office
    const { path, init } = requestOf(endpoint, cases['of the company']!)
    const statuses: number[] = []
    for (const authorization of [undefined, `Bearer ${'A'.repeat(43)}`]) {
      const headers = new Headers(init.headers)
      if (authorization !== undefined) headers.set('authorization', authorization)
      statuses.push((await fetch(new URL(path, server.origin), { ...init, headers })).status)
    }
    const gone = await signedIn(server, { role: 'gestor', nombre: 'Ida', id_company: office.company })
    await server.deps.db.updateTable('app_user').set({ activo: false }).where('id', '=', gone.id).execute()
    statuses.push((await gone.call(path, init)).status)
    expect(statuses).toEqual([401, 401, 401])
  })
})
