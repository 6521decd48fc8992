import type { Company } from '@foja/contracts/companies'
import type { User } from '@foja/contracts/users'
import fastify from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, openOffice, storedKeys, type Caller } from '../../../../test/office.ts'
import { plainPng } from '../../../../test/pictures.ts'
import { addCompany } from '../../../../test/test-server.ts'
import { sweep } from '../../setup/maintenance/sweep.ts'

const showPath = (id: string) => `/api/v1/company_logo/${id}/`
const uploadPath = (id: string) => `/api/v1/upload_company_logo/${id}/`
const removePath = (id: string) => `/api/v1/remove_company_logo/${id}/`

let before: string[]
const office = await openOffice()
beforeEach(async () => {
  await office.admin.remove(removePath(office.company))
  before = await storedKeys(office)
})

const logo = (width = 40, height = 20) => ({ name: 'logo.png', bytes: plainPng(width, height) })
const upload = (caller: Caller, file: { name: string; bytes: Uint8Array } = logo(), id = office.company) =>
  caller.upload(uploadPath(id), [file])
const added = async () => (await storedKeys(office)).filter((key) => !before.includes(key))
const show = async (caller: Caller, id = office.company) => {
  const answer = await caller.call(showPath(id))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  return Buffer.from(await answer.arrayBuffer())
}

describe('a company logo', () => {
  it('is uploaded by a gestor and visible to its company and admins only', async () => {
    const { gestor, mediador, usuario, admin, ajeno, company } = office
    await expectProblem(await usuario.call(showPath(company)), 404, 'not_found')
    const own = async () => (await bodyOf<User>(await usuario.call('/api/v1/details_users/'), 200)).company
    expect(await own()).toMatchObject({ id: company, has_logo: false })
    expect(await bodyOf<Company>(await upload(gestor), 200)).toMatchObject({ id: company, has_logo: true })
    expect(await own()).toMatchObject({ id: company, has_logo: true })
    for (const caller of [gestor, mediador, usuario, admin]) {
      const png = await show(caller)
      // Width and height of the header (W3C PNG, 11.2.1).
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([40, 20])
    }
    await expectProblem(await ajeno.call(showPath(company)), 404, 'not_found')
    expect((await fetch(new URL(showPath(company), office.server.origin))).status).toBe(401)
    for (const caller of [mediador, usuario]) await expectProblem(await upload(caller), 403, 'forbidden')
    await expectProblem(await upload(ajeno), 404, 'not_found')
    await expectProblem(await ajeno.remove(removePath(company)), 404, 'not_found')
    expect(await added()).toHaveLength(1)
  })

  it('is encoded again, without extra content of the file', async () => {
    const bytes = Buffer.concat([plainPng(10, 10), Buffer.from('<script>canario</script>')])
    await bodyOf(await upload(office.gestor, { name: 'logo.png', bytes }), 200)
    expect((await show(office.usuario)).includes('canario')).toBe(false)
  })

  it('is cached by its ETag until it changes', async () => {
    await bodyOf(await upload(office.gestor), 200)
    const path = showPath(office.company)
    const etag = (await office.usuario.call(path)).headers.get('etag')!
    expect((await office.usuario.call(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const [key] = await added()
    expect(etag).not.toContain(key)
    await bodyOf(await upload(office.gestor, logo(30, 30)), 200)
    expect((await office.usuario.call(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  it.each([
    ['image_unsupported', { name: 'logo.png', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
    ['image_unsupported', { name: 'logo.jpg', bytes: Buffer.from('GIF89a') }],
    ['image_unsupported', { name: 'logo.png', bytes: plainPng(50, 50).subarray(0, 60) }],
    ['file_empty', { name: 'logo.png', bytes: Buffer.alloc(0) }],
    ['file_too_large', { name: 'logo.png', bytes: Buffer.alloc(1024 * 1024 + 1, 1) }],
  ] as const)('answers %s and keeps the former logo', async (code, file) => {
    await bodyOf(await upload(office.gestor), 200)
    const png = await show(office.usuario)
    await expectProblem(await upload(office.gestor, file), 400, code)
    expect((await show(office.usuario)).equals(png)).toBe(true)
    expect(await added()).toHaveLength(1)
  })

  it('is stored once, and deleted with its removal or its company', async () => {
    const { admin, server } = office
    for (const width of [10, 20, 30]) await bodyOf(await upload(admin, logo(width, 10)), 200)
    await Promise.all(Array.from({ length: 10 }, () => upload(admin)))
    expect(await added()).toHaveLength(1)
    expect(await bodyOf(await admin.remove(removePath(office.company)), 200)).toMatchObject({ has_logo: false })
    expect(await bodyOf(await admin.remove(removePath(office.company)), 200)).toMatchObject({ has_logo: false })
    expect(await added()).toEqual([])
    const empty = await addCompany(server, 'Con logotipo')
    await bodyOf(await upload(admin, logo(), empty), 200)
    await bodyOf(await admin.remove(`/api/v1/remove_company/${empty}/`), 200)
    expect(await added()).toEqual([])
  })

  it('is kept by the sweep, which deletes unreferenced ones', async () => {
    const { server, company, gestor } = office
    await bodyOf(await upload(gestor), 200)
    expect(await sweep(server.deps, fastify().log, -1000)).toMatchObject({ orphans: 0 })
    await show(gestor)
    await server.deps.db.updateTable('company').set({ logo_key: null }).where('id', '=', company).execute()
    expect(await sweep(server.deps, fastify().log, -1000)).toMatchObject({ orphans: 1 })
    expect(await added()).toEqual([])
  })

  it('records its changes in the history', async () => {
    await bodyOf(await upload(office.gestor), 200)
    await bodyOf(await office.gestor.remove(removePath(office.company)), 200)
    const { db } = office.server.deps
    const rows = await db
      .selectFrom('event')
      .where('chain', '=', office.company)
      .orderBy('seq', 'desc')
      .limit(2)
      .selectAll()
      .execute()
    expect(rows.map(({ action, data }) => [action, data['fields']])).toEqual([
      ['company.changed', 'logo'],
      ['company.changed', 'logo'],
    ])
  })
})
