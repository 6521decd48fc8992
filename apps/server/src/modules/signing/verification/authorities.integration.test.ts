import type { Authority, AuthorityCountry } from '@foja/contracts/authorities'
import type { TrustAnchorPreview } from '@foja/contracts/verification'
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, openOffice, type Caller } from '../../../../test/office.ts'

import { canBeAnchor, shippedAuthorities, shippedEncoding } from '../../verification-core/shipped-authorities.ts'
import { trustOf } from '../../verification-core/trust.ts'

const rows = [...shippedAuthorities().values()]
const rowOf = (name: string) => rows.find((row) => row.name === name)!
/** Confirmed by two publishers. */
const bank = rowOf('AUTORIDAD DE CERTIFICACION RAIZ DEL BANCO CENTRAL DEL ECUADOR')
/** From a single source. */
const unsure = rowOf('AUTORIDAD DE CERTIFICACION RAIZ CA-2 SECURITY DATA')
const chilean = rowOf('ABANCERT CA ROOT - G2')
const fileOf = ({ fingerprint }: { fingerprint: string }) => [{ name: 'raíz.cer', bytes: shippedEncoding(fingerprint) }]
const fingerprintOf = (der: Uint8Array) => createHash('sha256').update(der).digest('hex')

const office = await openOffice()
afterEach(async () => {
  const { db } = office.server.deps
  await db.deleteFrom('trust_anchor').execute()
  await db.deleteFrom('authority_country').execute()
  await db.deleteFrom('authority_switch').execute()
})

const countryOf = async (pais: string, caller: Caller = office.usuario) =>
  (await caller.read<AuthorityCountry[]>('/api/v1/list_authority_countries/')).find((one) => one.pais === pais)!
const authorityOf = async ({ fingerprint }: { fingerprint: string }) =>
  (await office.usuario.read<Authority[]>(`/api/v1/list_authorities/?fingerprint=${fingerprint}`))[0]!
const turn = (caller: Caller, { fingerprint }: { fingerprint: string }, on: boolean) =>
  caller.post('/api/v1/set_authority/', { fingerprint, on })
const turnCountry = (caller: Caller, pais: string, on: boolean) =>
  caller.post('/api/v1/set_authority_country/', { pais, on })
const anchors = async (company: string | null = office.company) => {
  const trust = await trustOf(office.server.deps.db, company)
  return new Set(trust.anchors.map(fingerprintOf))
}
const eventsOf = async (action: string) =>
  await office.server.deps.db.selectFrom('event').where('action', '=', action).select(['data', 'actor']).execute()

