import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameBytes } from '../cms/der.ts'
import { sameName } from '../distinguished-name.ts'
import { PadesError } from '../errors.ts'
import { at, createPki } from './testing/pki.ts'
import { ana, check, cmsOf, lastGap, luis, root, signAs, verdictOf } from './testing/signing.ts'
import { appendRevision, contract } from './testing/tiny-pdf.ts'

const flip = (pdf: Uint8Array, offset: number, bit: number): Uint8Array => {
  const flipped = Uint8Array.from(pdf)
  flipped[offset] = (flipped[offset] ?? 0) ^ (1 << bit)
  return flipped
}

describe.each([
  ['EC', ana],
  ['RSA', luis],
])('one flipped bit (%s)', async (_, identity) => {
  const pdf = await signAs(identity, contract(), { reason: 'Acuerdo', contentsSize: 6000 })
  const gap = lastGap(pdf)
  const bit = fc.integer({ min: 0, max: 7 })
  const signedOffset = fc
    .integer({ min: 0, max: pdf.length - (gap.end - gap.start) - 1 })
    .map((at) => (at < gap.start ? at : at + gap.end - gap.start))

  it('in the signed bytes is always detected', () => {
    expect(verdictOf(pdf)).toBe('valid')
    fc.assert(
      fc.property(signedOffset, bit, (offset, which) => {
        // 'indeterminate': an unknown subfilter name prevents a verdict
        expect([
          'invalid',
          'indeterminate',
          'unsigned',
          'pdf_signed_and_damaged',
          'pdf_damaged',
          'pdf_not_a_pdf',
          'pdf_encrypted',
        ]).toContain(verdictOf(flip(pdf, offset, which)))
      }),
      { numRuns: 500 },
    )
  })

  /**
   * /Contents is outside the ByteRange. Padding must be zeros, so a flip in it is detected. Harmless flips: the case of
   * a hexadecimal digit, which changes no value; the version of SignedData, which is redundant; the case of a letter in
   * the issuer repeated by SignerInfo, which is the same name (RFC 5280 §7.1); and the copy of the root, which is
   * replaced by the trusted one.
   */
  it('in /Contents is detected unless it has no meaning', () => {
    const cms = cmsOf(pdf)
    const rootAt = Buffer.from(cms).indexOf(Buffer.from(root.certificate.der))
    const rootEnd = rootAt + root.certificate.der.length
    const { issuerDer } = identity.certificate
    // the last one is in signing-certificate, which is signed; the one before is SignerInfo's
    const signedAt = Buffer.from(cms).lastIndexOf(Buffer.from(issuerDer))
    const issuerAt = Buffer.from(cms).lastIndexOf(Buffer.from(issuerDer), signedAt - 1)
    const isIssuer = (bytes: Uint8Array): boolean =>
      sameName(bytes.subarray(issuerAt, issuerAt + issuerDer.length), issuerDer)
    fc.assert(
      fc.property(fc.integer({ min: gap.start, max: gap.end - 1 }), bit, (offset, which) => {
        const flipped = flip(pdf, offset, which)
        const position = (offset - gap.start - 1) / 2
        const isVersion = Math.floor(position) === 25
        if (verdictOf(flipped) !== 'valid' || isVersion || (position >= rootAt && position < rootEnd)) return
        if (position >= issuerAt && position < issuerAt + issuerDer.length) expect(isIssuer(cmsOf(flipped))).toBe(true)
        else expect(sameBytes(cmsOf(flipped), cms)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('in a later revision never makes the first signature look intact', () => {
    const later = appendRevision(pdf, { 5: '<< /Length 3 >>\nstream\n0 0\nendstream' })
    fc.assert(
      fc.property(fc.integer({ min: pdf.length, max: later.length - 1 }), bit, (offset, which) => {
        expect(verdictOf(flip(later, offset, which))).not.toBe('valid')
      }),
      { numRuns: 250 },
    )
  })
})

describe('one flipped bit in an archived file', async () => {
  const pki = createPki()
  const pdf = await pki.sign(contract(), pki.issue({ commonName: 'Ana' }), 'B-LTA')
  const gap = lastGap(pdf)
  const summaryOf = (bytes: Uint8Array): string => {
    try {
      return pki.check(bytes, at(1)).summary
    } catch (error) {
      return error instanceof PadesError ? error.code : `crash: ${String(error)}`
    }
  }

  /** A flip may also hide the timestamp itself: its field then names another object, or its kind is unknown. */
  const hiding = ['signature_not_in_form', 'subfilter_unsupported']

  /**
   * The archive timestamp covers everything, including validation data and the whole first signature with its padding.
   */
  it('is always detected outside the last timestamp', () => {
    expect(summaryOf(pdf)).toBe('valid')
    const offsets = fc.integer({ min: 0, max: pdf.length - 1 }).filter((at) => at < gap.start || at >= gap.end)
    fc.assert(
      fc.property(offsets, fc.integer({ min: 0, max: 7 }), (offset, which) => {
        const flipped = flip(pdf, offset, which)
        const summary = summaryOf(flipped)
        if (summary !== 'indeterminate') expect(summary).toMatch(/^(?:invalid|unsigned|pdf_\w+)$/)
        else expect(hiding).toContain(pki.check(flipped, at(1)).signatures.at(-1)?.warnings[0])
      }),
      { numRuns: 300 },
    )
  })

  it('in the last timestamp changes no time', () => {
    const proven = pki.check(pdf, at(1)).signatures[0]?.signed_at
    fc.assert(
      fc.property(fc.integer({ min: gap.start, max: gap.end - 1 }), fc.integer({ min: 0, max: 7 }), (offset, which) => {
        const [signature, stamp] = pki.check(flip(pdf, offset, which), at(1)).signatures
        expect(signature?.signed_at).toEqual(proven)
        if (stamp?.indication === 'TOTAL_PASSED') expect(stamp.signed_at).toEqual(at(0))
      }),
      { numRuns: 300 },
    )
  })
})

describe('arbitrary damage', () => {
  it('never crashes, hangs or passes', async () => {
    const pdf = await signAs(ana, contract(), { contentsSize: 4096 })
    const edits = fc.array(
      fc.tuple(fc.integer({ min: 0, max: pdf.length - 1 }), fc.uint8Array({ minLength: 1, maxLength: 12 })),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(edits, fc.integer({ min: 0, max: pdf.length }), (changes, cut) => {
        const damaged = Buffer.from(pdf)
        for (const [at, bytes] of changes) damaged.set(bytes.subarray(0, pdf.length - at), at)
        const verdict = verdictOf(damaged.subarray(0, cut || damaged.length))
        expect(verdict).not.toMatch(/^crash/)
        if (!damaged.equals(pdf) || cut !== 0)
          expect(verdict === 'valid' && !sameBytes(damaged, pdf) && !onlyHexCase(damaged, pdf)).toBe(false)
      }),
      { numRuns: 250 },
    )
    expect(check(pdf).summary).toBe('valid')
  })
})

/** Whether the digits of /Contents differ in nothing but case. */
const onlyHexCase = (a: Uint8Array, b: Uint8Array): boolean =>
  Buffer.from(a).toString('latin1').toLowerCase() === Buffer.from(b).toString('latin1').toLowerCase()
