import { describe, expect, it } from 'vitest'
import { ana, check, firstReport, signAs } from './testing/signing.ts'
import { appendRevision, contract, stream, textOfBytes } from './testing/tiny-pdf.ts'

/** A tagged contract: root 30, document element 31, paragraph 32 with an indirect list of kids 33, number tree 34, 35. */
const objects = {
  1: '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 30 0 R /AcroForm << /Fields [ 10 0 R 11 0 R ] >> >>',
  30: '<< /Type /StructTreeRoot /K 31 0 R /ParentTree 34 0 R /ParentTreeNextKey 1 >>',
  31: '<< /Type /StructElem /S /Document /P 30 0 R /K [ 32 0 R ] >>',
  32: '<< /Type /StructElem /S /P /P 31 0 R /Pg 3 0 R /K 33 0 R /ActualText (Pago: 100) >>',
  33: '[ 0 << /Type /MCR /Pg 3 0 R /MCID 1 >> ]',
  34: '<< /Kids [ 35 0 R ] >>',
  35: '<< /Nums [ 0 [ 32 0 R 32 0 R ] ] /Limits [ 0 0 ] >>',
}
const tagged = contract(objects)

const lastOf = (pdf: Uint8Array, number: number): string =>
  [...textOfBytes(pdf).matchAll(new RegExp(`\\n${number} 0 obj\\n([^]*?)\\nendobj`, 'g'))].at(-1)?.[1] ?? ''

const signed = await signAs(ana, tagged)

/** Catalog and first page of a file that gains a field 60. */
const listing = (pdf: Uint8Array) => ({
  1: lastOf(pdf, 1).replace(/\/Fields \[([^\]]*)\]/, '/Fields [$1 60 0 R ]'),
  3: lastOf(pdf, 3).replace(/\/Annots \[([^\]]*)\]/, '/Annots [$1 60 0 R ]'),
})

/** The additions of another program when it signs: a field 60 with its element 61 in the structure tree. */
const signing = {
  ...listing(signed),
  30: '<< /Type /StructTreeRoot /K 31 0 R /ParentTree 34 0 R /ParentTreeNextKey 2 >>',
  31: '<< /Type /StructElem /S /Document /P 30 0 R /K [ 32 0 R 61 0 R ] >>',
  35: '<< /Nums [ 0 [ 32 0 R 32 0 R ] 1 61 0 R ] /Limits [ 0 1 ] >>',
  60: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Otra) /P 3 0 R /F 132 /Rect [ 0 0 0 0 ] /StructParent 1 /V 62 0 R >>',
  61: '<< /Type /StructElem /S /Form /P 31 0 R /Pg 3 0 R /K << /Type /OBJR /Obj 60 0 R /Pg 3 0 R >> >>',
  62: '<< /Type /Sig /Filter /X /ByteRange [ 0 1 2 3 ] /Contents <00> >>',
}
const modificationsOf = (objects: Record<number, string>) => firstReport(appendRevision(signed, objects)).modifications

