import { writeCertificateAndKey } from '@foja/testing/p12'
import { beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, openOffice, type Caller, type TestFile } from '../../../../test/office.ts'
import { onePixelPng } from '../../../../test/pictures.ts'
import { giveSigner, p12File, passphrase, signerPath, testAuthority } from '../../../../test/people.ts'
import { everythingWritten, formsOf, readableLog } from '../../../../test/traces.ts'

const havePath = '/api/v1/do_have_digital_signature/'
const log = readableLog()

const office = await openOffice({ logger: log.logger })
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())

const keep = (caller: Caller, files: TestFile[], password = passphrase) =>
  caller.upload(signerPath, files, { password })
const day = 86_400_000

describe('storing a signing certificate', () => {
  it.each(['legacy', 'modern', 'legacy-ber', 'pbmac1'] as const)('accepts a %s file', async (variant) => {
    const issuer = testAuthority().intermediate
    const files = [p12File({ variant, commonName: `Persona ${variant}`, country: 'EC', organization: 'Foja', issuer })]
    const certificate = await bodyOf(await keep(office.usuario, files), 200)
    expect(certificate).toMatchObject({
      nombre: `Persona ${variant}`,
      identificacion: '1712345678',
      pais: 'EC',
      issuer: 'Autoridad de Certificación Subordinada de Pruebas',
      problems: [],
      trusted: false,
      chain_length: 2,
    })
    expect(await office.usuario.read(havePath)).toEqual({ has_signature: true, certificate, has_image: false })
  })

  it('accepts a certificate with its key, and an image', async () => {
    const issued = testAuthority().issue({ commonName: 'Lupita Ñuño', keyType: 'rsa2048' })
    const pair = writeCertificateAndKey(issued, passphrase)
    const files = [
      { name: 'efirma.cer', bytes: pair.certificate },
      { name: 'efirma.key', bytes: pair.key },
      { name: 'rúbrica.png', bytes: onePixelPng },
    ]
    expect(await bodyOf(await keep(office.usuario, files), 200)).toMatchObject({ nombre: 'Lupita Ñuño' })
    expect(await office.usuario.read(havePath)).toMatchObject({ has_signature: true, has_image: true })
    await expectProblem(await keep(office.usuario, files.slice(0, 1)), 400, 'file_missing')
  })

  it.each([
    ['p12_wrong_passphrase', () => [p12File()], 'otra clave'],
    ['p12_wrong_passphrase', () => [p12File({ variant: 'legacy' })], ''],
    ['p12_damaged', () => [{ name: 'a.p12', bytes: Buffer.from('no es un p12') }], passphrase],
    ['p12_damaged', () => [{ name: 'a.pfx', bytes: p12File().bytes.subarray(0, 700) }], passphrase],
    ['p12_no_private_key', () => [p12File({ variant: 'no-key' })], passphrase],
    ['p12_no_matching_certificate', () => [p12File({ variant: 'no-certificate' })], passphrase],
    ['p12_unsupported_algorithm', () => [p12File({ variant: 'unsupported-cipher' })], passphrase],
    ['p12_unsupported_algorithm', () => [p12File({ keyType: 'ed448' })], passphrase],
    ['certificate_expired', () => [p12File({ notAfter: new Date(Date.now() - day) })], passphrase],
    ['certificate_not_yet_valid', () => [p12File({ notBefore: new Date(Date.now() + day) })], passphrase],
    ['certificate_not_for_signing', () => [p12File({ keyUsage: ['keyEncipherment'] })], passphrase],
    ['certificate_weak_key', () => [p12File({ keyType: 'rsa1024' })], passphrase],
    ['file_type_not_allowed', () => [{ name: 'firma.txt', bytes: Buffer.from('x') }], passphrase],
    ['passphrase_empty', () => [p12File({ with: '' })], ''],
    ['passphrase_empty', () => [p12File({ with: '', variant: 'legacy' })], ''],
    ['p12_wrong_passphrase', () => [p12File({ with: '' })], passphrase],
    [
      'file_missing',
      () => [
        { name: 'solo.key', bytes: Buffer.of(0x30) },
        { name: 'r.png', bytes: onePixelPng },
      ],
      passphrase,
    ],
    ['image_unsupported', () => [{ name: 'r.png', bytes: Buffer.from('<svg/>') }], ''],
    ['image_unsupported', () => [p12File(), { name: 'r.png', bytes: Buffer.from('<svg/>') }], passphrase],
    ['file_too_large', () => [{ name: 'a.p12', bytes: Buffer.alloc(2 * 1024 * 1024 + 1, 48) }], passphrase],
    ['too_many_files', () => Array.from({ length: 4 }, () => p12File()), passphrase],
  ] as const)('throws %s and keeps the previous certificate', async (code, files, password) => {
    const before = await office.usuario.read(havePath)
    await expectProblem(await keep(office.usuario, files(), password), 400, code)
    expect(await office.usuario.read(havePath)).toEqual(before)
  })

  it('replaces the old certificate and keeps the image, and removes both on request', async () => {
    await bodyOf(
      await keep(office.usuario, [p12File({ commonName: 'Antes' }), { name: 'r.png', bytes: onePixelPng }]),
      200,
    )
    await bodyOf(await keep(office.usuario, [p12File({ commonName: 'Después' })]), 200)
    expect(await office.usuario.read(havePath)).toMatchObject({ certificate: { nombre: 'Después' }, has_image: true })
    expect(await office.usuario.read('/api/v1/remove_signature/')).toEqual({ removed: true })
    expect(await office.usuario.read('/api/v1/remove_signature/')).toEqual({ removed: false })
    const nothing = { has_signature: false, certificate: null, has_image: false }
    expect(await office.usuario.read(havePath)).toEqual(nothing)
    await bodyOf(await keep(office.usuario, [p12File()]), 200)
    expect(await office.usuario.read(havePath)).toMatchObject({ has_signature: true, has_image: false })
  })

  it('changes only the image of a stored certificate, without the passphrase', async () => {
    const images = [{ name: 'rúbrica.png', bytes: onePixelPng }]
    await office.colega.read('/api/v1/remove_signature/')
    await expectProblem(await keep(office.colega, images, ''), 400, 'no_signer')
    await giveSigner(office.colega, 'Con imagen')
    const { certificate } = await office.colega.read<{ certificate: unknown }>(havePath)
    expect(await bodyOf(await keep(office.colega, images, ''), 200)).toEqual(certificate)
    expect(await office.colega.read(havePath)).toEqual({ has_signature: true, certificate, has_image: true })
    const { document } = await createCase(office.colega)
    const ask = { id_documento: document.id_documento, password: passphrase, appearance: 'image' }
    const position = { page: 1, x: 60, y: 500, width: 220, height: 80 }
    await bodyOf(await office.colega.post('/api/v1/custom_pdf_signing/', { ...ask, position }), 200)
  })

  it('shows the image only to its owner, and removes it without the certificate', async () => {
    const path = '/api/v1/signature_image/'
    await office.mediador.read('/api/v1/remove_signature/')
    await expectProblem(await office.mediador.call(path), 400, 'no_signer')
    await giveSigner(office.mediador, 'Con imagen')
    await expectProblem(await office.mediador.call(path), 400, 'file_missing')
    await bodyOf(await keep(office.mediador, [{ name: 'rúbrica.png', bytes: onePixelPng }], ''), 200)
    const image = await office.mediador.call(path)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await image.arrayBuffer()).equals(onePixelPng)).toBe(true)
    expect(await bodyOf(await office.mediador.remove(path), 200)).toEqual({ removed: true })
    expect(await bodyOf(await office.mediador.remove(path), 200)).toEqual({ removed: false })
    expect(await office.mediador.read(havePath)).toMatchObject({ has_signature: true, has_image: false })
    await expectProblem(await office.mediador.call(path), 400, 'file_missing')
  })

  it('reports a stored certificate that has expired', async () => {
    await giveSigner(office.mediador, 'Por vencer', { notAfter: new Date(Date.now() + 60_000) })
    office.server.advance(120_000)
    const { certificate } = await office.mediador.read<{ certificate: unknown }>(havePath)
    expect(certificate).toMatchObject({ problems: ['certificate_expired'], days_left: -1 })
    const { document } = await createCase(office.mediador)
    const response = await office.mediador.post('/api/v1/custom_pdf_signing/', {
      id_documento: document.id_documento,
      password: passphrase,
    })
    await expectProblem(response, 400, 'certificate_expired')
    office.server.advance(-120_000)
  })
})

