import { parseCertificate } from '@foja/pades/certificate'
import { keySigner } from '@foja/pades/key-signer'
import { sign } from '@foja/pades/sign'
import { createTestAuthority, type TestCertificate } from '@foja/testing/ca'
import { makePdf } from '@foja/testing/pdfs'
import { startPkiServices, type PkiServices } from '@foja/testing/pki-services'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { createSigningEngine, type SigningEngine } from './signing-engine.ts'

const services = await startPkiServices({ authority: createTestAuthority({ keyType: 'p256' }) })
const engine = createSigningEngine({ threads: 1, privateHosts: ['127.0.0.1'] })
afterAll(async () => {
  await engine.close()
  await services.close()
})

async function signedBy({ privateKey, certificate }: TestCertificate): Promise<Uint8Array> {
  const chain = [services.intermediate, services.root].map((one) => parseCertificate(one.certificate))
  const signer = keySigner({ privateKey, certificate: parseCertificate(certificate), chain })
  return (await sign(makePdf(), signer, { signingTime: new Date() })).pdf
}

const person = (more: Partial<Parameters<PkiServices['issue']>[0]> = {}) =>
  services.issue({ commonName: 'Ana Ñandú', keyType: 'p256', ...more })

async function verifyPdf(pdf: Uint8Array, by: SigningEngine = engine, online = true) {
  const anchors = [new Uint8Array(services.root.certificate)]
  const report = await by.verify({ source: new Uint8Array(pdf), anchors, now: Date.now(), online })
  return { summary: report.summary, signature: report.signatures[0]! }
}

describe('online verification', () => {
  it('reports whether the certificate of a signature was revoked', async () => {
    const ana = person()
    const pdf = await signedBy(ana)
    const good = await verifyPdf(pdf)
    expect(good).toMatchObject({
      summary: 'valid',
      signature: { revocation: 'good', revocation_source: 'online', revoked_at: null, timestamps: [] },
    })
    const eva = person()
    const other = await signedBy(eva)
    services.revoke(eva, new Date(Date.now() - 60_000))
    expect(await verifyPdf(other)).toMatchObject({
      summary: 'invalid',
      signature: { revocation: 'revoked', revocation_source: 'online', revoked_at: expect.any(String) },
    })
    expect((await verifyPdf(other, engine, false)).summary).toBe('indeterminate')
  })

  it('asks the authority only once while its answer is valid', async () => {
    const pdf = await signedBy(person())
    await verifyPdf(pdf)
    const requestsBefore = services.requests.length
    expect((await verifyPdf(pdf)).signature.revocation).toBe('good')
    expect(services.requests.length).toBe(requestsBefore)
  })

  it('asks no private address that is not allowed, and reports unknown revocation', async () => {
    const careful = createSigningEngine({ threads: 1 })
    const requestsBefore = services.requests.length
    const { summary, signature } = await verifyPdf(await signedBy(person()), careful)
    expect([summary, signature.subindication, signature.revocation]).toEqual(['indeterminate', 'TRY_LATER', 'unknown'])
    expect(services.requests.length).toBe(requestsBefore)
    await careful.close()
  })

  it('stops waiting for a responder that hangs, and does not ask it the next time', async () => {
    const sockets: Socket[] = []
    const waits: number[] = []
    const hanging: Server = createServer((socket) => {
      const opened = performance.now()
      sockets.push(socket)
      socket.on('error', () => {}).resume()
      socket.once('close', () => waits.push(performance.now() - opened))
    })
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    const address = hanging.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
    const pdf = await signedBy(person({ ocspUrl: url, crlUrl: url }))
    expect((await verifyPdf(pdf)).signature.revocation).toBe('unknown')
    // The OCSP request only: the host is not asked for the CRL, nor again.
    await expect.poll(() => waits).toHaveLength(1)
    expect(waits[0]).toBeLessThan(11_000)
    expect((await verifyPdf(pdf)).signature.revocation).toBe('unknown')
    expect(sockets).toHaveLength(1)
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => hanging.close(resolve))
  })
})
