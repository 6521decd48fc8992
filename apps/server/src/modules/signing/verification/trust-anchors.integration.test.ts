import type { TrustAnchor, TrustAnchorPreview } from '@foja/contracts/verification'
import { concatBytes, element, oid, sequence, smallInteger } from '@foja/pades/cms/der'
import { makeCertificate } from '@foja/testing/ca'
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, openOffice, type Caller } from '../../../../test/office.ts'
import { testAuthority } from '../../../../test/people.ts'

const uploadPath = '/api/v1/upload_trust_anchor/'
const listPath = '/api/v1/list_trust_anchors/'
const root = () => testAuthority().root.certificate
const intermediate = () => testAuthority().intermediate.certificate

const office = await openOffice()
afterEach(() => office.server.deps.db.deleteFrom('trust_anchor').execute())

const add = (caller: Caller, ...files: [string, Uint8Array][]) =>
  caller.upload(
    uploadPath,
    files.map(([name, bytes]) => ({ name, bytes })),
  )
const pem = (...ders: Uint8Array[]) =>
  Buffer.from(
    ders
      .map((der) => `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`)
      .join('Bag Attributes\n'),
  )

/** Certificates in a SignedData without signers (RFC 5652, 5.1), as in .p7b files. */
function p7b(...ders: Uint8Array[]): Uint8Array {
  const empty = Uint8Array.of(0x31, 0)
  const signedData = sequence(
    smallInteger(1),
    empty,
    sequence(oid('1.2.840.113549.1.7.1')),
    element(0xa0, concatBytes(ders)),
    empty,
  )
  return sequence(oid('1.2.840.113549.1.7.2'), element(0xa0, signedData))
}

