import { describe, expect, it } from 'vitest'
import { documentTimestamp } from '../archive.ts'
import { verify } from '../verify.ts'
import { issue } from './testing/certificates.ts'
import { at, createPki } from './testing/pki.ts'
import { ana, check, intermediate, lists, luis, NOW, root, signAs } from './testing/signing.ts'
import { appendRevision, contract, stream, textOfBytes, tinyPdf } from './testing/tiny-pdf.ts'

/** The report of a whole file. */

const lastOf = (pdf: Uint8Array, number: number): string =>
  [...textOfBytes(pdf).matchAll(new RegExp(`\\n${number} 0 obj\\n([^]*?)\\nendobj`, 'g'))].at(-1)?.[1] ?? ''

const withFields = (count: number, value: string, more: Record<number, string> = {}): Uint8Array => {
  const numbers = Array.from({ length: count }, (_, i) => 10 + i)
  return tinyPdf({
    1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ ${numbers.map((number) => `${number} 0 R`).join(' ')} ] >> >>`,
    2: '<< /Type /Pages /Kids [ ] /Count 0 >>',
    ...Object.fromEntries(numbers.map((number) => [number, `<< /FT /Sig /T (f${number}) /V ${value} >>`])),
    ...more,
  })
}

describe('the signatures of a file', () => {
  it('are five hundred at most; with more it is not decided', () => {
    const all = check(withFields(500, '<< /Type /Sig >>'))
    expect(all.signatures).toHaveLength(500)
    expect(all.signatures.at(-1)).toMatchObject({ field: 'f509', warnings: ['byte_range_malformed'] })
    const more = check(withFields(501, '<< /Type /Sig >>'))
    expect(more.signatures).toHaveLength(501)
    expect(more.signatures.at(-1)).toMatchObject({ field: '', warnings: ['too_many_signatures'] })
    expect(more.summary).toBe('invalid')
  })

  it('include one whose value cannot be read, and no empty field', () => {
    const { signatures, summary } = check(withFields(1, '(text)'))
    expect(signatures).toMatchObject([{ indication: 'TOTAL_FAILED', warnings: ['signature_dictionary_unreadable'] }])
    expect(summary).toBe('invalid')
    const damaged = check(withFields(1, '90 0 R', { 90: '<< /Type /Sig' }))
    expect(damaged).toMatchObject({ summary: 'invalid', signatures: [{ warnings: ['file_damaged'] }] })
    expect(check(withFields(1, '90 0 R'))).toEqual({ summary: 'unsigned', signatures: [] })
    expect(check(withFields(2, 'null')).signatures).toEqual([])
  })

  it('are not text fields with a signature as value', () => {
    const text = textOfBytes(withFields(1, '<< /Type /Sig >>')).replace('/FT /Sig', '/FT /Txt')
    expect(check(Buffer.from(text, 'latin1')).signatures).toEqual([])
  })

  it('are in the order of their saves, those of no save last', async () => {
    const twice = await signAs(luis, await signAs(ana, contract()))
    const fields = /\/Fields \[([^\]]*)\]/.exec(lastOf(twice, 1))?.[1] ?? ''
    const reversed = fields
      .trim()
      .split(/(?<=R)\s+/)
      .reverse()
    const pdf = appendRevision(twice, {
      1: lastOf(twice, 1).replace(/\/Fields \[[^\]]*\]/, `/Fields [ 90 0 R ${reversed.join(' ')} ]`),
      90: '<< /FT /Sig /T (Rota) /V << /Type /Sig >> >>',
    })
    const { signatures } = check(pdf)
    expect(signatures.map(({ field, coversRevision }) => [field, coversRevision])).toEqual([
      ['Signature1', 2],
      ['Signature2', 3],
      ['Rota', 0],
    ])
  })
})

describe('the verdict of a file is its worst', async () => {
  const valid = await signAs(ana, contract())
  const stranger = issue({ name: 'Eva Paz' })

  it.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['valid', 'valid', () => valid],
    ['undecided', 'indeterminate', () => signAs(stranger, contract())],
    ['valid and undecided', 'indeterminate', () => signAs(stranger, valid)],
    ['undecided and valid', 'indeterminate', async () => signAs(ana, await signAs(stranger, contract()))],
    ['modified', 'invalid', () => appendRevision(valid, { 5: stream('BT ET') })],
    [
      'undecided, valid and modified',
      'invalid',
      async () => signAs(ana, appendRevision(await signAs(stranger, valid), { 5: stream('BT ET') })),
    ],
  ])('%s: %s', async (_, summary, make) => {
    expect(check(await make()).summary).toBe(summary)
  })
})

describe('who made an addition', async () => {
  const filled = (pdf: Uint8Array, value: string): Uint8Array =>
    appendRevision(pdf, {
      10: lastOf(pdf, 10).replace(/\/V \([^)]*\)/, `/V (${value})`),
      12: stream(
        `BT /Helv 12 Tf 2 5 Td (${value}) Tj ET`,
        '/Type /XObject /Subtype /Form /BBox [ 0 0 200 20 ] /Resources << /Font << /Helv 8 0 R >> >>',
      ),
    })
  const first = await signAs(ana, contract())
  const authorsOf = (pdf: Uint8Array) =>
    check(pdf).signatures[0]!.additions.map(({ kind, by, at: time }) => [kind, by, time?.toISOString().slice(0, 10)])

  it('is unknown without a later signature', () => {
    expect(authorsOf(filled(first, 'Luis'))).toEqual([['field_filled', undefined, undefined]])
  })

  it('is the first who signed after it', async () => {
    const second = await signAs(luis, filled(first, 'Luis'), { signingTime: new Date('2026-02-02T00:00:00Z') })
    const third = await signAs(ana, second, { signingTime: new Date('2026-02-03T00:00:00Z') })
    expect(authorsOf(third)).toEqual([
      ['field_filled', 'Luis Vega', '2026-02-02'],
      ['signature_added', 'Luis Vega', '2026-02-02'],
      ['signature_added', 'Ana Torres', '2026-02-03'],
    ])
  })

  it('is never one who signed before it', async () => {
    const second = await signAs(luis, first, { signingTime: new Date('2026-02-02T00:00:00Z') })
    expect(authorsOf(filled(second, 'Luis'))).toEqual([
      ['signature_added', 'Luis Vega', '2026-02-02'],
      ['field_filled', undefined, undefined],
    ])
  })

  it('is not an authority for timestamps', async () => {
    const pki = createPki()
    const person = pki.issue({ commonName: 'Eva' })
    const later = filled(await pki.sign(contract(), person, 'B-B'), 'Luis')
    const pdf = Buffer.concat([later, (await documentTimestamp(later, pki.services)).tail])
    const { additions } = pki.check(pdf, at(1)).signatures[0]!
    expect(additions.find(({ kind }) => kind === 'timestamp_added')).toMatchObject({ by: 'Sellos', at: at(0) })
    expect(additions.find(({ kind }) => kind === 'field_filled')).not.toHaveProperty('by')
  })
})

describe('the options of a verification', () => {
  it('may name the authorities for timestamps; without them those of people count', async () => {
    const pki = createPki()
    const pdf = await pki.sign(contract(), pki.issue({ commonName: 'Eva' }), 'B-T')
    const { anchors } = pki.services
    const timesWith = (more: object) =>
      verify(pdf, { anchors, now: at(0.5), ...more }).signatures.map(({ time_source }) => time_source)
    expect(timesWith({})).toEqual(['timestamp'])
    expect(timesWith({ timestampAnchors: anchors })).toEqual(['timestamp'])
    expect(timesWith({ timestampAnchors: [] })).toEqual(['claimed'])
  })

  it('may add certificates of authorities, which are not trusted', async () => {
    const bare = await signAs({ ...ana, chain: [] }, contract())
    const trustedWith = (more: object) =>
      verify(bare, { anchors: [root.certificate], now: NOW, ...more }).signatures[0]!.trusted
    const certificates = [intermediate.certificate]
    expect(trustedWith({})).toBe(false)
    expect(trustedWith({ intermediates: certificates })).toBe(true)
    expect(trustedWith({ material: { ...lists, certificates } })).toBe(true)
    expect(trustedWith({ intermediates: [intermediate.certificate, root.certificate], anchors: [] })).toBe(false)
  })
})
