import type { PreflightLine } from '@foja/contracts/signing'
import type { Problem } from '@foja/contracts/problem'
import { sign as signPdf } from '@foja/pades/sign'
import { makePdf } from '@foja/testing/pdfs'
import { makeTestSigner } from '@foja/testing/signing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { repairedPdf } from '../../../test/odd-pdfs.ts'
import { bodyOf, createCase, expectProblem, pdfFile, openOffice, type Caller } from '../../../test/office.ts'
import { plainPng } from '../../../test/pictures.ts'
import { testAuthority } from '../../../test/people.ts'
import { configure, giveOnlineSigner, sign, signedOf, startPki, trustRoot } from '../../../test/signing.ts'
import { preflightTexts } from '../../texts/preflight-texts.ts'

const path = '/api/v1/preflight_signing/'

const pki = await startPki()
afterAll(() => pki.close())
const office = await openOffice()
await giveOnlineSigner(pki, office.usuario, { commonName: 'Úrsula Usuaria Peña' })
await trustRoot(office.gestor)
beforeEach(() => pki.behave({ ocsp: 'ok', crl: 'ok' }))

type Found = {
  level: string
  lines: PreflightLine[]
  documents: {
    id_documento: string
    signatures: number
    fields: { name: string; position: { page: number; x: number; y: number; width: number; height: number } | null }[]
    certified: number | null
    needs_repair: boolean
    problem: Problem | null
  }[]
}
const check = async (caller: Caller, body: object, headers: Record<string, string> = {}) =>
  await bodyOf<Found>(await caller.post(path, body, headers), 200)
const statusOf = ({ lines }: Found, check: string) => lines.find((one) => one.check === check)?.status

describe('preflight of a certificate', () => {
  it('reports passed checks without advice', async () => {
    const found = await check(office.usuario, {})
    expect(found).toMatchObject({ level: 'B-B', documents: [] })
    for (const check of ['key_usage', 'key_size', 'validity', 'chain_complete', 'anchored_here', 'revocation_status']) {
      expect(found.lines.find((one) => one.check === check)).toMatchObject({ status: 'ok', affects: [], advice: null })
    }
  })

  it('reports the problems of a level in the language of the caller', async () => {
    const found = await check(office.usuario, { level: 'B-LTA' }, { 'accept-language': 'en' })
    expect(found.level).toBe('B-LTA')
    expect(found.lines.find(({ check }) => check === 'timestamp')).toMatchObject({
      status: 'problem',
      title: expect.stringContaining('needs a timestamp'),
    })
    await configure(office.gestor, { tsa_url: pki.tsaUrl, level: 'B-LT' })
    const usual = await check(office.usuario, {})
    expect([usual.level, statusOf(usual, 'timestamp')]).toEqual(['B-LT', 'ok'])
    await configure(office.gestor, {})
  })

  it('checks revocation, and warns when the authority does not answer', async () => {
    const revoked = await giveOnlineSigner(pki, office.colega, { commonName: 'Revocada Ruiz' })
    pki.revoke(revoked)
    expect(statusOf(await check(office.colega, {}), 'revocation_status')).toBe('problem')
    const other = await startPki()
    other.behave({ ocsp: 'down', crl: 'down' })
    await giveOnlineSigner(other, office.colega, { commonName: 'Sin Respuesta' })
    expect(statusOf(await check(office.colega, {}), 'revocation_status')).toBe('warning')
    expect(statusOf(await check(office.colega, { level: 'B-LT' }), 'revocation_status')).toBe('problem')
    await other.close()
  })

  it('checks a certificate sent in the request', async () => {
    const by = testAuthority().issue({
      commonName: 'Por vencer',
      keyType: 'p256',
      notAfter: new Date(Date.now() + 5 * 86_400_000),
    })
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
    const found = await check(office.gestor, { certificate: base64(by.certificate), chain: by.chain.map(base64) })
    expect(found.lines.find(({ check }) => check === 'validity')).toMatchObject({
      status: 'warning',
      title: expect.stringMatching(/quedan [45] días/),
    })
    const none = { certificate: base64(Buffer.from('no es un certificado')) }
    await expectProblem(await office.gestor.post(path, none), 400, 'certificate_damaged')
    await expectProblem(await office.gestor.post(path, {}), 400, 'no_signer')
  })

  it('has texts for every result of the engine', () => {
    for (const status of ['ok', 'warning', 'problem'] as const) {
      for (const check of ['key_usage', 'extended_key_usage', 'key_algorithm', 'certificate_digest'] as const) {
        const line = { check, status, affects: [], detail: { hash: 'sha1', key: 'Ed25519' } }
        const { title, advice } = preflightTexts(line, false)
        expect(title.es).not.toBe('')
        expect(title.en).not.toBe('')
        expect(advice === null).toBe(status === 'ok')
      }
    }
  })

  it('advises managers what to do, and other users whom to ask', () => {
    const line = { check: 'anchored_here', status: 'warning', affects: [] } as const
    const of = (manages: boolean) => preflightTexts({ ...line, affects: [] }, manages).advice?.es
    expect(of(true)).toBe('Enciéndela en Autoridades, o agrégala desde un archivo.')
    expect(of(false)).toBe('Pide a tu administrador que la encienda en Autoridades.')
  })
})

