import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { element, octetString, oid, sequence, setOf, smallInteger } from '@foja/pades/cms/der'
import { createTestAuthority, makeCertificate } from '@foja/testing/ca'
import type { TestCertificate } from '@foja/testing/ca'
import { makePdf } from '@foja/testing/pdfs'
import type { Behaviour } from '@foja/testing/pki-services'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseCertificate } from './certificate.ts'
import { signAtLevel } from './levels.ts'
import type { Level, LevelServices } from './levels.ts'
import type { HttpFetcherOptions } from './net/http-fetcher.ts'
import { createValidationCache } from './net/validation-cache.ts'
import type { SignOptions } from './sign.ts'
import { failureOf, openStage, signerOf, verdicts } from '@foja/testing/level-stage'
import { revocationNow } from './validation-data.ts'

const stage = await openStage()
const ana = stage.person()
afterAll(() => stage.close())
beforeEach(() => {
  stage.pki.behave({ tsa: 'ok', ocsp: 'ok', crl: 'ok', ca: 'ok' })
  stage.pki.requests.length = 0
})

const pdf = makePdf()
const paths = (): string[] => stage.pki.requests.map(({ path }) => path)

type Ask = { who?: TestCertificate; level?: Level; network?: HttpFetcherOptions; options?: Partial<SignOptions> }

function sign(ask: Ask = {}, changes: Partial<LevelServices> = {}) {
  const { who = ana, level = 'B-LT', network, options } = ask
  const signing = { level, signingTime: stage.clock.now, ...options }
  return signAtLevel(pdf, signerOf(who), signing, stage.services(changes, network))
}

const reportOf = ({ tail }: { tail: Uint8Array }) => stage.verify(Buffer.concat([pdf, tail]))

describe('a failing timestamp is reported, and nothing is signed', () => {
  const cases: [Behaviour['tsa'], string][] = [
    ['reject', 'rejected'],
    ['bad_imprint', 'imprint_mismatch'],
    ['wrong_nonce', 'nonce_mismatch'],
    ['html', 'content_type'],
    ['error_500', 'http_status'],
    ['unauthorized', 'unauthorized'],
    ['wrong_usage', 'not_a_tsa'],
    ['hang', 'timeout'],
  ]
  it.each(cases)('%s: %s', async (tsa, reason) => {
    stage.pki.behave({ tsa })
    const network = tsa === 'hang' ? { timeoutMs: 200 } : {}
    const host = new URL(stage.pki.origin).host
    for (const level of ['B-T', 'B-LTA'] as const) {
      expect(await failureOf(sign({ level, network }))).toMatchObject({
        code: 'timestamp_failed',
        detail: { reason, host },
      })
    }
  })

  it("with the authority's own words for a refusal", async () => {
    stage.pki.behave({ tsa: 'reject' })
    expect((await failureOf(sign())).detail).toMatchObject({ failure: ['badAlg'], text: 'El algoritmo no se admite' })
  })

  it('with no authority, an unreachable one, a private one, another protocol', async () => {
    const fail = (tsa: LevelServices['tsa'], network?: HttpFetcherOptions) => failureOf(sign({ network }, { tsa }))
    expect(await fail(null)).toMatchObject({ code: 'timestamp_failed', detail: { reason: 'not_configured' } })
    expect((await fail({ url: 'http://127.0.0.1:9/' })).detail).toEqual({ reason: 'unreachable', host: '127.0.0.1:9' })
    const inside = await fail({ url: stage.pki.tsaUrl }, { allowPrivate: [] })
    expect(inside.detail).toMatchObject({ reason: 'address_forbidden' })
    expect((await fail({ url: 'ftp://tsa.example/' })).detail).toMatchObject({ reason: 'url_not_supported' })
  })

  it('but a slow one still answers', async () => {
    stage.pki.behave({ tsa: 'slow' })
    expect((await sign({ level: 'B-T' })).level).toBe('B-T')
  })

  it('but B-B needs none', async () => {
    await sign({ level: 'B-B' }, { tsa: null })
    expect(paths()).toEqual([])
  })

  it('with a policy other than the requested one', async () => {
    const strict = await openStage({ token: { policy: '1.2.3.4' } })
    try {
      const services = strict.services({ tsa: { url: strict.pki.tsaUrl, policy: '1.2.3.5' } })
      const work = signAtLevel(pdf, signerOf(ana), { level: 'B-T', signingTime: strict.clock.now }, services)
      expect((await failureOf(work)).detail).toMatchObject({ reason: 'policy_mismatch' })
    } finally {
      await strict.close()
    }
  })

  it('with credentials only in their header, never in an error', async () => {
    const guarded = await openStage({ tsaCredentials: { username: 'foja', password: 'muy secreto' } })
    try {
      const work = (password: string) => {
        const services = guarded.services({ tsa: { url: guarded.pki.tsaUrl, username: 'foja', password } })
        return signAtLevel(pdf, signerOf(ana), { level: 'B-T', signingTime: guarded.clock.now }, services)
      }
      expect((await work('muy secreto')).level).toBe('B-T')
      const error: unknown = await work('otro secreto').catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'timestamp_failed', detail: { reason: 'unauthorized', status: 401 } })
      expect(JSON.stringify([error, String(error)])).not.toMatch(/secreto|foja:/)
      const inUrl = guarded.pki.tsaUrl.replace('//', '//foja:otro%20secreto@')
      const services = guarded.services({ tsa: { url: inUrl } })
      const refused = await failureOf(
        signAtLevel(pdf, signerOf(ana), { level: 'B-T', signingTime: new Date() }, services),
      )
      expect(refused.detail).toMatchObject({ reason: 'url_not_supported' })
      expect(JSON.stringify(refused)).not.toContain('secreto')
    } finally {
      await guarded.close()
    }
  })
})

