import { describe, expect, it } from 'vitest'
import { changesBy, covered, coveredCatalog, lastOf } from './testing/covered.ts'
import { stream } from './testing/tiny-pdf.ts'

/** Catalog, information dictionary and XMP: what a reader shows in a title bar or a dialog must not change. */

const signed = covered()
const nothing = { modifications: [], additions: [], doubts: [] }
const metadata = { ...nothing, additions: [{ kind: 'metadata_changed' }] }
const otherTitle = { modifications: [{ kind: 'info_changed', key: 'Metadata' }], additions: [], doubts: [] }

describe('the catalog', () => {
  const versioned = covered({ 1: coveredCatalog('', '/Version /1.5') })
  const withVersion = (version: string) =>
    changesBy(versioned, { 1: lastOf(versioned, 1).replace('/Version /1.5', version) }).modifications

  it('may state a later version, and no earlier one', () => {
    const lower = [{ kind: 'catalog_changed', object: 1, key: 'Version' }]
    expect(withVersion('/Version /1.7')).toEqual([])
    expect(withVersion('/Version  /1.5')).toEqual([])
    expect(withVersion('/Version /1.4')).toEqual(lower)
    expect(withVersion('')).toEqual(lower)
  })

  it('may state extensions', () => {
    const extensions = '/Extensions << /ADBE << /BaseVersion /1.7 /ExtensionLevel 8 >> >>'
    expect(changesBy(signed, { 1: coveredCatalog('', extensions) })).toEqual({
      ...nothing,
      additions: [{ kind: 'metadata_changed', key: 'Extensions' }],
    })
  })
})

describe('validation data', () => {
  const stored = covered({
    1: coveredCatalog('', '/DSS 80 0 R'),
    80: '<< /Certs [ 81 0 R ] /OCSPs [ 82 0 R ] /CRLs 83 0 R >>',
    81: stream('certificate'),
    82: stream('answer'),
    83: '[ 84 0 R ]',
    84: stream('list'),
  })
  const changed = (dss: string, objects = {}) => changesBy(stored, { 80: dss, ...objects })
  const only = (kind: string) => ({ ...nothing, additions: [{ kind }] })

  it('may grow, in another order and in other objects', () => {
    const more = '<< /Certs [ 86 0 R 85 0 R ] /OCSPs [ 82 0 R ] /CRLs [ 84 0 R ] >>'
    expect(changed(more, { 85: stream('certificate'), 86: stream('another') })).toEqual(only('validation_data_added'))
    expect(changed(`${lastOf(stored, 80)} `)).toEqual(nothing)
  })

  it.each([
    ['a certificate', '<< /OCSPs [ 82 0 R ] /CRLs 83 0 R >>'],
    ['an answer', '<< /Certs [ 81 0 R ] /OCSPs [ ] /CRLs 83 0 R >>'],
    ['a list', '<< /Certs [ 81 0 R ] /OCSPs [ 82 0 R ] /CRLs [ 81 0 R ] >>'],
    ['everything', '(x)'],
  ])('that loses %s is reported', (_, dss) => {
    expect(changed(dss)).toEqual(only('validation_data_removed'))
  })

  it('removed from the catalog is reported', () => {
    expect(changesBy(stored, { 1: coveredCatalog() })).toEqual(only('validation_data_removed'))
  })
})

describe('the information dictionary', () => {
  it.each(['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Trapped'])('keeps its /%s', (key) => {
    const pdf = covered({ 14: `<< /${key} (uno) /Producer (a) >>` })
    const changed = { kind: 'info_changed', key }
    expect(changesBy(pdf, { 14: `<< /${key} (dos) /Producer (a) >>` }).modifications).toEqual([changed])
    expect(changesBy(pdf, { 14: '<< /Producer (a) >>' }).modifications).toEqual([changed])
    const without = covered({ 14: '<< /Producer (a) >>' })
    expect(changesBy(without, { 14: `<< /${key} (uno) /Producer (a) >>` }).modifications).toEqual([changed])
  })

  it('may change dates and private entries, which is one addition', () => {
    const later = '<< /Title (Contrato) /ModDate (D:2026) /Producer (b) /Propio (x) >>'
    expect(changesBy(signed, { 14: later })).toEqual(metadata)
  })

  it('may write the same text in another object', () => {
    expect(changesBy(signed, { 14: lastOf(signed, 14).replace('(Contrato)', '80 0 R'), 80: '(Contrato)' })).toEqual(
      nothing,
    )
  })
})

