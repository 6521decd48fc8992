import { describe, expect, it } from 'vitest'
import { PadesError } from '../errors.ts'
import { fieldsOf } from '../pdf/fields.ts'
import { newWorkBudget, WorkBudgetError } from '../work-budget.ts'
import { openStates } from './later-changes.ts'
import type { Finding, SignatureReport } from './report.ts'
import {
  addFinding,
  attempt,
  checkLaterChanges,
  type Entry,
  isRepeated,
  newEntry,
  openEntry,
  readDate,
  tooMany,
} from './signature-entry.ts'
import { appendRevision, bytesOf, coverUpTo, emptySignature, tinyPdf } from './testing/tiny-pdf.ts'

it.each([
  ['D:2026', '2026-01-01T00:00:00Z'],
  ['D:202603', '2026-03-01T00:00:00Z'],
  ['D:20260315', '2026-03-15T00:00:00Z'],
  ['D:2026031509', '2026-03-15T09:00:00Z'],
  ['D:202603150930', '2026-03-15T09:30:00Z'],
  ['D:20260315093045', '2026-03-15T09:30:45Z'],
  ['D:20260315093045Z', '2026-03-15T09:30:45Z'],
  ["D:20260315093045-05'00'", '2026-03-15T14:30:45Z'],
  ["D:20260315093045-05'00", '2026-03-15T14:30:45Z'],
  ['D:20260315093045-05', '2026-03-15T14:30:45Z'],
  ["D:20260315093045+05'30'", '2026-03-15T04:00:45Z'],
  ["D:20260315093045-03'30'", '2026-03-15T13:00:45Z'],
])('the date %s is %s', (text, date) => {
  expect(readDate(text)).toEqual(new Date(date))
})

it.each([null, '', '2026-03-15', 'D:26', '20260315093045'])('%j is no date', (text) => {
  expect(readDate(text)).toBeNull()
})

const page = (annotations: string): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Annots [ ${annotations} ] >>`
const field = (entries = '/Rect [ 10 20 110 70 ]'): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Firma) /V 6 0 R ${entries} >>`

/** Two pages with three notes, and a signature field (5) on the second. */
const signedForm = (changes: Record<number, string> = {}): Uint8Array =>
  tinyPdf({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 5 0 R ] >> >>',
    2: '<< /Type /Pages /Kids [ 3 0 R 4 0 R ] /Count 2 >>',
    3: page('null 7 0 R 7 0 R'),
    4: page('7 0 R 5 0 R'),
    5: field(),
    6: emptySignature(),
    7: '<< /Type /Annot /Subtype /Text /Rect [ 0 0 20 20 ] >>',
    ...changes,
  })

function opened(pdf: Uint8Array, budget = newWorkBudget()): Entry {
  const states = openStates(pdf, newWorkBudget())
  return openEntry(states, fieldsOf(states.whole)[0]!, budget)
}
const describedAs = (signature: string, more: Record<number, string> = {}) =>
  opened(coverUpTo(signedForm({ 6: signature, ...more }))).report

describe('a signature before its checks', () => {
  it('claims nothing', () => {
    const states = openStates(signedForm(), newWorkBudget())
    const { report, ...entry } = newEntry(states, fieldsOf(states.whole)[0]!)
    expect(entry).toMatchObject({ dict: null, range: null, signed: null })
    expect(report).toMatchObject({
      field: 'Firma',
      indication: 'TOTAL_PASSED',
      integrity: 'not_checked',
      coversWholeFile: false,
      signedBytes: 0,
      coversRevision: 0,
      revisions: 1,
      modifiedAfter: false,
      trusted: false,
      revocation: 'not_checked',
    })
  })

  it('is undecided when there are too many', () => {
    const report = tooMany(openStates(signedForm(), newWorkBudget()))
    expect(report).toMatchObject({ indication: 'INDETERMINATE', warnings: ['too_many_signatures'] })
  })
})

