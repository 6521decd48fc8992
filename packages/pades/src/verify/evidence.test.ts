import type { TestCertificate } from '@foja/testing/ca'
import { makeCrl } from '@foja/testing/pki-services-crl'
import { makeOcspResponse } from '@foja/testing/pki-services-ocsp'
import { describe, expect, it } from 'vitest'
import type { ParsedCms } from '../cms/parse.ts'
import { parseCrl } from '../crl/crl.ts'
import { parseOcspResponse } from '../ocsp/response.ts'
import { newWorkBudget } from '../work-budget.ts'
import {
  checkChainRevocation,
  dssEvidence,
  embeddedEvidence,
  type EvidenceGroup,
  isSettled,
  ofFile,
  onlineEvidence,
  signerFreshness,
} from './evidence.ts'
import { at, certificateOf, createPki } from './testing/pki.ts'

const pki = createPki()
const ana = pki.issue({ commonName: 'Ana' })
const chain = [ana, pki.middle, pki.root].map(certificateOf)
const budget = newWorkBudget()

const answer = (about: TestCertificate, issuer: TestCertificate, more = {}): Uint8Array =>
  makeOcspResponse({
    answers: [pki.answerFor(certificateOf(about).serialNumber, issuer, more)],
    signer: issuer,
    certificates: [],
    producedAt: at(0),
  })
const good = parseOcspResponse(answer(ana, pki.middle))
const ofOther = parseOcspResponse(answer(pki.issue({ commonName: 'Luis' }), pki.middle))
const stale = parseOcspResponse(answer(ana, pki.middle, { thisUpdate: at(-9), nextUpdate: at(-8) }))
const revoked = parseOcspResponse(
  answer(ana, pki.middle, { status: 'revoked', revokedAt: at(3), reason: 'superseded' }),
)
const list = parseCrl(makeCrl({ issuer: pki.middle, thisUpdate: at(0), nextUpdate: at(9) }))
const ofRoot = parseCrl(makeCrl({ issuer: pki.root, thisUpdate: at(0), nextUpdate: at(9) }))

const online = (...ocsps: (typeof good)[]) => onlineEvidence({ ocsps, crls: [], certificates: [] })
const stored = (...ends: number[]) =>
  dssEvidence({ certificates: [], ocsps: [], crls: ends.map((end, i) => ({ value: [list, ofRoot][i]!, end })) }, [])
const when = { at: at(0), now: at(0.5) }
const statusesOf = (...groups: EvidenceGroup[]) => checkChainRevocation(chain, groups, when, budget)

describe('the statuses of a chain', () => {
  it('are those of all its certificates but the anchor', () => {
    expect(statusesOf().map(({ certificate, status }) => [certificate.subject.commonName, status])).toEqual([
      ['Ana', 'not_checked'],
      ['Entidad', 'not_checked'],
    ])
    expect(checkChainRevocation(chain.slice(0, 1), [], when, budget)).toEqual([])
  })

  it('name the source of the evidence, and its end in the file', () => {
    expect(statusesOf(stored(700, 800))).toMatchObject([
      { status: 'good', source: 'dss', end: 700 },
      { status: 'good', source: 'dss', end: 800 },
    ])
    expect(statusesOf(online(good))).toMatchObject([{ status: 'good', source: 'online', end: null }, {}])
  })

  it('are not checked by evidence about others', () => {
    expect(statusesOf(online(ofOther))[0]).toMatchObject({ status: 'not_checked', source: null, stale: false })
    expect(statusesOf(stored())[0]).toMatchObject({ status: 'not_checked' })
  })

  it('are unknown by evidence that is too old', () => {
    expect(statusesOf(online(stale))[0]).toMatchObject({ status: 'unknown', source: null, stale: true })
    expect(statusesOf(online(stale, good))[0]).toMatchObject({ status: 'good', stale: false })
  })

  it('are good before a revocation, which is reported', () => {
    const [own] = statusesOf(online(revoked))
    expect(own).toMatchObject({ status: 'good', revokedAt: at(3), reason: 'superseded' })
    const later = checkChainRevocation(chain, [online(revoked)], { at: at(3), now: at(3) }, budget)[0]
    expect(later).toMatchObject({ status: 'revoked', revokedAt: at(3) })
  })

  it('ask for newer evidence about the signer only', () => {
    const groups = [stored(1, 2)]
    const strict = { ...when, signer: { issuedSince: at(0.1) } }
    expect(checkChainRevocation(chain, groups, strict, budget).map(({ status }) => status)).toEqual(['unknown', 'good'])
  })

  it('cost steps for the evidence that concerns a certificate, and a few for all', () => {
    const spent: number[] = []
    const spend = (steps: number): void => void spent.push(steps)
    checkChainRevocation(chain.slice(0, 2), [online(good, ofOther), stored(1, 2)], when, { spend })
    // four items, of which an answer and a list are checked; the list is scanned
    expect(spent).toEqual([3000 + 4 + 2 * 600 + list.der.length / 512])
  })
})

describe('settled statuses', () => {
  it.each([
    ['good', true],
    ['not_needed', true],
    ['revoked', false],
    ['unknown', false],
    ['not_checked', false],
  ] as const)('%s: %s', (status, expected) => {
    const [own] = statusesOf()
    expect(isSettled({ ...own!, status })).toBe(expected)
  })
})

describe('evidence inside a signature', () => {
  const cms = (ocsps: Uint8Array[], crls: Uint8Array[] = []) => ({ revocation: { ocsps, crls } }) as ParsedCms
  const counted = () => {
    const spent: number[] = []
    return { spent, spend: (steps: number) => void spent.push(steps) }
  }

  it('is read as far as it is readable, and ends with the signature', () => {
    const rubbish = Uint8Array.of(1, 2)
    const group = embeddedEvidence(cms([rubbish, answer(ana, pki.middle)], [list.der, rubbish]), [], 900, budget)
    expect([group.material.ocsps.length, group.material.crls.length]).toEqual([1, 1])
    expect(group.has(group.material.ocsps[0]!)).toBe(true)
    expect(group.has(good)).toBe(false)
    expect(statusesOf(group)[0]).toMatchObject({ status: 'good', source: 'embedded', end: 900 })
  })

  it('is read up to a limit, and costs steps', () => {
    const { spent, spend } = counted()
    const many = Array.from({ length: 33 }, () => answer(ana, pki.middle))
    expect(embeddedEvidence(cms(many), [], 900, { spend }).material.ocsps).toHaveLength(32)
    expect(spent).toEqual(Array.from({ length: 32 }, () => 3000))
  })
})

describe('the age of evidence about a signer', () => {
  const evidence = [stored(1), online(good)]

  it('is that of the proven time, less the allowance', () => {
    expect(signerFreshness(at(0), { now: at(1), allowanceMs: 1000, evidence })).toEqual({
      issuedSince: new Date(at(0).getTime() - 1000),
    })
  })

  it('is now without a proven time, except for what was just fetched', () => {
    const { issuedSince, current } = signerFreshness(null, { now: at(1), allowanceMs: 1000, evidence })
    expect(issuedSince).toEqual(at(1))
    expect([current?.(good), current?.(list), current?.(stale)]).toEqual([true, false, false])
  })

  it('of the file alone differs from that of the caller', () => {
    expect(ofFile(evidence)).toEqual([evidence[0]])
  })
})
