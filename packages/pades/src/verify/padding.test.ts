import { describe, expect, it } from 'vitest'
import { makeTimestampToken } from '@foja/testing/pki-services-tsa'
import { oid, sequence, setOf } from '../cms/der.ts'
import { digestOf } from '../cms/digest.ts'
import { Oid } from '../cms/oids.ts'
import { parseCms } from '../cms/parse.ts'
import { addUnsignedAttribute, timestampAttribute } from '../cms/unsigned-attribute.ts'
import {
  ana,
  buildCms,
  check,
  cmsOf,
  coveredDigest,
  firstReport,
  lastGap,
  luis,
  signAs,
  withCms,
} from './testing/signing.ts'
import { at, createPki } from './testing/pki.ts'
import { bytesOf, contract, textOfBytes } from './testing/tiny-pdf.ts'

/** Bytes that other writers leave after a signature. */

const base = contract()
const signed = await signAs(ana, base)

describe('padding of /Contents', () => {
  const filled = (octet: string): Uint8Array => {
    const { start, end } = lastGap(signed)
    const digits = cmsOf(signed).length * 2
    const out = Buffer.from(signed)
    for (let place = start + 1 + digits; place < end - 1; place += 2) out.write(octet, place, 'latin1')
    return out
  }

  it.each(['00', '20', '30', 'ff', 'FF'])('of %s carries no data', (octet) => {
    expect(check(filled(octet)).summary).toBe('valid')
  })

  it('of meaningful octets is reported', () => {
    expect(firstReport(filled('41'))).toMatchObject({
      indication: 'INDETERMINATE',
      integrity: 'intact',
      warnings: expect.arrayContaining(['cms_trailing_data']),
    })
  })

  it('of white space before the end carries no data', () => {
    const { end } = lastGap(signed)
    for (const space of [' ', '\n', '  \r\n', '   ']) {
      const spaced = Buffer.from(signed)
      spaced.write(space, end - 1 - space.length, 'latin1')
      expect(check(spaced).summary).toBe('valid')
    }
  })

  it('of an odd non-zero digit is malformed', () => {
    const { end } = lastGap(signed)
    const odd = Buffer.from(signed)
    odd.write('7 ', end - 3, 'latin1')
    expect(firstReport(odd)).toMatchObject({ indication: 'TOTAL_FAILED', warnings: ['contents_malformed'] })
  })
})

describe('a blank line behind %%EOF', () => {
  /** The signer covers `covered` after %%EOF, and leaves `left` uncovered. */
  function signedWith(covered: string, left: string): Uint8Array {
    const whole = Buffer.concat([signed.subarray(0, signed.length - 1), bytesOf(covered)])
    const { start, end, rest } = lastGap(signed)
    const length = String(rest - 1 + covered.length)
    const text = textOfBytes(whole).replace(
      new RegExp(`(/ByteRange \\[0 ${start} ${end} )${rest}( *)`),
      (found, head: string) => (head + length).padEnd(found.length),
    )
    const changed = bytesOf(text)
    return Buffer.concat([withCms(changed, buildCms(ana, coveredDigest(changed)), end), bytesOf(left)])
  }

  it.each([
    ['\n', ''],
    ['\n\n', ''],
    ['\r\n\r\n', ''],
    ['\r\n', '\r\n'],
    ['\n', '\n'],
    ['', '\n'],
    ['', '\n\n'],
    ['', '\r\n\r\n'],
  ])('%j covered and %j left is accepted', (covered, left) => {
    expect(check(signedWith(covered, left)).summary).toBe('valid')
  })

  it.each([
    ['\n', '\n\n'],
    ['', '\n\n\n'],
    ['', 'x'],
    ['\n', '\n%'],
  ])('%j covered and %j left is refused', (covered, left) => {
    expect(firstReport(signedWith(covered, left)).modifications).toEqual([{ kind: 'trailing_bytes' }])
  })

  it('between two saves is accepted', async () => {
    expect(check(await signAs(luis, signedWith('\n', '\n'))).summary).toBe('valid')
  })
})

describe('two signature timestamps', () => {
  it.each(['in one attribute', 'in two attributes'])('%s are both reported', async (where) => {
    const pki = createPki()
    const plain = await pki.sign(base, pki.issue({ commonName: 'Ana' }), 'B-B', { contentsSize: 30_000 })
    const cms = cmsOf(plain)
    const imprint = { hash: 'sha256', digest: digestOf('sha256', [parseCms(cms).signature]) } as const
    const [one, two] = [at(0), at(0.1)].map((genTime) =>
      makeTimestampToken({ tsa: pki.tsa.current, imprint, genTime }),
    ) as [Uint8Array, Uint8Array]
    const stamped =
      where === 'in one attribute'
        ? addUnsignedAttribute(cms, sequence(oid(Oid.signatureTimestamp), setOf([one, two])))
        : addUnsignedAttribute(addUnsignedAttribute(cms, timestampAttribute(one)), timestampAttribute(two))
    const report = pki.check(withCms(plain, stamped), at(1)).signatures[0]
    expect(report).toMatchObject({ integrity: 'intact', level: 'B-T' })
    expect(report?.timestamps).toMatchObject([{ valid: true }, { valid: true }])
    for (const warning of ['timestamp_invalid', 'timestamp_untrusted']) expect(report?.warnings).not.toContain(warning)
  })
})