describe('the verdict', () => {
  const passed = { indication: 'TOTAL_PASSED', subindication: null } as const
  const later = { indication: 'INDETERMINATE', subindication: 'TRY_LATER' } as const
  const generic = { indication: 'INDETERMINATE', subindication: 'GENERIC' } as const
  const weak = { indication: 'INDETERMINATE', subindication: 'CRYPTO_CONSTRAINTS_FAILURE' } as const
  const form = { indication: 'TOTAL_FAILED', subindication: 'FORMAT_FAILURE' } as const
  const hash = { indication: 'TOTAL_FAILED', subindication: 'HASH_FAILURE' } as const
  const after = (start: Pick<SignatureReport, 'indication' | 'subindication'>, ...findings: (Finding | null)[]) => {
    const report = { ...start, warnings: [] as string[] } as SignatureReport
    for (const finding of findings) addFinding(report, finding)
    return report
  }

  it.each<[Pick<SignatureReport, 'indication' | 'subindication'>, Finding | null, object]>([
    [passed, null, passed],
    [passed, later, later],
    [passed, generic, generic],
    [passed, hash, hash],
    [later, null, later],
    [later, generic, generic],
    [later, hash, hash],
    [generic, later, generic],
    [generic, weak, generic],
    [generic, hash, hash],
    [form, later, form],
    [form, generic, form],
    [form, hash, form],
  ])('%j with %j is %j', (start, finding, end) => {
    expect(after(start, finding)).toMatchObject(end)
  })

  it('lists each warning once, and no finding without one', () => {
    const odd = { ...weak, warning: 'weak_key' }
    expect(after(passed, odd, generic, odd, { ...hash, warning: 'other' }).warnings).toEqual(['weak_key', 'other'])
  })

  it.each<[Error, object]>([
    [new WorkBudgetError('too much'), { indication: 'INDETERMINATE', warnings: ['too_large_to_compare'] }],
    [new PadesError('pdf_damaged'), { indication: 'TOTAL_FAILED', warnings: ['file_damaged'] }],
  ])('of a check that fails with %s is no pass', (error, end) => {
    const report = after(passed)
    attempt(report, () => {
      throw error
    })
    expect(report).toMatchObject(end)
  })

  it('is none after a failure of the program itself', () => {
    const defect = () => {
      throw new TypeError('a defect')
    }
    expect(() => attempt(after(passed), defect)).toThrow('a defect')
  })
})

describe('a signature', () => {
  it('covers a save of the file', () => {
    const pdf = coverUpTo(signedForm())
    const entry = opened(pdf)
    expect(entry).toMatchObject({ range: { end: pdf.length }, signed: { field: { name: 'Firma' } } })
    expect(entry.signed?.file.bytes).toHaveLength(pdf.length)
    const whole = { indication: 'TOTAL_PASSED', coversRevision: 1, signedBytes: pdf.length, coversWholeFile: true }
    expect(entry.report).toMatchObject({ ...whole, warnings: [] })
    const extended = opened(appendRevision(pdf, { 9: 'null' }))
    expect(extended.report).toMatchObject({ ...whole, revisions: 2, coversWholeFile: false })
    expect(extended.signed?.file.bytes).toHaveLength(pdf.length)
  })

  it.each<[string, () => Uint8Array, string]>([
    ['is no dictionary', () => signedForm({ 6: '(x)' }), 'signature_dictionary_unreadable'],
    ['has no range', () => signedForm({ 6: '<< /Type /Sig /Contents <00> >>' }), 'byte_range_malformed'],
    [
      'covers an end that is no file',
      () => {
        const pdf = signedForm({ 6: `${emptySignature()}\n%%EOF\n` })
        return coverUpTo(pdf, Buffer.from(pdf).indexOf('%%EOF') + 5)
      },
      'end_is_not_a_revision',
    ],
    [
      'covers an end that is no save',
      () => {
        const pdf = Buffer.concat([signedForm(), bytesOf('9 0 obj\n(x)\nendobj\n%%EOF\n')])
        return coverUpTo(appendRevision(pdf, { 8: 'null' }), pdf.length)
      },
      'end_is_not_a_revision',
    ],
    [
      'was in another field when it was made',
      () => {
        const pdf = coverUpTo(signedForm())
        return appendRevision(pdf, { 5: field().replace('(Firma)', '(Otra)') })
      },
      'signature_not_in_signed_revision',
    ],
  ])('that %s has a wrong form', (_, make, warning) => {
    const { range, signed, report } = opened(make())
    expect({ range, signed }).toEqual({ range: null, signed: null })
    expect(report).toMatchObject({ indication: 'TOTAL_FAILED', subindication: 'FORMAT_FAILURE', warnings: [warning] })
    if (warning === 'end_is_not_a_revision') expect(report).toMatchObject({ coversRevision: 0, signedBytes: 0 })
  })

  it('reports its own claims', () => {
    const all = '/M (D:20260201093000Z) /Reason (Acuerdo) /Location (Quito) /ContactInfo (ana@ejemplo.test)'
    const time = new Date('2026-02-01T09:30:00Z')
    expect(describedAs(emptySignature(all))).toMatchObject({
      kind: 'signature',
      level: 'unknown',
      claimed_at: time,
      signed_at: time,
      reason: 'Acuerdo',
      location: 'Quito',
      contactInfo: 'ana@ejemplo.test',
    })
    const bare = describedAs(emptySignature())
    expect(bare.claimed_at).toBeNull()
    for (const key of ['reason', 'location', 'contactInfo']) expect(bare).not.toHaveProperty(key)
  })

  it.each([
    ['its format', emptySignature('/M (D:2026)').replace('ETSI.CAdES.detached', 'ETSI.RFC3161')],
    ['its type', emptySignature('/M (D:2026)').replace('/Type /Sig', '/Type /DocTimeStamp')],
  ])('is a timestamp by %s, and then claims no time', (_, signature) => {
    expect(describedAs(signature)).toMatchObject({
      kind: 'timestamp',
      level: 'timestamp',
      claimed_at: null,
      signed_at: null,
    })
  })

  it('is a certification with DocMDP', () => {
    const certifying = emptySignature('/Reference [ << /TransformMethod /DocMDP /TransformParams << /P 2 >> >> ]')
    const catalog = '/Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 5 0 R ] >> /Perms << /DocMDP 6 0 R >>'
    expect(describedAs(certifying, { 1: `<< ${catalog} >>` })).toMatchObject({
      kind: 'certification',
      level: 'unknown',
    })
  })
})