describe('revocation during signing', () => {
  it.each<Behaviour['ocsp']>([
    'down',
    'html',
    'try_later',
    'unauthorized',
    'wrong_certificate',
    'stale',
    'forged',
    'unknown',
  ])('OCSP %s: falls back to the list', async (ocsp) => {
    stage.pki.behave({ ocsp })
    const report = reportOf(await sign({ level: 'B-LTA' }))
    expect(verdicts(report)[0]).toBe('Signature1 B-LTA TOTAL_PASSED')
    expect(report.signatures[0]).toMatchObject({ revocation: 'good', revocation_source: 'dss' })
    expect(paths()).toContain('/crl/intermediate.crl')
  })

  it.each<[Behaviour['crl'], string]>([
    ['down', 'unreachable'],
    ['stale', 'stale'],
    ['forged', 'unreachable'],
    ['huge', 'unreachable'],
  ])('neither OCSP nor list (%s): refuses to sign', async (crl, reason) => {
    stage.pki.behave({ ocsp: 'down', crl })
    const host = new URL(stage.pki.origin).host
    const failure = await failureOf(sign())
    expect(failure).toMatchObject({ code: 'revocation_unavailable', detail: { reason, host } })
    expect(failure.detail['subject']).toBe('Ana Díaz Cordero')
    // a lower level is still possible without them
    expect((await sign({ level: 'B-T' })).level).toBe('B-T')
  })

  it('refuses a certificate without revocation addresses', async () => {
    const lonely = stage.person({ commonName: 'Sola', ocspUrl: undefined, crlUrl: undefined })
    expect(await failureOf(sign({ who: lonely }))).toMatchObject({
      code: 'revocation_unavailable',
      detail: { subject: 'Sola', reason: 'no_source' },
    })
    const ldap = stage.person({ commonName: 'Sola', ocspUrl: 'ldap://127.0.0.1/', crlUrl: 'ldap://127.0.0.1/' })
    expect((await failureOf(sign({ who: ldap }))).detail).toMatchObject({ reason: 'no_source' })
  })

  it('does not follow addresses of private machines', async () => {
    const trap = stage.person({ ocspUrl: 'http://169.254.169.254/latest/', crlUrl: 'http://[::1]:1/list.crl' })
    const failure = await failureOf(sign({ who: trap }))
    expect(failure.detail).toMatchObject({ reason: 'address_forbidden', host: '169.254.169.254' })
  })

  it.each(['ok', 'down'] as const)('refuses a revoked certificate (OCSP %s)', async (ocsp) => {
    const revoked = stage.person({ commonName: 'Revocada' })
    const at = new Date(stage.clock.now.getTime() - 3_600_000)
    stage.pki.revoke(revoked, at, 'keyCompromise')
    stage.pki.behave({ ocsp })
    expect(await failureOf(sign({ who: revoked }))).toEqual({
      code: 'certificate_revoked',
      detail: { subject: 'Revocada', revokedAt: at.toISOString(), reason: 'keyCompromise' },
    })
  })

  it('does not cache a forged list', async () => {
    const cache = createValidationCache()
    stage.pki.behave({ ocsp: 'down', crl: 'forged' })
    expect((await failureOf(sign({}, { cache }))).code).toBe('revocation_unavailable')
    stage.pki.behave({ crl: 'ok' })
    expect((await sign({}, { cache })).level).toBe('B-LT')
  })

  it('caches lists until their nextUpdate, and issuers', async () => {
    stage.pki.behave({ ocsp: 'down' })
    const cache = createValidationCache()
    await sign({}, { cache })
    const lists = () => paths().filter((path) => path.startsWith('/crl'))
    const fetched = lists().length
    expect(fetched).toBeGreaterThan(0)
    await sign({}, { cache })
    expect(lists()).toHaveLength(fetched)
    const { now } = stage.clock
    stage.clock.now = new Date(now.getTime() + 8 * 86_400_000)
    try {
      await sign({}, { cache })
      expect(lists()).toHaveLength(2 * fetched)
    } finally {
      stage.clock.now = now
    }
  })
})

