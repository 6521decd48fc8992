import type { Document } from '@foja/contracts/documents'
import type { Verification } from '@foja/contracts/verification'
import { parseCertificate } from '@foja/pades/certificate'
import { keySigner } from '@foja/pades/key-signer'
import { signAtLevel, type Level } from '@foja/pades/levels'
import { createHttpFetcher } from '@foja/pades/net/http-fetcher'
import { createTestAuthority, type TestCertificate } from '@foja/testing/ca'
import { makePdf } from '@foja/testing/pdfs'
import { startPkiServices } from '@foja/testing/pki-services'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createSigningEngine } from '../../../signing-worker/signing-engine.ts'
import { bodyOf, createCase, formOf, pdfFile, startOffice } from '../../../../test/office.ts'

const path = '/api/v1/verify_document/'

const services = await startPkiServices({ authority: createTestAuthority({ keyType: 'p256' }) })
const engine = createSigningEngine({ threads: 1, privateHosts: ['127.0.0.1'] })
const office = await startOffice({ engine })
await trustRoot()
afterAll(async () => {
  await office.close()
  await engine.close()
  await services.close()
})
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())

async function trustRoot(): Promise<void> {
  const file = { name: 'raíz.cer', bytes: services.root.certificate }
  await bodyOf(await office.admin.upload('/api/v1/upload_trust_anchor/', [file]), 201)
}

const person = () => services.issue({ commonName: 'Ana Ñandú', keyType: 'p256' })

async function signedAt(level: Level, { privateKey, certificate }: TestCertificate): Promise<Buffer> {
  const [intermediate, root] = [services.intermediate, services.root].map((one) => parseCertificate(one.certificate))
  const chain = [intermediate!, root!]
  const signer = keySigner({ privateKey, certificate: parseCertificate(certificate), chain })
  const pdf = makePdf()
  const fetcher = createHttpFetcher({ allowPrivate: ['127.0.0.1'] })
  const tsa = { url: services.tsaUrl }
  const using = { fetcher, tsa, anchors: [root!], now: () => new Date() }
  const { tail } = await signAtLevel(pdf, signer, { signingTime: new Date(), level }, using)
  return Buffer.concat([pdf, tail])
}

const send = async (bytes: Buffer) =>
  await office.usuario.upload(path, [{ name: 'a.pdf', bytes, type: 'application/pdf' }])

describe('online verification of a signature', () => {
  it.each(['B-B', 'B-T', 'B-LT', 'B-LTA'] as const)('reports level, times and revocation of %s', async (level) => {
    const { summary, signatures } = await bodyOf<Verification>(await send(await signedAt(level, person())), 200)
    expect(summary).toBe('valid')
    const signature = signatures.find(({ kind }) => kind === 'signature')!
    const proven = level !== 'B-B'
    expect(signature).toMatchObject({
      level,
      time_source: proven ? 'timestamp' : 'claimed',
      revocation: 'good',
      // Embedded data older than the proven time is asked for again.
      revocation_source: expect.stringMatching(level === 'B-B' || level === 'B-T' ? /^online$/ : /^(dss|online)$/),
    })
    expect(signature.claimed_at).not.toBeNull()
    const kinds = signature.timestamps.map(({ kind, valid, trusted }) => [kind, valid, trusted])
    const wanted = [
      ['signature', true, true],
      ['document', true, true],
    ]
    expect(kinds).toEqual({ 'B-B': [], 'B-T': [wanted[0]], 'B-LT': [wanted[0]], 'B-LTA': wanted }[level])
  })

  it('formats its time in the reader’s time zone, or in UTC', async () => {
    const bytes = await signedAt('B-T', person())
    const sentenceIn = async (headers: Record<string, string>) => {
      const form = new FormData()
      form.append('files', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'a.pdf')
      const response = await fetch(`${office.server.origin}${path}`, { method: 'POST', headers, body: form })
      return (await bodyOf<Verification>(response, 200)).signatures[0]!.explanation
    }
    expect(await sentenceIn({ 'time-zone': 'America/Guayaquil' })).toMatch(/\d\d:\d\d GMT-5/)
    const plain = await sentenceIn({})
    expect(plain).toMatch(/\d\d:\d\d UTC/)
    expect(plain).not.toMatch(/\p{Cc}/u)
  })

  it('never fails internally for mutated files', async () => {
    const whole = await signedAt('B-LTA', person())
    const statuses = new Set<number>()
    for (let round = 0; round < 30; round += 1) {
      const mutant = Buffer.from(whole)
      for (let hit = 0; hit < 8; hit += 1)
        mutant[(round * 7919 + hit * 104_729) % mutant.length] = (round * 31 + hit) & 255
      statuses.add((await send(mutant)).status)
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 400)).toEqual([])
  })
})

