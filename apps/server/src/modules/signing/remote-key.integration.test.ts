import type { SignedDocument } from '@foja/contracts/signing'
import type { TestCertificate } from '@foja/testing/ca'
import { runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { fastify } from 'fastify'
import { constants, randomUUID, sign as signBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { repairedPdf } from '../../../test/odd-pdfs.ts'
import {
  bodyOf,
  createCase,
  expectProblem,
  namedKeys,
  pdfFile,
  openOffice,
  storedKeys,
  type Caller,
} from '../../../test/office.ts'
import { plainPng } from '../../../test/pictures.ts'
import { giveSigner, testAuthority } from '../../../test/people.ts'
import { configure, detailsOf, download, position, sign, signedOf, startPki, verify } from '../../../test/signing.ts'
import { sweep } from '../setup/maintenance/sweep.ts'

const preparePath = '/api/v1/prepare_signing/'
const completePath = '/api/v1/complete_signing/'

const pki = await startPki()
afterAll(() => pki.close())
const office = await openOffice()
const key = testAuthority().issue({ commonName: 'Navegadora Ñusta', keyType: 'p256' })
await giveSigner(office.gestor, 'Gael Gestor Ibáñez')
await configure(office.gestor, { tsa_url: pki.tsaUrl })
beforeEach(async () => {
  pki.behave({ tsa: 'ok' })
  await office.server.deps.db.deleteFrom('throttle').execute()
  await office.server.deps.db.deleteFrom('prepared_signing').execute()
})

type Preparation = { id_preparacion: string; signed_attributes: string; hash: string; expires_at: string }
type Id = { id_documento: string }
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const ask = (caller: Caller, { id_documento }: Id, by: TestCertificate, more: object = {}) =>
  caller.post(preparePath, {
    id_documento,
    certificate: base64(by.certificate),
    chain: by.chain.map(base64),
    ...more,
  })
const prepare = async (caller: Caller, document: Id, by = key, more: object = {}) =>
  await bodyOf<Preparation>(await ask(caller, document, by, more), 200)
/**
 * Signs like an external program: node:crypto needs no digest for Ed25519, and an explicit salt length for RSASSA-PSS.
 */
const valueOf = ({ signed_attributes, hash }: Preparation, { privateKey }: TestCertificate) => {
  const key = { key: privateKey, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  const digest = privateKey.asymmetricKeyType === 'ed25519' ? null : hash
  return base64(signBytes(digest, Buffer.from(signed_attributes, 'base64'), key))
}
const complete = (caller: Caller, { id_preparacion }: Preparation, signature: string, more: object = {}) =>
  caller.post(completePath, { id_preparacion, signature, ...more })
const completed = async (response: Response) => (await bodyOf<{ document: SignedDocument }>(response, 200)).document

/** Expires the preparations. The clock stays, as sessions would expire too. */
const expire = () =>
  office.server.deps.db
    .updateTable('prepared_signing')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute()

describe('signing with a remote key', () => {
  it.each(['p256', 'p384', 'rsa2048', 'rsa-pss-sha384', 'ed25519'] as const)(
    'creates a signature that this and other validators accept (%s)',
    async (keyType) => {
      const by = testAuthority().issue({ commonName: 'Navegadora Ñusta', keyType })
      const { document } = await createCase(office.usuario)
      const original = await download(office.usuario, document)
      const preparation = await prepare(office.usuario, document, by, { position, reason: 'Conformidad' })
      expect((await detailsOf(office.usuario, document)).version).toBe(1)
      const result = await completed(await complete(office.usuario, preparation, valueOf(preparation, by)))
      expect(result).toMatchObject({ version: 2, level: 'B-B', signatures: 1, repaired: false })
      expect(result.code).toMatch(/^\w{16}$/)
      const bytes = await download(office.usuario, document)
      expect(bytes.subarray(0, original.length).equals(original)).toBe(true)
      expect((await verify(office.usuario, document)).signatures[0]).toMatchObject({
        integrity: true,
        modified_after: false,
        reason: 'Conformidad',
        signer: { name: 'Navegadora Ñusta' },
      })
      // NSS of pdfsig knows neither RSASSA-PSS keys nor Ed25519.
      if (!hasValidator('pdfsig') || keyType === 'rsa-pss-sha384' || keyType === 'ed25519') return
      expect(runValidator('pdfsig', ['-nocert'], bytes)?.output).toContain('Signature is Valid')
    },
  )

  it('uses a preparation once; a repetition with the same value returns the same result', async () => {
    const { document } = await createCase(office.usuario)
    const preparation = await prepare(office.usuario, document)
    const value = valueOf(preparation, key)
    const answers = await Promise.all([1, 2, 3].map(() => complete(office.usuario, preparation, value)))
    const results = await Promise.all(answers.map(completed))
    expect(new Set(results.map((one) => JSON.stringify(one))).size).toBe(1)
    expect((await detailsOf(office.usuario, document)).version).toBe(2)
    const rows = await office.server.deps.db.selectFrom('prepared_signing').select('id').execute()
    expect(rows).toEqual([])
  })

  it('refuses a value of another key or for other attributes', async () => {
    const { document } = await createCase(office.usuario)
    const preparation = await prepare(office.usuario, document)
    const other = testAuthority().issue({ commonName: 'Otra', keyType: 'p256' })
    const values = [
      valueOf(preparation, other),
      base64(signBytes('sha256', Buffer.from('otra cosa'), key.privateKey)),
      base64(Buffer.from('nada')),
    ]
    for (const value of values) {
      await expectProblem(await complete(office.usuario, preparation, value), 400, 'signature_mismatch')
    }
    expect((await detailsOf(office.usuario, document)).version).toBe(1)
    const result = await completed(await complete(office.usuario, preparation, valueOf(preparation, key)))
    expect(result.version).toBe(2)
  })

  it('lets only its owner complete a preparation, for ten minutes', async () => {
    const { document } = await createCase(office.usuario)
    const preparation = await prepare(office.usuario, document)
    const value = valueOf(preparation, key)
    for (const caller of [office.gestor, office.colega, office.ajeno, office.admin]) {
      await expectProblem(await complete(caller, preparation, value), 400, 'preparation_expired')
    }
    const unknown = { ...preparation, id_preparacion: randomUUID() }
    await expectProblem(await complete(office.usuario, unknown, value), 400, 'preparation_expired')
    const minutes = (Date.parse(preparation.expires_at) - Date.now()) / 60_000
    expect(minutes > 9 && minutes <= 10).toBe(true)
    await expire()
    await expectProblem(await complete(office.usuario, preparation, value), 400, 'preparation_expired')
    expect((await detailsOf(office.usuario, document)).version).toBe(1)
  })

  it('refuses a document that changed before or after the preparation', async () => {
    const { document } = await createCase(office.usuario)
    const wrong = await ask(office.usuario, document, key, { sha256: '0'.repeat(64) })
    await expectProblem(wrong, 400, 'stale_document')
    const preparation = await prepare(office.usuario, document, key, { sha256: document.sha256 })
    await signedOf(await sign(office.gestor, document))
    const late = await complete(office.usuario, preparation, valueOf(preparation, key))
    await expectProblem(late, 400, 'stale_document')
  })

  it('allows a retry with a lower level when an authority fails', async () => {
    const { document } = await createCase(office.usuario)
    const preparation = await prepare(office.usuario, document, key, { level: 'B-T' })
    const value = valueOf(preparation, key)
    pki.behave({ tsa: 'html' })
    await expectProblem(await complete(office.usuario, preparation, value), 400, 'timestamp_failed')
    expect((await detailsOf(office.usuario, document)).version).toBe(1)
    const result = await completed(await complete(office.usuario, preparation, value, { level: 'B-B' }))
    expect(result).toMatchObject({ level: 'B-B', version: 2 })
    const again = await prepare(office.usuario, document, key, { level: 'B-T' })
    pki.behave({ tsa: 'ok' })
    const stamped = await completed(await complete(office.usuario, again, valueOf(again, key)))
    expect(stamped).toMatchObject({ level: 'B-T', version: 3 })
  })

  it.each([
    ['certificate_expired', { notAfter: new Date(Date.now() - 86_400_000) }],
    ['certificate_not_for_signing', { keyUsage: ['keyEncipherment'] }],
    ['certificate_weak_key', { keyType: 'rsa1024' }],
  ] as const)('throws %s', async (code, options) => {
    const { document } = await createCase(office.usuario)
    const by = testAuthority().issue({ commonName: 'X', keyType: 'p256', ...options } as never)
    await expectProblem(await ask(office.usuario, document, by), 400, code)
  })

  it('requires a valid certificate, a PDF document and the permission to sign it', async () => {
    const { document } = await createCase(office.usuario)
    const none = { ...key, certificate: Buffer.from('no es un certificado') }
    await expectProblem(await ask(office.usuario, document, none), 400, 'certificate_damaged')
    await expectProblem(await ask(office.colega, document, key), 404, 'not_found')
    await expectProblem(
      await ask(office.usuario, document, key, { level: 'B-T', field: 'No existe' }),
      400,
      'field_not_found',
    )
    const picture = await createCase(office.usuario, { name: 'foto.png', bytes: plainPng(2, 2) })
    await expectProblem(await ask(office.usuario, picture.document, key), 400, 'document_not_pdf')
  })
})

describe('preparing a damaged file', () => {
  it('stores the repaired file until it is signed', async () => {
    const { document } = await createCase(office.usuario, pdfFile('remendado.pdf', repairedPdf))
    const preparation = await prepare(office.usuario, document, key, { position })
    const named = new Set(await namedKeys(office))
    expect((await storedKeys(office)).filter((one) => !named.has(one))).toHaveLength(1)
    await sweep(office.server.deps, fastify().log, -1000)
    expect((await storedKeys(office)).filter((one) => !named.has(one))).toHaveLength(1)
    const result = await completed(await complete(office.usuario, preparation, valueOf(preparation, key)))
    expect(result).toMatchObject({ version: 2, repaired: true })
    expect((await verify(office.usuario, document)).signatures[0]).toMatchObject({ integrity: true })
    expect(await storedKeys(office)).toEqual(await namedKeys(office))
  })

  it('stores the repaired file only until its preparation expires', async () => {
    const { document } = await createCase(office.usuario, pdfFile('remendado.pdf', repairedPdf))
    const preparation = await prepare(office.usuario, document)
    await expire()
    await sweep(office.server.deps, fastify().log)
    expect(await storedKeys(office)).toEqual(await namedKeys(office))
    const late = await complete(office.usuario, preparation, valueOf(preparation, key))
    await expectProblem(late, 400, 'preparation_expired')
  })
})