describe('the place of a signature', () => {
  it('is on the page that lists its widget', () => {
    const { report } = opened(coverUpTo(signedForm()))
    expect(report).toMatchObject({ page: 2, rectangle: { page: 2, x: 10, width: 100, height: 50 } })
  })

  it.each([
    ['a rectangle', ''],
    ['width', '/Rect [ 10 20 10 70 ]'],
    ['height', '/Rect [ 10 20 110 20 ]'],
    ['a widget', '/Kids [ 99 0 R ]'],
  ])('is unknown without %s', (_, entries) => {
    const { report } = opened(coverUpTo(signedForm({ 5: field(entries) })))
    expect(report.indication).toBe('TOTAL_PASSED')
    expect(report).not.toHaveProperty('page')
    expect(report).not.toHaveProperty('rectangle')
  })

  it('is unknown where no page lists it', () => {
    expect(opened(coverUpTo(signedForm({ 4: page('7 0 R') }))).report).not.toHaveProperty('page')
  })

  it('costs a step for each page and each annotation', () => {
    const spent: number[] = []
    opened(coverUpTo(signedForm()), { spend: (steps) => void spent.push(steps) })
    expect(spent).toEqual([4, 3])
  })
})

describe('a signature in two fields', () => {
  const at = (start: number, isSigned = true) => ({ dict: { start }, signed: isSigned ? {} : null }) as unknown as Entry
  const repeated = (...entries: Entry[]) => isRepeated(entries.at(-1)!, entries.length - 1, entries)

  it('is repeated by the later one', () => {
    expect(repeated(at(5), at(5))).toBe(true)
    expect(repeated(at(5), at(9), at(5))).toBe(true)
  })

  it('is not repeated by another, or by one that was not signed with both', () => {
    expect(repeated(at(5))).toBe(false)
    expect(repeated(at(5), at(9))).toBe(false)
    expect(repeated(at(5, false), at(5))).toBe(false)
    expect(repeated(at(5), at(5, false))).toBe(false)
  })
})

describe('what was saved after a signature', () => {
  const pdf = coverUpTo(signedForm())
  const after = (later: Uint8Array) => {
    const entry = opened(later)
    checkLaterChanges(entry, newWorkBudget())
    return entry.report
  }

  it('is nothing in the signed file', () => {
    expect(after(pdf)).toMatchObject({ indication: 'TOTAL_PASSED', modifiedAfter: false, modifications: [] })
  })

  it('fails it by one modification', () => {
    const change = { kind: 'page_changed', object: 3, page: 1, key: 'MediaBox' }
    expect(after(appendRevision(pdf, { 3: page('null 7 0 R 7 0 R').replace('792', '700') }))).toMatchObject({
      indication: 'TOTAL_FAILED',
      subindication: 'MODIFIED_AFTER_SIGNING',
      modifiedAfter: true,
      modifications: [change],
    })
  })

  it('leaves it undecided by a doubt', () => {
    const certifying = emptySignature('/Reference [ << /TransformMethod /DocMDP /TransformParams << /P 3 >> >> ]')
    const certified = coverUpTo(signedForm({ 6: certifying }))
    const text = '<< /Type /Annot /Subtype /FreeText /Rect [ 72 700 300 740 ] /Contents (Pago: 999) >>'
    expect(after(appendRevision(certified, { 3: page('null 7 0 R 7 0 R 8 0 R'), 8: text }))).toMatchObject({
      indication: 'INDETERMINATE',
      subindication: 'MODIFIED_AFTER_SIGNING',
      modifiedAfter: false,
      warnings: ['annotations_added'],
    })
  })

  it('is not compared without a signed save', () => {
    const { modifications, additions } = after(signedForm())
    expect({ modifications, additions }).toEqual({ modifications: [], additions: [] })
  })
})