describe('online verification of an anonymous upload', () => {
  it('asks unknown authorities only a few times, trusted ones always', async () => {
    const { db } = office.server.deps
    const anonymous = async (bytes: Buffer) =>
      await bodyOf<Verification>(
        await fetch(office.server.origin + path, {
          method: 'POST',
          body: formOf([{ name: 'a.pdf', bytes, type: 'application/pdf' }]),
        }),
        200,
      )
    const revocationOf = async () => (await anonymous(await signedAt('B-B', person()))).signatures[0]?.revocation
    const { id } = await db.selectFrom('trust_anchor').select('id').executeTakeFirstOrThrow()
    await office.admin.remove(`/api/v1/remove_trust_anchor/${id}/`)
    const answers: unknown[] = []
    for (let round = 0; round < 11; round += 1) answers.push(await revocationOf())
    expect(answers.slice(0, 10)).not.toContain('not_checked')
    expect(answers[10]).toBe('not_checked')
    await trustRoot()
    expect(await revocationOf()).toBe('good')
  })
})

describe('online verification of a stored document', () => {
  const store = async (of: TestCertificate) =>
    (await createCase(office.usuario, pdfFile('acta.pdf', await signedAt('B-B', of)))).document
  const verify = async (id: string) =>
    await bodyOf<Verification>(await office.usuario.post(path, { id_documento: id }), 200)

  it('turns an indeterminate verdict into invalid for a revoked certificate, also in lists', async () => {
    const ana = person()
    services.revoke(ana, new Date(Date.now() - 3_600_000))
    const { id_documento: id } = await store(ana)
    const details = `/api/v1/details_document/${id}/`
    const listed = async () => (await office.usuario.read<Pick<Document, 'signatures'>>(details)).signatures.verdict
    expect(await listed()).toBe('indeterminate')
    const { summary, signatures } = await verify(id)
    expect([summary, signatures[0]?.revocation]).toEqual(['invalid', 'revoked'])
    expect(signatures[0]?.revoked_at).not.toBeNull()
    expect(await listed()).toBe('invalid')
  })

  it('can be refreshed by the user', async () => {
    // Without a CRL, which may be cached.
    const { id_documento } = await store(services.issue({ commonName: 'Ana', keyType: 'p256', crlUrl: undefined }))
    services.behave({ ocsp: 'down' })
    const again = async (refresh?: boolean) =>
      await office.usuario.post(path, { id_documento, ...(refresh ? { refresh } : {}) })
    const verdict = async (response: Response) => {
      const { summary, signatures } = await bodyOf<Verification>(response, 200)
      return [summary, signatures[0]?.subindication, signatures[0]?.revocation]
    }
    const open = ['indeterminate', 'TRY_LATER', 'unknown']
    expect(await verdict(await again())).toEqual(open)
    services.behave({ ocsp: 'ok' })
    // A view uses the cached verdict and does not ask unreachable servers again.
    expect(await verdict(await again())).toEqual(open)
    expect(await verdict(await again(true))).toEqual(['valid', null, 'good'])
    expect(await verdict(await again())).toEqual(['valid', null, 'good'])
    const before = services.requests.length
    await again(true)
    expect(services.requests.length).toBeGreaterThan(before)
  })

  it('is cached for later views', async () => {
    const { id_documento: id } = await store(person())
    expect((await verify(id)).summary).toBe('valid')
    const before = services.requests.length
    const [one, two] = [await verify(id), await verify(id)]
    expect([one.checked_at, two.summary]).toEqual([two.checked_at, 'valid'])
    expect(services.requests.length).toBe(before)
  })
})