describe('a stored private key', () => {
  const canary = 'Canario-ñ-7f3a91c2 que no se escribe'

  it('is written nowhere in the clear, and neither is its passphrase', async () => {
    log.clear()
    const issued = testAuthority().issue({ commonName: 'Canario', keyType: 'p256' })
    const pair = writeCertificateAndKey(issued, canary)
    const files = [
      { name: 'c.cer', bytes: pair.certificate },
      { name: 'c.key', bytes: pair.key },
    ]
    await bodyOf(await keep(office.gestor, files, canary), 200)
    await expectProblem(await keep(office.gestor, files, `${canary} mal`), 400, 'p12_wrong_passphrase')
    const { document } = await createCase(office.gestor)
    const ask = { id_documento: document.id_documento, password: canary, sha256: document.sha256 }
    await bodyOf(await office.gestor.post('/api/v1/custom_pdf_signing/', ask), 200)
    const again = await office.gestor.post('/api/v1/custom_pdf_signing/', { ...ask, password: `${canary} mal` })
    expect(again.status).toBe(400)

    const scalar = Buffer.from(issued.privateKey.export({ format: 'jwk' }).d!, 'base64url')
    const needles = ['7f3a91c2', ...formsOf(scalar)]
    const everything = await everythingWritten(office.server, log.text())
    expect(log.text()).toContain('custom_pdf_signing')
    for (const needle of needles) expect(everything.some((text) => text.includes(needle))).toBe(false)
  })

  it('does not sign for another user or with another certificate', async () => {
    await giveSigner(office.usuario, 'Dueña')
    await giveSigner(office.colega, 'Otro')
    const { db } = office.server.deps
    const { document } = await createCase(office.colega)
    const sign = () =>
      office.colega.post('/api/v1/custom_pdf_signing/', { id_documento: document.id_documento, password: passphrase })
    const row = await db
      .selectFrom('signer')
      .where('id_user', '=', office.usuario.id)
      .selectAll()
      .executeTakeFirstOrThrow()
    const own = await db
      .selectFrom('signer')
      .where('id_user', '=', office.colega.id)
      .selectAll()
      .executeTakeFirstOrThrow()
    const set = (values: { wrapped_key?: Buffer; wrap_params?: string; certificate?: Buffer; fingerprint?: string }) =>
      db.updateTable('signer').set(values).where('id_user', '=', office.colega.id).execute()
    const asText = (value: unknown) => JSON.stringify(value)
    await set({
      wrapped_key: Buffer.from(row.wrapped_key),
      wrap_params: asText(row.wrap_params),
      certificate: Buffer.from(row.certificate),
      fingerprint: row.fingerprint,
    })
    await expectProblem(await sign(), 500, 'internal')
    await set({ wrapped_key: Buffer.from(own.wrapped_key), wrap_params: asText(own.wrap_params) })
    await expectProblem(await sign(), 500, 'internal')
    await set({ certificate: Buffer.from(own.certificate), fingerprint: own.fingerprint })
    expect((await sign()).status).toBe(200)
  })
})
