import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { parseCertificate } from '@foja/pades/certificate'
import { parseCrl } from '@foja/pades/crl/crl'
import { ocspRequest } from '@foja/pades/ocsp/request'
import { parseOcspResponse } from '@foja/pades/ocsp/response'
import { checkRevocation, type RevocationStatus } from '@foja/pades/revocation'
import { timestampRequest } from '@foja/pades/tsp/request'
import { readTimestampResponse } from '@foja/pades/tsp/response'
import { parseTimestampToken, timestampProblems } from '@foja/pades/tsp/token'
import { createTestAuthority } from './ca.ts'
import type { CrlBehaviour, OcspBehaviour } from './pki-services-revocation.ts'
import type { TsaBehaviour } from './pki-services-stamping.ts'
import { startPkiServices } from './pki-services.ts'
import { digest } from './pki-services-der.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const services = await startPkiServices({ authority })
const person = services.issue({ commonName: 'Ana Díaz', keyType: 'p256' })
afterAll(() => services.close())

const post = async (url: string, body: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(url, { method: 'POST', body: Buffer.from(body) })).arrayBuffer())

const names = () => ({
  certificate: parseCertificate(person.certificate),
  issuer: parseCertificate(services.intermediate.certificate),
})

async function statusByOcsp(behaviour: OcspBehaviour = 'ok'): Promise<RevocationStatus> {
  services.behave({ ocsp: behaviour })
  const { certificate, issuer } = names()
  const response = parseOcspResponse(await post(services.ocspUrl, ocspRequest({ certificate, issuer })))
  const now = new Date()
  return checkRevocation(certificate, issuer, { ocsps: [response], crls: [], certificates: [] }, { at: now, now })
}

async function statusByCrl(behaviour: CrlBehaviour = 'ok'): Promise<RevocationStatus> {
  services.behave({ crl: behaviour })
  const { certificate, issuer } = names()
  const crl = parseCrl(new Uint8Array(await (await fetch(services.crlUrl)).arrayBuffer()))
  const now = new Date()
  return checkRevocation(certificate, issuer, { ocsps: [], crls: [crl], certificates: [] }, { at: now, now })
}

describe('the OCSP responder and the lists', () => {
  it('answer good, and revoked after a revocation', async () => {
    expect(await statusByOcsp()).toMatchObject({ status: 'good', source: 'ocsp', problems: [] })
    expect(await statusByCrl()).toMatchObject({ status: 'good', source: 'crl', problems: [] })
    services.revoke(person, new Date(Date.now() - 60_000), 'certificateHold')
    expect(await statusByOcsp()).toMatchObject({ status: 'revoked', reason: 'certificateHold' })
    expect(await statusByCrl()).toMatchObject({ status: 'revoked', reason: 'certificateHold' })
    services.release(person)
    expect(await statusByOcsp()).toMatchObject({ status: 'good' })
  })

  it('answer GET requests with the question in the path', async () => {
    const encoded = encodeURIComponent(Buffer.from(ocspRequest(names())).toString('base64'))
    const reply = await fetch(`${services.ocspUrl}/${encoded}`)
    expect(parseOcspResponse(new Uint8Array(await reply.arrayBuffer())).responses).toHaveLength(1)
  })

  it.each<[OcspBehaviour, string]>([
    ['wrong_certificate', 'ocsp_of_another_certificate'],
    ['stale', 'ocsp_stale'],
    ['forged', 'ocsp_bad_signature'],
    ['unknown', 'ocsp_unknown'],
  ])('misbehave as %s', async (behaviour, problem) => {
    expect(await statusByOcsp(behaviour)).toMatchObject({ status: 'unknown', problems: [problem] })
  })

  it('refuse, fail, or answer an HTML page', async () => {
    await expect(statusByOcsp('try_later')).rejects.toMatchObject({ code: 'revocation_refused' })
    await expect(statusByOcsp('unauthorized')).rejects.toMatchObject({ code: 'revocation_refused' })
    await expect(statusByOcsp('html')).rejects.toMatchObject({ code: 'revocation_damaged' })
    await expect(statusByOcsp('down')).rejects.toThrow('fetch failed')
    await expect(statusByCrl('down')).rejects.toThrow('fetch failed')
  })

  it.each<[CrlBehaviour, string]>([
    ['stale', 'crl_stale'],
    ['forged', 'crl_bad_signature'],
  ])('serve lists that are %s', async (behaviour, problem) => {
    expect(await statusByCrl(behaviour)).toMatchObject({ status: 'unknown', problems: [problem] })
  })

  it('stream an endless list', async () => {
    services.behave({ crl: 'huge' })
    const { body } = await fetch(services.crlUrl)
    let length = 0
    for await (const part of body ?? []) {
      length += part.length
      if (length >= 5_000_000) break
    }
    expect(length).toBeGreaterThanOrEqual(5_000_000)
  })

  it('answer for the intermediate too, and publish the certificates', async () => {
    services.behave({ ocsp: 'ok', crl: 'ok' })
    const certificate = parseCertificate(services.intermediate.certificate)
    const issuer = parseCertificate(services.root.certificate)
    const now = new Date()
    const ocsp = parseOcspResponse(await post(certificate.ocspUrls[0] ?? '', ocspRequest({ certificate, issuer })))
    const crl = parseCrl(new Uint8Array(await (await fetch(certificate.crlUrls[0] ?? '')).arrayBuffer()))
    for (const material of [
      { ocsps: [ocsp], crls: [] },
      { ocsps: [], crls: [crl] },
    ]) {
      const status = checkRevocation(certificate, issuer, { ...material, certificates: [] }, { at: now, now })
      expect(status).toMatchObject({ status: 'good', problems: [] })
    }
    const published = await (await fetch(certificate.caIssuerUrls[0] ?? '')).arrayBuffer()
    expect(parseCertificate(new Uint8Array(published)).fingerprint).toBe(issuer.fingerprint)
  })
})

describe('the timestamping authority', () => {
  const stamped = Buffer.from('lo que se sella')
  const nonce = Uint8Array.of(0, ...randomBytes(8))

  async function stamp(behaviour: TsaBehaviour) {
    services.behave({ tsa: behaviour })
    const request = timestampRequest({ digest: digest('sha256', stamped), hash: 'sha256', nonce })
    const response = readTimestampResponse(await post(services.tsaUrl, request))
    return {
      response,
      problems: response.token && timestampProblems(parseTimestampToken(response.token), { stamped, nonce }),
    }
  }

  it.each<[TsaBehaviour, string[]]>([
    ['ok', []],
    ['slow', []],
    ['bad_imprint', ['imprint_mismatch']],
    ['wrong_nonce', ['nonce_mismatch']],
    ['wrong_usage', ['not_a_tsa']],
  ])('behaves as %s', async (behaviour, problems) => {
    expect((await stamp(behaviour)).problems).toEqual(problems)
  })

  it('rejects with a readable reason', async () => {
    expect((await stamp('reject')).response).toEqual({
      status: 2,
      statusText: 'El algoritmo no se admite',
      failure: ['badAlg'],
      token: null,
    })
  })

  it.each<TsaBehaviour>(['html', 'error_500', 'unauthorized'])('is no authority when %s', async (behaviour) => {
    await expect(stamp(behaviour)).rejects.toMatchObject({ code: 'timestamp_damaged' })
  })
})
