import { describe, expect, it } from 'vitest'
import type { Certificate } from '../certificate.ts'
import type { CertificateStatus } from './evidence.ts'
import { type LevelFacts, levelOf } from './level.ts'
import { ana, intermediate, luis, root } from './testing/signing.ts'
import type { CheckedTimestamp } from './timestamps.ts'

/** ETSI EN 319 142-1 §6, from the facts alone; `levels.test.ts` has whole files. */

const chain = [ana, intermediate, root].map(({ certificate }) => certificate)
const tsaChain = [luis, intermediate, root].map(({ certificate }) => certificate)

/** The statuses of a chain of three, whose evidence ends at these places of the file. */
const settled = (...ends: (number | null)[]): CertificateStatus[] =>
  ends.map((end) => ({ ...unsettled, status: 'good', end }))
const unsettled = {
  certificate: ana.certificate,
  status: 'not_checked',
  source: null,
  revokedAt: null,
  reason: null,
  stale: false,
  end: null,
} satisfies CertificateStatus

type Stamp = { valid?: boolean; chain?: Certificate[]; fileStatuses?: CertificateStatus[] }
const stamp = ({ valid = true, chain = tsaChain, fileStatuses = settled(100, 100) }: Stamp = {}) =>
  ({ report: { valid }, chain, fileStatuses }) as CheckedTimestamp
const over = (upTo: number, checked = stamp()) => ({ checked, upTo })

const level = (facts: Partial<LevelFacts>) =>
  levelOf({
    baseline: true,
    chain,
    anchors: [],
    timestampAnchors: [],
    fileStatuses: settled(100, 100),
    tokens: [],
    covering: [],
    ...facts,
  })

describe('the level of a signature', () => {
  it('is CMS when its form is not that of PAdES, whatever supports it', () => {
    expect(level({ baseline: false })).toBe('CMS')
    expect(level({ baseline: false, tokens: [stamp()], covering: [over(200)] })).toBe('CMS')
  })

  it('is B-B without a valid timestamp', () => {
    const invalid = stamp({ valid: false })
    expect(level({})).toBe('B-B')
    expect(level({ tokens: [null] })).toBe('B-B')
    expect(level({ tokens: [invalid], covering: [over(200, invalid)] })).toBe('B-B')
  })

  it.each<[string, Partial<LevelFacts>]>([
    ['there is no evidence about the signer', { fileStatuses: [unsettled, ...settled(100)] }],
    ['there is no evidence about an authority', { fileStatuses: [...settled(100), unsettled] }],
    ['an answer about the signer does not count', { fileStatuses: [{ ...unsettled, status: 'unknown' }] }],
    ['the chain does not reach a root', { chain: chain.slice(0, 2) }],
    ['the chain ends below the anchor', { chain: chain.slice(0, 2), anchors: [root.certificate] }],
    ['there is no chain', { chain: [], fileStatuses: [], anchors: [root.certificate] }],
    ['there is no evidence about the authority of the timestamp', { tokens: [stamp({ fileStatuses: [unsettled] })] }],
    [
      'the authority of the timestamp reaches only an anchor for people',
      { tokens: [stamp({ chain: tsaChain.slice(0, 2) })], anchors: [intermediate.certificate] },
    ],
  ])('is B-T when %s', (_, facts) => {
    expect(level({ tokens: [stamp()], ...facts })).toBe('B-T')
  })

  it.each<[string, Partial<LevelFacts>]>([
    ['every status is good', {}],
    ['a certificate is never revoked', { fileStatuses: [{ ...unsettled, status: 'not_needed' }, ...settled(100)] }],
    ['the evidence says that the signer was revoked', { fileStatuses: [{ ...unsettled, status: 'revoked' }] }],
    ['the chain ends at an anchor below the root', { chain: chain.slice(0, 2), anchors: [intermediate.certificate] }],
    ['another timestamp is invalid', { tokens: [null, stamp({ valid: false }), stamp()] }],
    ['another timestamp lacks evidence', { tokens: [stamp({ fileStatuses: [unsettled] }), stamp()] }],
  ])('is B-LT when the file has evidence for both chains: %s', (_, facts) => {
    expect(level({ tokens: [stamp()], ...facts })).toBe('B-LT')
  })

  it('is B-LTA when a document timestamp covers all the evidence, to the last byte', () => {
    const token = stamp({ fileStatuses: settled(150) })
    expect(level({ tokens: [token], covering: [over(150)] })).toBe('B-LTA')
    expect(level({ tokens: [token], covering: [over(149)] })).toBe('B-LT')
    expect(level({ tokens: [stamp()], fileStatuses: settled(150, 90), covering: [over(150)] })).toBe('B-LTA')
    expect(level({ tokens: [stamp()], fileStatuses: settled(150, 90), covering: [over(149)] })).toBe('B-LT')
    expect(level({ tokens: [stamp()], fileStatuses: settled(null), covering: [over(100)] })).toBe('B-LTA')
  })

  it('is not B-LTA by an invalid document timestamp', () => {
    expect(level({ tokens: [stamp()], covering: [over(200, stamp({ valid: false }))] })).toBe('B-LT')
  })

  it('is B-LTA by one document timestamp alone, which needs no evidence of its own yet', () => {
    const open = stamp({ fileStatuses: [unsettled] })
    expect(level({ covering: [over(100, open)] })).toBe('B-LTA')
    expect(level({ covering: [over(99, open)] })).toBe('B-T')
    expect(level({ covering: [over(99)] })).toBe('B-LT')
    // an invalid token of the signature changes nothing
    expect(level({ tokens: [null], covering: [over(100, open)] })).toBe('B-LTA')
  })

  it('is not B-LTA by a document timestamp that has evidence only for itself', () => {
    const token = stamp({ fileStatuses: [unsettled] })
    expect(level({ tokens: [token], covering: [over(200)] })).toBe('B-LT')
    expect(level({ tokens: [token], covering: [over(200), over(300)] })).toBe('B-LTA')
  })
})