describe('preflight of documents', () => {
  it('reports certification, repair and problems of each document', async () => {
    const { signer } = makeTestSigner({ authority: testAuthority() })
    const certified = await signPdf(makePdf(), signer, { signingTime: new Date(), certify: 2 })
    const closed = await signPdf(makePdf(), signer, { signingTime: new Date(), certify: 1 })
    const make = async (name: string, bytes: Uint8Array) =>
      (await createCase(office.usuario, pdfFile(name, Buffer.from(bytes)))).document.id_documento
    const ids = [
      await make('nuevo.pdf', makePdf()),
      await make('roto.pdf', repairedPdf),
      await make('certificado.pdf', certified.pdf),
      await make('cerrado.pdf', closed.pdf),
    ]
    const picture = await createCase(office.usuario, { name: 'foto.png', bytes: plainPng(2, 2) })
    ids.push(picture.document.id_documento)
    const { documents } = await check(office.usuario, { ids_documento: ids })
    expect(documents.map(({ id_documento }) => id_documento)).toEqual(ids)
    expect(documents.map((one) => [one.certified, one.needs_repair, one.signatures, one.problem?.code])).toEqual([
      [null, false, 0, undefined],
      [null, true, 0, undefined],
      [2, false, 1, undefined],
      [null, false, 1, 'pdf_forbids_signing'],
      [null, false, 0, 'document_not_pdf'],
    ])
    expect(documents[4]?.problem?.detail).toContain('«foto.png»')
  })

  it('lists empty signature fields with their positions', async () => {
    const { document } = await createCase(
      office.usuario,
      pdfFile('con campo.pdf', makePdf({ emptyField: { name: 'Firma del testigo', rect: [60, 60, 260, 140] } })),
    )
    const { documents } = await check(office.usuario, { ids_documento: [document.id_documento] })
    expect(documents[0]?.fields).toEqual([
      { name: 'Firma del testigo', position: { page: 1, x: 60, y: expect.any(Number), width: 200, height: 80 } },
    ])
    const signed = await signedOf(await sign(office.usuario, document, { field: 'Firma del testigo' }))
    expect(signed.code).not.toBeNull()
    const after = await check(office.usuario, { ids_documento: [document.id_documento] })
    expect(after.documents[0]).toMatchObject({ fields: [], signatures: 1 })
  })

  it('checks documents without a certificate, but not those of others', async () => {
    const { document } = await createCase(office.usuario)
    const found = await check(office.gestor, { ids_documento: [document.id_documento] })
    expect(found.lines).toEqual([])
    expect(found.documents).toHaveLength(1)
    for (const id of [document.id_documento, randomUUID()]) {
      await expectProblem(await office.ajeno.post(path, { ids_documento: [id] }), 404, 'not_found')
    }
  })
})