describe('shipped authorities', () => {
  it('count per country: confirmed ones by default, others once an admin switches them on', async () => {
    expect(await countryOf('EC')).toEqual({ pais: 'EC', on: false, total: 28, active: 0 })
    expect(await anchors()).toEqual(new Set())
    await bodyOf(await turnCountry(office.admin, 'EC', true), 200)
    expect(await countryOf('EC')).toEqual({ pais: 'EC', on: true, total: 28, active: 27 })
    expect((await anchors()).has(bank.fingerprint)).toBe(true)
    expect((await anchors()).has(unsure.fingerprint)).toBe(false)
    expect(await authorityOf(unsure)).toMatchObject({ on: false, counts: false, confidence: 'one_source', sources: 1 })
    await bodyOf(await turn(office.admin, unsure, true), 200)
    expect((await anchors()).has(unsure.fingerprint)).toBe(true)
    await bodyOf(await turn(office.admin, bank, false), 200)
    expect((await anchors()).has(bank.fingerprint)).toBe(false)
    expect(await countryOf('EC')).toMatchObject({ active: 27 })
  })

  it('do not count while their country is off, and keep their own switches', async () => {
    await turnCountry(office.admin, 'EC', true)
    await turn(office.admin, bank, false)
    await bodyOf(await turnCountry(office.admin, 'EC', false), 200)
    expect(await anchors()).toEqual(new Set())
    await turnCountry(office.admin, 'EC', true)
    expect((await anchors()).has(bank.fingerprint)).toBe(false)
    expect(await anchors()).toEqual(await anchors(null))
  })

  it('switch their country on when they are switched on', async () => {
    await bodyOf(await turn(office.admin, chilean, true), 200)
    expect(await countryOf('CL')).toMatchObject({ on: true, active: 2 })
    expect(await anchors()).toContain(chilean.fingerprint)
  })

  it('complete chains as intermediates and are anchors only if their root is unknown', async () => {
    await turnCountry(office.admin, 'EC', true)
    const trust = await trustOf(office.server.deps.db, null)
    const completing = (trust.intermediates ?? []).map(fingerprintOf)
    const ofBank = rows.filter((row) => row.issuers.includes(bank.fingerprint)).map(({ fingerprint }) => fingerprint)
    expect(ofBank.length).toBeGreaterThan(0)
    expect(completing).toEqual(expect.arrayContaining(ofBank))
    expect(completing.filter((one) => canBeAnchor(shippedAuthorities().get(one)!))).toEqual([])
    const [intermediate] = ofBank
    await expectProblem(await turn(office.admin, { fingerprint: intermediate! }, true), 404, 'not_found')
    const orphan = rowOf('Entidad Certificadora Publica ADSIB')
    await bodyOf(await turn(office.admin, orphan, true), 200)
    expect(await anchors()).toContain(orphan.fingerprint)
  })

  it('for timestamps only are no anchors for people', async () => {
    const root = rowOf('Sectigo Qualified Time Stamping Root R45')
    await turn(office.admin, root, true)
    const trust = await trustOf(office.server.deps.db, null)
    expect(trust.anchors.map(fingerprintOf)).not.toContain(root.fingerprint)
    expect(trust.timestampAnchors?.map(fingerprintOf)).toContain(root.fingerprint)
  })

  it('are switched by admins only and visible to all; each switch is recorded', async () => {
    for (const caller of [office.gestor, office.mediador, office.usuario]) {
      await expectProblem(await turn(caller, bank, false), 403, 'forbidden')
      await expectProblem(await turnCountry(caller, 'EC', true), 403, 'forbidden')
    }
    await expectProblem(await turnCountry(office.admin, 'ZZ', true), 404, 'not_found')
    await expectProblem(await turn(office.admin, { fingerprint: 'a'.repeat(64) }, true), 404, 'not_found')
    await turnCountry(office.admin, 'PE', true)
    await turn(office.admin, bank, false)
    expect((await eventsOf('authority_country.switched')).at(-1)).toEqual({
      actor: office.admin.id,
      data: { pais: 'PE', on: true },
    })
    expect((await eventsOf('authority.switched')).at(-1)?.data).toEqual({
      subject: bank.name,
      fingerprint: bank.fingerprint,
      on: false,
    })
  })

  it('are listed with their properties', async () => {
    const found = await office.usuario.read<Authority[]>('/api/v1/list_authorities/?pais=EC')
    expect(found).toHaveLength(70)
    expect(await authorityOf(bank)).toMatchObject({
      paises: ['EC'],
      kind: 'root',
      purpose: 'general',
      has_switch: true,
      confidence: 'confirmed',
      sources: 2,
      key: 'RSA 4096',
      found_in: expect.arrayContaining(['eduedudev/firmadigital-libreria']) as string[],
    })
    const intermediate = found.find((one) => one.kind === 'intermediate')!
    expect(intermediate).toMatchObject({ has_switch: false, issuer: expect.any(String) as string })
  })
})

describe('an uploaded file with shipped authorities', () => {
  const upload = (caller: Caller, authority: { fingerprint: string }, data?: object) =>
    caller.upload('/api/v1/upload_trust_anchor/', fileOf(authority), data)

  it('is recognized in the preview, and an admin’s upload switches them on', async () => {
    const [preview] = await bodyOf<TrustAnchorPreview[]>(await upload(office.admin, unsure, { preview: true }), 200)
    expect(preview).toMatchObject({ shipped: true, known: false })
    expect(await bodyOf(await upload(office.admin, unsure), 201)).toEqual([])
    expect(await authorityOf(unsure)).toMatchObject({ on: true, counts: true })
    expect(await anchors(null)).toContain(unsure.fingerprint)
    await expectProblem(await upload(office.admin, unsure), 400, 'trust_anchor_exists')
    const [known] = await bodyOf<TrustAnchorPreview[]>(await upload(office.gestor, unsure, { preview: true }), 200)
    expect(known).toMatchObject({ shipped: true, known: true })
  })

  it('adds them for the company of a gestor only', async () => {
    expect(await bodyOf<unknown[]>(await upload(office.gestor, unsure), 201)).toHaveLength(1)
    expect(await authorityOf(unsure)).toMatchObject({ on: false })
    expect(await anchors()).toContain(unsure.fingerprint)
    expect(await anchors(null)).not.toContain(unsure.fingerprint)
  })
})

describe('the country of a company', () => {
  it('is switched on when a company is created there or moves there, unless an admin switched it off', async () => {
    const created = await bodyOf<{ id: string }>(
      await office.admin.post('/api/v1/create_company/', { nombre: 'Notaría de Lima', pais: 'PE' }),
      201,
    )
    expect(await countryOf('PE')).toMatchObject({ on: true })
    await turnCountry(office.admin, 'CO', false)
    for (const pais of ['UY', 'CO']) {
      await bodyOf(await office.admin.put(`/api/v1/update_companies/${created.id}/`, { pais }), 200)
    }
    expect(await countryOf('UY')).toMatchObject({ on: true })
    expect(await countryOf('CO')).toMatchObject({ on: false })
  })
})