describe('uploading trusted authorities', () => {
  it.each([
    ['DER', () => root(), 1],
    ['PEM', () => pem(root()), 1],
    ['several in PEM', () => pem(root(), intermediate()), 2],
    ['PKCS#7', () => p7b(root(), intermediate()), 2],
  ] as const)('accepts %s', async (_kind, bytes, count) => {
    const added = await bodyOf<TrustAnchor[]>(await add(office.gestor, ['raíz', bytes()]), 201)
    expect(added).toHaveLength(count)
    expect(added[0]).toMatchObject({
      id_company: office.company,
      subject: 'Autoridad de Certificación Raíz de Pruebas',
      issuer: 'Autoridad de Certificación Raíz de Pruebas',
    })
    expect(await office.usuario.read<TrustAnchor[]>(listPath)).toHaveLength(count)
  })

  it('previews fingerprints without storing anything', async () => {
    const files = [{ name: 'raíces.pem', bytes: pem(root(), intermediate(), root()) }]
    const preview = () => office.gestor.upload(uploadPath, files, { preview: true })
    await bodyOf(await add(office.gestor, ['raíz', root()]), 201)
    const previewed = await bodyOf<TrustAnchorPreview[]>(await preview(), 200)
    const fingerprintOf = (der: Uint8Array) => createHash('sha256').update(der).digest('hex')
    expect(previewed.map(({ fingerprint, known }) => ({ fingerprint, known }))).toEqual([
      { fingerprint: fingerprintOf(root()), known: true },
      { fingerprint: fingerprintOf(intermediate()), known: false },
    ])
    expect(await office.gestor.read(listPath)).toHaveLength(1)
    await expectProblem(await office.usuario.upload(uploadPath, files, { preview: true }), 403, 'forbidden')
    const notes = [{ name: 'nota.txt', bytes: Buffer.from('hola') }]
    await expectProblem(await office.gestor.upload(uploadPath, notes, { preview: true }), 400, 'certificate_damaged')
    await expectProblem(await office.gestor.upload(uploadPath, files, { preview: 1 }), 400, 'validation_failed')
  })

  it('adds none if one is no authority, damaged or known', async () => {
    const person = makeCertificate({ commonName: 'No soy autoridad', keyType: 'p256' }).certificate
    const cases: [Parameters<typeof expectProblem>[2], [string, Uint8Array][]][] = [
      [
        'trust_anchor_not_ca',
        [
          ['raíz', root()],
          ['persona', person],
        ],
      ],
      [
        'certificate_damaged',
        [
          ['raíz', root()],
          ['roto', root().subarray(0, 300)],
        ],
      ],
      ['certificate_damaged', [['nota.txt', Buffer.from('hola')]]],
      ['file_empty', [['vacío', Buffer.alloc(0)]]],
      ['file_missing', []],
    ]
    for (const [code, files] of cases) await expectProblem(await add(office.gestor, ...files), 400, code)
    expect(await office.gestor.read(listPath)).toEqual([])
    await bodyOf(await add(office.gestor, ['a', root()], ['b', pem(root())]), 201)
    await expectProblem(await add(office.gestor, ['a', root()]), 400, 'trust_anchor_exists')
    expect(await office.gestor.read(listPath)).toHaveLength(1)
  })

  it('adds the new ones of a bundle', async () => {
    const others = Array.from({ length: 40 }, (_, at) =>
      makeCertificate({ commonName: `Raíz nacional ${at}`, keyType: 'p256', isCa: true }),
    )
    const ders = others.map(({ certificate }) => certificate)
    await bodyOf(await add(office.gestor, ['a', root()], ['b', ders[7]!]), 201)
    const added = await bodyOf<TrustAnchor[]>(
      await add(office.gestor, ['lista.p7b', p7b(root(), ...ders, ...ders)]),
      201,
    )
    expect(added).toHaveLength(39)
    expect(await office.gestor.read(listPath)).toHaveLength(41)
    expect(added.every(({ not_before, not_after }) => not_before < not_after)).toBe(true)
    await expectProblem(await add(office.gestor, ['lista.pem', pem(...ders)]), 400, 'trust_anchor_exists')
  })

  it('reports each invalid one of a bundle, and adds none', async () => {
    const person = makeCertificate({ commonName: 'Persona Ñandú', keyType: 'p256' }).certificate
    const broken = Buffer.from(intermediate())
    broken[8] = 0xff
    const response = await add(
      office.gestor,
      ['lista.pem', pem(root(), person, broken)],
      ['nota.txt', Buffer.from('x')],
    )
    const { errors } = await expectProblem(response, 400, 'trust_anchor_not_ca')
    expect(errors?.map(({ field, code }) => [field, code])).toEqual([
      ['files.0', 'trust_anchor_not_ca'],
      ['files.0', 'certificate_damaged'],
      ['files.1', 'certificate_damaged'],
    ])
    expect(errors?.[0]?.message).toContain('El certificado 2 de «lista.pem», «Persona Ñandú», no es de una autoridad.')
    expect(errors?.[1]?.message).toContain('El certificado 3 de «lista.pem» está dañado')
    expect(await office.gestor.read(listPath)).toEqual([])
  })

  it('applies to all companies for an admin, and to their own for a manager', async () => {
    const [own] = await bodyOf<TrustAnchor[]>(await add(office.gestor, ['raíz', root()]), 201)
    const [everywhere] = await bodyOf<TrustAnchor[]>(await add(office.admin, ['raíz', root()]), 201)
    expect(everywhere?.id_company).toBeNull()
    const ids = async (caller: Caller) => (await caller.read<TrustAnchor[]>(listPath)).map(({ id }) => id).toSorted()
    expect(await ids(office.mediador)).toEqual([own!.id, everywhere!.id].toSorted())
    expect(await ids(office.ajeno)).toEqual([everywhere!.id])
    const remove = (caller: Caller, anchor: TrustAnchor) => caller.remove(`/api/v1/remove_trust_anchor/${anchor.id}/`)
    await expectProblem(await remove(office.ajeno, own!), 404, 'not_found')
    await expectProblem(await remove(office.ajeno, everywhere!), 403, 'forbidden')
    await expectProblem(await remove(office.mediador, own!), 403, 'forbidden')
    await expectProblem(await add(office.mediador, ['raíz', intermediate()]), 403, 'forbidden')
    expect((await remove(office.gestor, own!)).status).toBe(200)
    await expectProblem(await remove(office.gestor, own!), 404, 'not_found')
    expect((await remove(office.admin, everywhere!)).status).toBe(200)
  })
})
