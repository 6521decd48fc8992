import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTestAuthority } from '@foja/testing/ca'
import { writeCertificateAndKey, writeP12 } from '@foja/testing/p12'
import { parseCertificate } from '../certificate.ts'
import { signedAttributes } from '../cms/build.ts'
import { createKeyServer } from './key-server.ts'

const passphrase = 'Clave-Secreta-1'
const user = createTestAuthority({ keyType: 'p256' }).issue({ commonName: 'María Peña', keyType: 'rsa2048' })
const p12 = writeP12({ ...user, passphrase, variant: 'legacy' })
const pair = writeCertificateAndKey(user, passphrase)
const blob = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)])
const attributes = signedAttributes({
  contentDigest: new Uint8Array(32).fill(1),
  certificate: parseCertificate(user.certificate),
  hash: 'sha256',
})

const open = (files: Uint8Array[], secret = passphrase) =>
  createKeyServer()({ id: 4, kind: 'open', files: files.map(blob), passphrase: secret })

const codeOf = async (files: Uint8Array[], secret?: string) => {
  const reply = await open(files, secret)
  return 'problem' in reply ? reply.problem.code : 'opened'
}

describe('the key worker', () => {
  it.each([
    ['a .p12', [p12]],
    ['certificate and key', [pair.certificate, pair.key]],
    ['key and certificate', [pair.key, pair.certificate]],
  ])('opens %s and signs', async (_, files) => {
    const serve = createKeyServer()
    const opened = await serve({ id: 1, kind: 'open', files: files.map(blob), passphrase })
    expect(opened).toMatchObject({
      id: 1,
      value: { subject: { commonName: 'María Peña' }, keyType: 'RSA 2048', problems: [] },
    })
    const request = {
      id: 2,
      kind: 'sign',
      attributes: Buffer.from(attributes).toString('base64'),
      hash: 'sha256',
    } as const
    const signed = await serve(request)
    if (!('value' in signed) || typeof signed.value !== 'string') throw new Error('not signed')
    const signature = Buffer.from(signed.value, 'base64')
    expect(verify('sha256', attributes, createPublicKey(user.privateKey), signature)).toBe(true)
  })

  it('reports what is wrong with the files', async () => {
    expect(await codeOf([p12], 'otra')).toBe('p12_wrong_passphrase')
    expect(await codeOf([])).toBe('p12_damaged')
    expect(await codeOf([p12, p12])).toBe('certificate_damaged')
    expect(await codeOf([p12, pair.key, pair.certificate])).toBe('p12_damaged')
    expect(await codeOf([pair.certificate])).toBe('p12_no_private_key')
    expect(await codeOf([pair.key])).toBe('p12_no_matching_certificate')
    const plain = user.privateKey.export({ type: 'pkcs8', format: 'der' })
    expect(await codeOf([plain])).toBe('p12_no_matching_certificate')
    expect(await codeOf([Buffer.from(user.privateKey.export({ type: 'pkcs8', format: 'pem' }))])).toBe(
      'p12_no_matching_certificate',
    )
    expect(await codeOf([new Uint8Array(300_000)])).toBe('p12_too_large')
    expect(await codeOf([Buffer.from('%PDF-1.7')])).toBe('p12_damaged')
  })

  it('reports a file that was deleted after it was chosen', async () => {
    const gone = Object.assign(blob(p12), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) })
    expect(await createKeyServer()({ id: 1, kind: 'open', files: [gone], passphrase })).toMatchObject({
      problem: { code: 'p12_damaged', detail: { reason: 'the file cannot be read' } },
    })
  })

  it('signs nothing without a key, and nothing but PAdES attributes with one', async () => {
    const serve = createKeyServer()
    const request = { id: 9, kind: 'sign', attributes: 'aG9sYQ==', hash: 'sha256' } as const
    expect(await serve(request)).toMatchObject({ id: 9, problem: { code: 'p12_no_private_key' } })
    await serve({ id: 1, kind: 'open', files: [blob(p12)], passphrase })
    expect(await serve(request)).toMatchObject({ id: 9, problem: { code: 'signature_mismatch' } })
  })

  it('answers only with certificates and names', async () => {
    const said = JSON.stringify(await open([p12]))
    const secrets = [
      passphrase,
      user.privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-64).toString('base64'),
    ]
    for (const secret of secrets) expect(said).not.toContain(secret.slice(0, 40))
  })
})
