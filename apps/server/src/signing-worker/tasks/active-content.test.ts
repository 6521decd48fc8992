import { makePdf, type PdfOptions } from '@foja/testing/pdfs'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { activeContentTask } from './active-content.ts'

async function kindsIn(pdf: Buffer): Promise<string[]> {
  const answer = await activeContentTask({ source: pdf })
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
const withCatalog = (catalog: string) => makePdf({ catalog })

describe('active content of a PDF', () => {
  it('is nothing in an ordinary file, with links, forms and destinations', async () => {
    expect(await kindsIn(makePdf())).toEqual([])
    expect(await kindsIn(makePdf({ form: 'direct' }))).toEqual([])
    expect(await kindsIn(withCatalog('/OpenAction << /S /GoTo /D [0 /Fit] >>'))).toEqual([])
    expect(await kindsIn(withCatalog('/OpenAction << /S /URI /URI (https://foja.example/JavaScript) >>'))).toEqual([])
    expect(await kindsIn(withCatalog('/Canary (/S /JavaScript /Launch)'))).toEqual([])
  })

  it.each([
    ['JavaScript at opening', '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>', ['javascript']],
    ['JavaScript with an escaped name', '/OpenAction << /S /Java#53cript /J#53 (app.alert\\(1\\)) >>', ['javascript']],
    [
      'JavaScript in the names',
      '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (1) >>] >> >>',
      ['javascript'],
    ],
    ['JavaScript in a trigger', '/AA << /WC << /S /JavaScript /JS (1) >> >>', ['javascript']],
    [
      'JavaScript after another action',
      '/OpenAction << /S /GoTo /Next [<< /S /JavaScript /JS (1) >>] >>',
      ['javascript'],
    ],
    ['a rendition with a script', '/OpenAction << /S /Rendition /JS (1) >>', ['javascript']],
    ['a launch action', '/OpenAction << /S /Launch /F (cmd.exe) >>', ['launch']],
    ['a launch action of Windows', '/AA << /WC << /S /Launch /Win << /F (cmd.exe) >> >> >>', ['launch']],
    [
      'an attached program',
      '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /UF (factura.PDF.exe) /EF << >> >>] >> >>',
      ['program'],
    ],
    ['an attached document with macros', '/AF [<< /F (acta.docm) /EF << >> >>]', ['program']],
    ['an attached text', '/AF [<< /F (factura.xml) /EF << >> >>]', []],
    [
      'everything',
      '/A << /S /JavaScript >> /B << /S /Launch >> /C << /F (a.js) /EF << >> >>',
      ['javascript', 'launch', 'program'],
    ],
  ])('is found in %s', async (_name, catalog, kinds) => {
    expect(await kindsIn(withCatalog(catalog))).toEqual(kinds)
  })

  const script = '<subform><event><script contentType="application/x-javascript">1</script></event></subform>'
  it.each<[string, PdfOptions['xfaPackets']]>([
    ['a script', [{ data: Buffer.from(script) }]],
    ['a compressed script', [{ data: deflateSync(script), filter: 'FlateDecode' }]],
    ['a script in UTF-16', [{ data: Buffer.from(script, 'utf16le') }]],
    ['a script with a prefix', [{ data: Buffer.from('<x:script/>') }]],
    ['a script across two streams', [{ data: Buffer.from('<event><scr') }, { data: Buffer.from('ipt>1</script>') }]],
    ['a script in an entity', [{ data: Buffer.from('<!DOCTYPE x [<!ENTITY s "&#60;script>">]>') }]],
    ['a packet that cannot be read', [{ data: Buffer.from('x'), filter: 'LZWDecode' }]],
    ['a packet of 40 MB', [{ data: deflateSync(Buffer.alloc(40_000_000)), filter: 'FlateDecode' }]],
  ])('is found in an XFA form with %s', async (_name, xfaPackets) => {
    for (const form of ['direct', 'indirect'] as const) {
      expect(await kindsIn(makePdf({ form, xfa: 'hybrid', xfaPackets }))).toEqual(['javascript'])
    }
  })

  it('is not found in an XFA form without scripts', async () => {
    const xfaPackets = [{ data: Buffer.from('<subform><field name="script"/></subform>') }]
    expect(await kindsIn(makePdf({ form: 'direct', xfa: 'dynamic' }))).toEqual([])
    expect(await kindsIn(makePdf({ form: 'direct', xfa: 'hybrid', xfaPackets }))).toEqual([])
  })

  it.each(['stream', 'table'] as const)('is found with a cross-reference %s', async (xref) => {
    expect(await kindsIn(makePdf({ xref, catalog: '/OpenAction << /S /Launch /F (a) >>' }))).toEqual(['launch'])
  })

  it('is found in a damaged file, whose objects are not listed', async () => {
    const pdf = withCatalog('/OpenAction << /S /Launch /F (a) >>')
    expect(await kindsIn(pdf.subarray(0, pdf.lastIndexOf('xref') - 5))).toEqual(['launch'])
    expect(await kindsIn(Buffer.from('%PDF-1.7\n1 0 obj << /OpenAction << /S /Launch'))).toEqual(['launch'])
  })
})
