import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTestAuthority } from '@foja/testing/ca'
import { writeCertificateAndKey, writeP12 } from '@foja/testing/p12'
import { openCertificateAndKeyInWorker, openP12InWorker } from './open-p12.ts'

const user = createTestAuthority({ keyType: 'p256' }).issue({ commonName: 'María Peña', keyType: 'p384' })
const passphrase = 'clave'

describe('openP12InWorker', () => {
  it('opens the same files as openP12 and rejects with its codes', async () => {
    const file = writeP12({ ...user, passphrase, variant: 'legacy' })
    const opened = await openP12InWorker(file, passphrase)
    expect(createPublicKey(opened.privateKey).equals(createPublicKey(user.privateKey))).toBe(true)
    expect(opened.certificate.subject.commonName).toBe('María Peña')
    expect(opened.chain).toHaveLength(2)
    await expect(openP12InWorker(file, 'otra')).rejects.toMatchObject({ code: 'p12_wrong_passphrase' })
    await expect(openP12InWorker(file.subarray(0, 100), passphrase)).rejects.toMatchObject({ code: 'p12_damaged' })
    await expect(openP12InWorker(new Uint8Array(300_000), passphrase)).rejects.toMatchObject({ code: 'p12_too_large' })
  })

  it('ends a hanging thread, and leaves this one free meanwhile', async () => {
    const slow = writeP12({
      ...user,
      passphrase,
      variant: 'legacy',
      layout: { iterations: 200_000, certificates: 'none' },
    })
    let ticks = 0
    const ticking = setInterval(() => ticks++, 5)
    await expect(openP12InWorker(slow, passphrase, { maxMilliseconds: 150 })).rejects.toMatchObject({
      code: 'p12_too_slow',
    })
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(0)
  })

  it('opens a file of 600,000 iterations within the default limits', async () => {
    const file = writeP12({ ...user, passphrase, layout: { iterations: 600_000 } })
    expect((await openP12InWorker(file, passphrase)).certificate.subject.commonName).toBe('María Peña')
  })

  it('survives a memory limit too small for the engine itself', async () => {
    const file = writeP12({ ...user, passphrase })
    const opened = await openP12InWorker(file, passphrase, { maxMemory: 1 })
    expect(opened.certificate.subject.commonName).toBe('María Peña')
  })

  it('opens the largest files of the smallest elements within its memory', async () => {
    const empty = Buffer.alloc(262_100, Buffer.of(0x30, 0x00))
    for (const body of [empty, Buffer.alloc(262_100, Buffer.of(0x24, 0x80))]) {
      const header = Buffer.of(0x30, 0x83, body.length >> 16, (body.length >> 8) & 0xff, body.length & 0xff)
      await expect(openP12InWorker(Buffer.concat([header, body]), passphrase)).rejects.toMatchObject({
        code: 'p12_damaged',
      })
    }
  })

  it('opens a certificate with its key apart', async () => {
    const { certificate, key } = writeCertificateAndKey(user, passphrase)
    const opened = await openCertificateAndKeyInWorker(certificate, key, passphrase)
    expect(opened.certificate.keyType).toBe('EC P-384')
    await expect(openCertificateAndKeyInWorker(certificate, key, 'x')).rejects.toMatchObject({
      code: 'p12_wrong_passphrase',
    })
  })
})