describe('chains during signing', () => {
  let shelf: Server
  const files = new Map<string, Uint8Array>()
  beforeAll(async () => {
    shelf = createServer((request, response) => {
      const file = files.get(request.url ?? '')
      response.writeHead(file ? 200 : 404).end(file)
    })
    await new Promise<void>((resolve) => shelf.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void shelf.close())
  afterEach(() => files.clear())

  const alone = (caIssuerUrl: string): TestCertificate => ({ ...stage.person({ caIssuerUrl }), chain: [] })
  const shelfUrl = (path: string): string => `http://127.0.0.1:${(shelf.address() as AddressInfo).port}${path}`
  const pkcs7 = (...certificates: Uint8Array[]): Uint8Array =>
    sequence(
      oid('1.2.840.113549.1.7.2'),
      element(
        0xa0,
        sequence(
          smallInteger(1),
          setOf([]),
          sequence(oid('1.2.840.113549.1.7.1')),
          element(0xa0, ...certificates),
          setOf([]),
        ),
      ),
    )

  it.each(['DER', 'PEM', 'PKCS#7'])('fetches a missing issuer: %s', async (form) => {
    const { certificate } = stage.pki.intermediate
    const text = `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString('base64')}\n-----END CERTIFICATE-----\n`
    const forms: Record<string, Uint8Array> = {
      DER: certificate,
      PEM: Buffer.from(text),
      'PKCS#7': pkcs7(certificate, stage.root.der),
    }
    files.set('/issuer', forms[form]!)
    const report = reportOf(await sign({ who: alone(shelfUrl('/issuer')), level: 'B-LTA' }))
    expect(verdicts(report)[0]).toBe('Signature1 B-LTA TOTAL_PASSED')
  })

  it('fetches an untrusted root too, and completes the data', async () => {
    const who = alone(stage.pki.caUrl)
    const appended = await sign({ who }, { anchors: [] })
    expect(paths()).toContain('/ca/root.cer')
    expect(appended.timestamp?.trusted).toBe(false)
    expect(verdicts(reportOf(appended))[0]).toBe('Signature1 B-LT TOTAL_PASSED')
  })

  it('with a non-root anchor, includes the chain up to the root if available', async () => {
    const anchors = [parseCertificate(stage.pki.intermediate.certificate)]
    const who = { ...ana, chain: ana.chain.slice(0, 1) }
    expect(verdicts(reportOf(await sign({ who, level: 'B-LTA' }, { anchors })))[0]).toBe(
      'Signature1 B-LTA TOTAL_PASSED',
    )
    expect(paths()).toContain('/ca/root.cer')
    stage.pki.behave({ ca: 'down' })
    expect((await sign({ who }, { anchors })).level).toBe('B-LT')
  })

  it('reports an unavailable issuer', async () => {
    const fail = async (url: string, services?: Partial<LevelServices>) =>
      failureOf(sign({ who: alone(url) }, services))
    const subject = 'Ana Díaz Cordero'
    expect(await fail(shelfUrl('/nothing'))).toMatchObject({
      code: 'chain_incomplete',
      detail: { subject, reason: 'http_status' },
    })
    files.set('/issuer', Buffer.from('<html>'))
    expect((await fail(shelfUrl('/issuer'))).detail).toMatchObject({ reason: 'certificate_damaged' })
    files.set('/issuer', stage.root.der)
    expect((await fail(shelfUrl('/issuer'))).detail).toMatchObject({ subject, reason: 'wrong_issuer' })
    stage.pki.behave({ ca: 'down' })
    expect((await fail(stage.pki.caUrl)).detail).toMatchObject({ reason: 'unreachable' })
    const none = { ...stage.person({ caIssuerUrl: undefined }), chain: [] }
    expect((await failureOf(sign({ who: none }))).detail).toMatchObject({ reason: 'no_source' })
  })

  it.each([
    ['certificate_expired', { notAfter: new Date(Date.now() - 86_400_000) }],
    ['certificate_not_yet_valid', { notBefore: new Date(Date.now() + 86_400_000) }],
  ] as const)('refuses a certificate with %s unless allowed by name', async (code, dates) => {
    const who = stage.person({ commonName: 'A destiempo', ...dates })
    for (const level of ['B-B', 'B-T', 'B-LT'] as const)
      expect(await failureOf(sign({ who, level }))).toEqual({ code, detail: { subject: 'A destiempo' } })
    expect(paths()).toEqual([])
    // the caller may allow it by name; the verdict reports it too
    const allow = { allow: [code] }
    const { signatures } = reportOf(await sign({ who, level: 'B-T', options: allow }))
    expect(signatures[0]).toMatchObject({ indication: 'INDETERMINATE', warnings: expect.arrayContaining([code]) })
  })

  it.each(['anchored', 'without an anchor'])('refuses an expired intermediate, %s', async (trust) => {
    const { root, now } = createTestAuthority({ keyType: 'p256' })
    const notAfter = new Date(now.getTime() - 86_400_000)
    const expired = makeCertificate({ commonName: 'Vencida', isCa: true, keyType: 'p256', issuer: root, notAfter })
    const who = makeCertificate({ commonName: 'Ana', keyType: 'p256', issuer: expired, ocspUrl: stage.pki.ocspUrl })
    const anchors = trust === 'anchored' ? [stage.root, parseCertificate(root.certificate)] : [stage.root]
    const failure = await failureOf(sign({ who }, { anchors }))
    expect(failure).toEqual({ code: 'certificate_expired', detail: { subject: 'Vencida' } })
  })
})

describe('reserved room', () => {
  it('is refused when set too small by hand', async () => {
    const failure = await failureOf(sign({ level: 'B-T', options: { contentsSize: 2500 } }))
    expect(failure).toMatchObject({ code: 'placeholder_too_small', detail: { reserved: 2500 } })
    expect(failure.detail['needed']).toBeGreaterThan(2500)
  })

  it('grows for an unusually large token', async () => {
    const note = sequence(oid('1.3.6.1.4.1.99999.7'), octetString(octetString(Buffer.alloc(20_000, 7))))
    const verbose = await openStage({ authority: stage.authority, token: { extensions: [note] } })
    try {
      const options = { level: 'B-LTA', signingTime: verbose.clock.now } as const
      const appended = await signAtLevel(pdf, signerOf(verbose.person()), options, verbose.services())
      expect(verdicts(verbose.verify(Buffer.concat([pdf, appended.tail])))).toEqual([
        'Signature1 B-LTA TOTAL_PASSED',
        'DocTimeStamp1 timestamp TOTAL_PASSED',
      ])
    } finally {
      await verbose.close()
    }
  })
})

describe('revocationNow before signing', () => {
  const ask = (who: TestCertificate, changes: Partial<LevelServices> = {}) => {
    const [certificate, ...certificates] = [who.certificate, ...who.chain].map(parseCertificate)
    return revocationNow({ certificate: certificate!, certificates }, stage.services(changes))
  }

  it('returns good, revoked, no answer, and no issuer', async () => {
    expect(await ask(ana)).toMatchObject({ status: 'good', source: 'ocsp', problems: [] })
    const revoked = stage.person()
    stage.pki.revoke(revoked)
    expect(await ask(revoked)).toMatchObject({ status: 'revoked', source: 'ocsp' })
    stage.pki.behave({ ocsp: 'down', crl: 'down', ca: 'down' })
    const host = new URL(stage.pki.origin).host
    const silent = `revocation_unavailable unreachable ${host}`
    expect(await ask(ana)).toMatchObject({ status: 'unknown', problems: [silent, silent, 'no_evidence'] })
    const orphan = await ask({ ...ana, chain: [] })
    expect(orphan.status).toBe('unknown')
    expect(orphan.problems).toContain(`chain_incomplete unreachable ${host}`)
  })
})
