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
type Case = { solicitud: string; document: string; pdfPath: string; share: string; anchor: string; owner: Resource }
type Person = { caller: Caller; role: 'admin' | 'gestor' | 'mediador' | 'usuario'; company: string | null }

let office: Office
const people: Record<string, Person> = {}
const cases: Record<string, Case> = {}
const actors = ['admin', 'gestor', 'mediador', 'dueño', 'colega', 'gestor ajeno', 'mediador ajeno', 'usuario ajeno']
const objects = ['of the company', 'of another company', 'deleted', 'unknown']

async function makeCase(owner: Caller, manager: Caller, company: string): Promise<Case> {
  const { solicitud, document } = await createCase(owner)
  const ask = { id_documento: document.id_documento }
  const share = await bodyOf<{ id: string }>(await owner.post('/api/v1/create_share_document/', ask), 201)
  const file = { name: 'raíz.cer', bytes: testAuthority().root.certificate }
  const response = await manager.upload('/api/v1/upload_trust_anchor/', [file])
  const [anchor] = response.status === 201 ? await bodyOf<{ id: string }[]>(response, 201) : []
  return {
    solicitud: solicitud.id_solicitud,
    document: document.id_documento,
    pdfPath: document.pdf_path,
    share: share.id,
    anchor: anchor?.id ?? randomUUID(),
    owner: { id_company: company, created_by: owner.id },
  }
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
  const id = deleted.document
  await server.deps.db.updateTable('document').set({ deleted_at: new Date() }).where('id_documento', '=', id).execute()
  cases['deleted'] = deleted
  const nothing: Resource = { id_company: null, created_by: null }
  cases['unknown'] = {
    solicitud: createId(),
    document: randomUUID(),
    pdfPath: 'x'.repeat(32),
    share: randomUUID(),
    anchor: randomUUID(),
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
])

/** The object that a call is about, by the parts of its path or body; null when it is about the caller or a list. */
function subject({ name }: Endpoint): 'solicitud' | 'document' | 'share' | 'anchor' | null {
  if (name === 'detailsSolicitud') return 'solicitud'
  if (name === 'removeShare') return 'share'
  if (name === 'removeTrustAnchor') return 'anchor'
  return aboutDocuments.has(name) ? 'document' : null
}

function bodyFor({ name }: Endpoint, target: Case): object {
  if (name === 'pdfToImage') return { pdf_path: target.pdfPath }
  if (name === 'preflightSigning') return { ids_documento: [target.document] }
  if (name === 'completeSigning') return { id_preparacion: randomUUID(), signature: 'MAA=' }
  const more: Record<string, object> = {
    customPdfSigning: { password: 'x' },
    prepareSigning: { certificate: 'MAA=', chain: [] },
    extendSignatures: { level: 'B-LT' },
    trustIssuer: { fingerprint: 'a'.repeat(64) },
  }
  return { id_documento: target.document, ...more[name] }
}

/** A request that is right in every way but, perhaps, in who asks. */
function requestOf(endpoint: Endpoint, target: Case): { path: string; init: RequestInit } {
  const about = subject(endpoint)
  const path = buildPath(endpoint.path, { id: about === null ? '' : target[about] })
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
  const about = subject(endpoint)
  if (about === null) return 'allowed'
  const exists = object !== 'unknown' && (object !== 'deleted' || about === 'solicitud')
  if (!exists) return 404
  const { owner } = cases[object]!
  if (can(endpoint.policy, actor, owner)) return 'allowed'
  if (about === 'anchor') return owner.id_company === company ? 403 : 404
  const reading: PolicyName = about === 'solicitud' ? 'solicitud.read' : 'document.read'
  return can(reading, actor, owner) ? 403 : 404
}

const destroys = ({ method }: Endpoint) => method === 'DELETE'

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
    const { status } = await person.caller.call(path, init)
    if (wanted === 'allowed') expect([401, 403, 404]).not.toContain(status)
    else expect(status).toBe(wanted)
  })
})

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