describe('the structure tree of a tagged file', () => {
  it('does not affect a signature', () => {
    expect(check(signed).summary).toBe('valid')
  })

  it('may list the widget of a later signature', () => {
    expect(modificationsOf(signing)).toEqual([])
    const inLeaf = {
      ...signing,
      34: '<< /Kids [ 35 0 R 63 0 R ] >>',
      35: lastOf(signed, 35),
      63: '<< /Nums [ 1 61 0 R ] /Limits [ 1 1 ] >>',
    }
    expect(modificationsOf(inLeaf)).toEqual([])
    const inList = {
      ...signing,
      31: lastOf(signed, 31),
      33: '[ 0 << /Type /MCR /Pg 3 0 R /MCID 1 >> 61 0 R ]',
      61: signing[61].replace('/P 31', '/P 32'),
    }
    expect(modificationsOf(inList)).toEqual([])
  })

  it.each<[string, Record<number, string>, number]>([
    ['an element that speaks for the page', { 61: signing[61].replace('/K', '/ActualText (Pago: 999) /K') }, 31],
    ['an element for a widget that was there', { 61: signing[61].replace('/Obj 60', '/Obj 10') }, 31],
    ['an element for marked content', { 61: signing[61].replace(/\/K <<.*>> >>$/, '/K 0 >>') }, 31],
    ['an element of another kind', { 61: signing[61].replace('/Form', '/Figure') }, 31],
    ['an element that is moved', { 31: '<< /Type /StructElem /S /Document /P 30 0 R /K [ 61 0 R ] >>' }, 31],
    ['an element with another text', { 32: lastOf(signed, 32).replace('100', '999') }, 32],
    ['an element of another kind than before', { 32: lastOf(signed, 32).replace('/S /P ', '/S /Artifact ') }, 32],
    ['another parent', { 32: lastOf(signed, 32).replace('/P 31 0 R', '/P 30 0 R') }, 32],
    ['a number that leads elsewhere', { 35: '<< /Nums [ 0 [ 61 0 R 32 0 R ] 1 61 0 R ] /Limits [ 0 1 ] >>' }, 35],
    ['a number that is gone', { 35: '<< /Nums [ 1 61 0 R ] /Limits [ 0 1 ] >>' }, 35],
    ['a number twice', { 35: '<< /Nums [ 0 [ 32 0 R 32 0 R ] 0 61 0 R ] /Limits [ 0 1 ] >>' }, 35],
    ['limits that hide a number', { 35: '<< /Nums [ 0 [ 32 0 R 32 0 R ] 1 61 0 R ] /Limits [ 1 1 ] >>' }, 35],
    ['marked content that is gone', { 33: '[ 0 ]' }, 33],
    ['a root with other roles', { 30: signing[30].replace('/K', '/RoleMap << /P /Artifact >> /K') }, 30],
    ['another number tree', { 30: signing[30].replace('34 0 R', '35 0 R') }, 30],
    ['a next number that goes back', { 30: signing[30].replace('NextKey 2', 'NextKey 0') }, 30],
  ])('%s is a modification', (_, change, object) => {
    expect(modificationsOf({ ...signing, ...change })).toContainEqual({
      kind: 'object_changed',
      object,
      key: 'StructTreeRoot',
    })
  })

  it('a new element without a signature is a modification', () => {
    const { 31: parent, 61: element } = signing
    expect(modificationsOf({ 31: parent, 61: element })).toHaveLength(1)
  })

  it('an object of the tree that is also drawn stays frozen (sneaky structure)', async () => {
    const shared = await signAs(
      ana,
      contract({
        1: '<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 30 0 R /Extra 31 0 R >>',
        30: '<< /Type /StructTreeRoot /K 31 0 R >>',
        31: '<< /Type /StructElem /S /Document /P 30 0 R /K [ 32 0 R ] >>',
        32: stream('0 0 10 10 re f', '/Type /XObject /Subtype /Form /BBox [ 0 0 10 10 ]'),
      }),
    )
    const forged = appendRevision(shared, { 31: '<< /Type /StructElem /S /Document /P 30 0 R /K [ 32 0 R 61 0 R ] >>' })
    expect(firstReport(forged).modifications).toEqual([{ kind: 'object_changed', object: 31 }])
    const drawn = appendRevision(shared, {
      32: stream('0 0 612 792 re f', '/Type /XObject /Subtype /Form /BBox [ 0 0 612 792 ]'),
    })
    expect(firstReport(drawn).indication).toBe('TOTAL_FAILED')
  })

  it('another tree in place of the signed one is a modification', () => {
    const catalog = lastOf(signed, 1).replace('/StructTreeRoot 30 0 R', '/StructTreeRoot 70 0 R')
    expect(modificationsOf({ 1: catalog, 70: lastOf(signed, 30) })).toContainEqual({
      kind: 'catalog_changed',
      object: 1,
      key: 'StructTreeRoot',
    })
  })
})