describe('XMP', () => {
  const packet = (body: string): string => stream(body, '/Type /Metadata /Subtype /XML')
  const title = (text: string): string => `<dc:title><rdf:li>${text}</rdf:li></dc:title>`
  const withXmp = (body: string, info = '<< /Producer (a) >>') =>
    covered({ 1: coveredCatalog('', '/Metadata 80 0 R'), 14: info, 80: packet(body) })
  const base = withXmp(title('Escritura'))
  const becomes = (body: string, pdf = base) => changesBy(pdf, { 80: packet(body) })
  const dublinCore = 'http://purl.org/dc/elements/1.1/'
  const adobePdf = 'http://ns.adobe.com/pdf/1.3/'
  const prefixed = (count: number) =>
    Array.from({ length: count }, (_, n) => `<x xmlns:p${n}="${dublinCore}"/>`).join('')

  it.each([
    ['the same title with other tags', '<dc:title>Escritura</dc:title>'],
    ['other white space', title('\n  Escritura ')],
    ['a comment', `<!-- <dc:title>Pagare</dc:title> -->${title('Escritura')}`],
    ['numbers in place of letters', title('&#69;s&#x63;ritura')],
    ['the title twice', `${title('Escritura')}<x dc:title="Escritura"/>`],
    ['an attribute in place of an element', "<x dc:title='Escritura'/>"],
    ['an empty element beside it', `${title('Escritura')}<dc:title></dc:title>`],
    ['another namespace', `<x xmlns:q="http://otro.test/"/><q:title>Pagare</q:title>${title('Escritura')}`],
    ['a namespace with the name of a property of objects', `<x xmlns:q="constructor"/>${title('Escritura')}`],
    ['the same prefix many times', `${`<x xmlns:q="${dublinCore}"/>`.repeat(50)}${title('Escritura')}`],
    ['some other prefixes', `${prefixed(30)}${title('Escritura')}`],
    ['a longer name', `<dc:titles>Pagare</dc:titles>${title('Escritura')}`],
    ['the producer', `${title('Escritura')}<pdf:Producer>otro</pdf:Producer>`],
  ])('may have %s', (_, body) => {
    expect(becomes(body)).toEqual(metadata)
  })

  it.each([
    ['another title', title('Pagare')],
    ['no title', '<x/>'],
    ['two titles', `${title('Escritura')}<x dc:title="Pagare"/>`],
    ['a second title before it', `<x dc:title="Pagare"/>${title('Escritura')}`],
    ['another title by another prefix', `<x xmlns:q="${dublinCore}"/><q:title>Pagare</q:title>${title('Escritura')}`],
    [
      'another title by a written prefix',
      `<x xmlns:q='${dublinCore.replace('/1', '&#47;1')}'/><q:title>Pagare</q:title>`,
    ],
    ['more prefixes than any program writes', `${prefixed(31)}${title('Escritura')}`],
    ['a default namespace', `<x xmlns="${dublinCore}"><title>Pagare</title></x>${title('Escritura')}`],
    ['a document type', `<!DOCTYPE x>${title('Escritura')}`],
    ['an entity', `<!ENTITY a "x">${title('Escritura')}`],
    ['raw text', `${title('Escritura')}<![CDATA[x]]>`],
    ['a zero byte', `${title('Escritura')}\0`],
    ['a byte that is no text', `${title('Escritura')}\xff`],
    ['an author', `${title('Escritura')}<dc:creator>Otra</dc:creator>`],
    ['a description', `${title('Escritura')}<dc:description>Otra</dc:description>`],
    ['a subject', `${title('Escritura')}<dc:subject>Otra</dc:subject>`],
    ['keywords', `${title('Escritura')}<pdf:Keywords>otra</pdf:Keywords>`],
  ])('may not have %s', (_, body) => {
    expect(becomes(body)).toEqual(otherTitle)
  })

  it('may not hide a title behind a prefix that another element binds to another namespace', () => {
    const untitled = withXmp('<x/>')
    const elsewhere = `<x xmlns:dc="${adobePdf}"/>`
    for (const body of [elsewhere, `<y xmlns:dc="${dublinCore}">`]) {
      expect(becomes(`${elsewhere}${body}${title('Pagare')}`, untitled)).toEqual(otherTitle)
    }
    expect(becomes(elsewhere, untitled)).toEqual(metadata)
  })

  it('that could not be read when it was signed may not change', () => {
    expect(becomes(title('Escritura'), withXmp(`<!DOCTYPE x>${title('Escritura')}`))).toEqual(otherTitle)
  })

  it('keeps characters that are no entity, and codes that are no character', () => {
    const odd = withXmp(title('a &amp; b &otra; &#x110000; &#10ffff;'))
    expect(becomes(title('a &#38; b &otra; &#x110000; &#10ffff;'), odd)).toEqual(metadata)
    expect(becomes(title('a &lt; b &otra; &#x110000; &#10ffff;'), odd)).toEqual(otherTitle)
    const last = withXmp(title('&#x10ffff;'))
    expect(becomes(title('&#1114111;'), last)).toEqual(metadata)
  })

  it('may repeat or leave to the information dictionary what that says', () => {
    const both = withXmp('<x/>', '<< /Title ( Escritura ) /Author (Ana) >>')
    expect(becomes(`${title('Escritura')}<dc:creator>Ana</dc:creator>`, both)).toEqual(metadata)
    expect(becomes(title('Pagare'), both)).toEqual(otherTitle)
    const repeated = withXmp(title('Escritura'), '<< /Title (Escritura) >>')
    expect(becomes('<x/>', repeated)).toEqual(metadata)
  })

  it('may be added and removed where it says nothing new', () => {
    const plain = covered({ 14: '<< /Title (Escritura) >>' })
    const adding = (body: string) => changesBy(plain, { 1: coveredCatalog('', '/Metadata 80 0 R'), 80: packet(body) })
    expect(adding(title('Escritura'))).toEqual(metadata)
    expect(adding(title('Pagare'))).toEqual(otherTitle)
    expect(changesBy(base, { 1: coveredCatalog() })).toEqual(otherTitle)
    expect(changesBy(withXmp('<x/>'), { 1: coveredCatalog() })).toEqual(metadata)
  })

  it('or another producer is an addition beside others', () => {
    const plain = covered({ 14: '<< /Producer (a) >>' })
    const found = changesBy(plain, { 1: coveredCatalog('', '/DSS << >>'), 14: '<< /Producer (b) /ModDate (D:2027) >>' })
    expect(found.additions).toEqual([{ kind: 'validation_data_added' }, { kind: 'metadata_changed' }])
  })

  it('and another producer are one addition', () => {
    expect(changesBy(base, { 80: packet(`${title('Escritura')} `), 14: '<< /Producer (b) >>' })).toEqual(metadata)
  })
})