describe('what the structure tree may gain', () => {
  const only = (objects: Record<number, string>, base = signed) =>
    firstReport(appendRevision(base, objects)).modifications.map(({ object, key }) => [object, key])
  const refused = (object: number) => [[object, 'StructTreeRoot']]

  it.each<[string, Record<number, string>]>([
    ['an annotation in place of a form', { 61: signing[61].replace('/S /Form', '/S /Annot') }],
    ['its page only in the element', { 61: signing[61].replace(' /Pg 3 0 R >> >>', ' >> >>') }],
    ['its page nowhere', { 61: signing[61].replaceAll('/Pg 3 0 R ', '') }],
    ['its only kid in a list', { 61: signing[61].replace(/\/K (<<.*>>) >>$/, '/K [ $1 ] >>') }],
    [
      'its kid in an object of its own',
      { 61: signing[61].replace(/\/K <<.*>> >>$/, '/K 64 0 R >>'), 64: '<< /Type /OBJR /Obj 60 0 R >>' },
    ],
    ['no next number', { 30: signing[30].replace('/ParentTreeNextKey 2', '/ParentTreeNextKey 1') }],
  ])('is an element with %s', (_, change) => {
    expect(only({ ...signing, ...change })).toEqual([])
  })

  it.each<[string, Record<number, string>, number]>([
    ['without a kind', { 61: signing[61].replace('/S /Form ', '') }, 31],
    ['without a parent', { 61: signing[61].replace('/P 31 0 R ', '') }, 31],
    ['below something that is no element', { 61: signing[61].replace('/P 31 0 R', '/P 3 0 R') }, 31],
    ['of a page that is none', { 61: signing[61].replace('/Pg 3 0 R /K', '/Pg 10 0 R /K') }, 31],
    ['of a page that is written in it', { 61: signing[61].replace('/Pg 3 0 R /K', '/Pg << >> /K') }, 31],
    [
      'whose reference names a page that is none',
      { 61: signing[61].replace('/Pg 3 0 R >> >>', '/Pg 10 0 R >> >>') },
      31,
    ],
    ['with two kids', { 61: signing[61].replace(/\/K (<<.*>>) >>$/, '/K [ $1 $1 ] >>') }, 31],
    ['without a kid', { 61: signing[61].replace(/\/K <<.*>> >>$/, '>>') }, 31],
    ['with an empty list of kids', { 61: signing[61].replace(/\/K <<.*>> >>$/, '/K [ ] >>') }, 31],
    ['whose reference has no kind', { 61: signing[61].replace('/Type /OBJR ', '') }, 31],
    ['whose reference says more', { 61: signing[61].replace('/Type /OBJR ', '/Type /OBJR /Alt (x) ') }, 31],
    ['whose reference leads to no object', { 61: signing[61].replace('/Obj 60 0 R', '/Obj << >>') }, 31],
  ])('is no element %s', (_, change, object) => {
    expect(only({ ...signing, ...change })).toContainEqual([object, 'StructTreeRoot'])
  })

  it('is no element that was there, or that is written in its parent', () => {
    const written = signing[61].replace('/P 31 0 R', '/P 31 0 R')
    expect(only({ ...signing, 31: signing[31].replace('61 0 R', written) })).toContainEqual([31, 'StructTreeRoot'])
  })

  it('is a number after the others, in a leaf or in a new one', () => {
    const leaf = { ...signing, 34: '<< /Kids [ 35 0 R 63 0 R ] >>', 35: lastOf(signed, 35) }
    const added = '<< /Nums [ 1 61 0 R ] /Limits [ 1 1 ] >>'
    expect(only({ ...leaf, 63: added })).toEqual([])
    expect(only({ ...leaf, 63: added.replace('/Nums', '/Names [ ] /Nums') })).toEqual(refused(34))
    expect(only({ ...leaf, 63: '<< /Nums [ 1 32 0 R ] >>' })).toEqual(refused(34))
    expect(only({ ...leaf, 63: '<< /Nums [ (x) 61 0 R ] >>' })).toEqual(refused(34))
    expect(only({ ...leaf, 34: `<< /Kids [ 35 0 R ${added} ] >>` })).toEqual(refused(34))
    expect(only({ ...leaf, 34: '<< /Kids [ 63 0 R ] >>', 63: added })).toEqual(refused(34))
    expect(only({ ...leaf, 34: '<< /Kids [ 35 0 R 8 0 R ] >>' })).toEqual(refused(34))
  })

  it.each([
    ['wider', '0 9', true],
    ['narrower below', '1 9', false],
    ['narrower above', '0 -1', false],
    ['one number', '0', false],
    ['three numbers', '0 1 2', false],
    ['no numbers', '(a) (b)', false],
  ])('has limits that are %s: %s', (_, limits, isAccepted) => {
    const node = { 35: `<< /Nums [ 0 [ 32 0 R 32 0 R ] 1 61 0 R ] /Limits [ ${limits} ] >>` }
    expect(only({ ...signing, ...node })).toEqual(isAccepted ? [] : refused(35))
  })

  it('is no number of another name, and none in an element', () => {
    expect(only({ ...signing, 30: signing[30].replace('/K', '/Foja 1 /K') })).toEqual(refused(30))
    expect(only({ ...signing, 31: signing[31].replace('/K', '/ParentTreeNextKey 2 /K') })).toEqual(refused(31))
  })

  it('is an element below one that a list of its own holds', async () => {
    const paragraph = (kids: string): string => `<< /Type /StructElem /S /P /P 31 0 R /Pg 3 0 R /K [ ${kids} ] >>`
    const listed = await signAs(
      ana,
      contract({
        ...objects,
        31: '<< /Type /StructElem /S /Document /P 30 0 R /K 33 0 R >>',
        32: paragraph('0'),
        33: '[ 32 0 R ]',
      }),
    )
    const { 31: _, ...rest } = signing
    const below = { ...rest, ...listing(listed), 32: paragraph('0 61 0 R'), 61: signing[61].replace('/P 31', '/P 32') }
    expect(only(below, listed)).toEqual([])
    expect(only({ ...below, 32: paragraph('61 0 R') }, listed)).toEqual(refused(32))
  })

  it('has limits where it had some, and only there', async () => {
    expect(only({ ...signing, 35: '<< /Nums [ 0 [ 32 0 R 32 0 R ] 1 61 0 R ] >>' })).toEqual(refused(35))
    expect(only({ ...signing, 34: '<< /Kids [ 35 0 R ] /Limits [ 0 1 ] >>' })).toEqual(refused(34))
  })

  it('may not become another kind of object', () => {
    expect(only({ ...signing, 33: '<< >>' })).toEqual(refused(33))
    expect(only({ ...signing, 35: '[ ]' })).toContainEqual([35, 'StructTreeRoot'])
  })

  it.each(['/ParentTreeNextKey (x)', ''])('has no next number that is %j', (next) => {
    expect(only({ ...signing, 30: signing[30].replace('/ParentTreeNextKey 2', next) })).toEqual(refused(30))
  })
})
