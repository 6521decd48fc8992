import { makePdf } from '@foja/testing/pdfs'
import type { PdfOptions } from '@foja/testing/pdfs'
import type { EncryptionMode } from '@foja/testing/pdfs-encryption'
import { rewriteWithQpdf, runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { describe, expect, it } from 'vitest'
import { PadesError } from '../errors.ts'
import { fieldsOf } from './fields.ts'
import { readPdf } from './file.ts'
import type { PdfFile } from './file.ts'
import { PdfRef, PdfStream, textOf } from './objects.ts'
import type { PdfString } from './objects.ts'
import { findPage } from './pages.ts'
import { assertMaySign } from './permissions.ts'
import { RevisionWriter } from './revision-writer.ts'
import { text } from './writer.ts'

const modes: EncryptionMode[] = ['rc4-40', 'rc4-128', 'rc4-filter', 'aes-128', 'aes-256-r5', 'aes-256']

const errorOf = (run: () => unknown): [string, unknown] => {
  try {
    run()
  } catch (error) {
    if (error instanceof PadesError) return [error.code, error.detail?.reason]
    throw error
  }
  return ['no error', null]
}

const titleOf = (file: PdfFile): string | null => textOf(file.dict(file.trailer.get('Info'))!.get('Title'))
const contentOf = (file: PdfFile): string => {
  const stream = file.resolve(findPage(file, 1).dict.get('Contents'))
  return stream instanceof PdfStream ? Buffer.from(file.streamData(stream)).toString('latin1') : ''
}

const edited = (pdf: Buffer, from: string | RegExp, to: string): Buffer =>
  Buffer.from(pdf.toString('latin1').replace(from, to), 'latin1')

describe.each(modes)('%s', (mode) => {
  it.each<[string, PdfOptions]>([
    ['table', {}],
    ['object streams', { xref: 'stream' }],
    ['hybrid', { xref: 'hybrid' }],
    ['without ID', { withoutId: true }],
    ['metadata in the clear', { metadata: true, encryption: { mode, encryptMetadata: false } }],
    ['streams in the clear', { encryption: { mode, identityStreams: true } }],
  ])('is decrypted on reading: %s', (name, options) => {
    if (name === 'streams in the clear' && (mode === 'rc4-40' || mode === 'rc4-128')) return
    const pdf = makePdf({ form: 'indirect', encryption: { mode }, ...options })
    // it warns of the missing ID
    const expected = options.withoutId ? 3 : 0
    if (hasValidator('qpdf')) expect(runValidator('qpdf', ['--check'], pdf)).toMatchObject({ code: expected })
    expect(pdf.includes('Acta')).toBe(false)
    const file = readPdf(pdf)
    expect(titleOf(file)).toBe('Acta')
    expect(contentOf(file)).toContain('(Page 1) Tj')
    expect(fieldsOf(file).map(({ name: field, value }) => [field, textOf(value)])).toEqual([['comentario', 'hola']])
    const metadata = file.resolve(file.catalog.get('Metadata'))
    if (metadata instanceof PdfStream) expect(Buffer.from(file.streamData(metadata)).toString()).toBe('<x:xmpmeta/>')
  })

  it.each(['table', 'stream'] as const)('is encrypted on writing, under the number of the object: %s', (xref) => {
    const pdf = makePdf({ xref, encryption: { mode } })
    const before = readPdf(pdf)
    const writer = new RevisionWriter(before)
    const info = before.trailer.get('Info') as PdfRef
    writer.edit(info, before.dict(info)!, { Subject: text('Mediación') })
    const stream = writer.addStream('/Note (escaped \\) note)', Buffer.from('stream data'))
    const signature = writer.add('<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00ff> /Reason (Acuerdo) >>')
    const grown = Buffer.concat([pdf, writer.finish().tail])
    for (const clear of ['Acuerdo', 'escaped', 'stream data', 'Acta']) expect(grown.includes(clear)).toBe(false)
    expect(grown.includes('/Contents <00ff>')).toBe(true)
    const file = readPdf(grown)
    expect([titleOf(file), textOf(file.dict(info)!.get('Subject'))]).toEqual(['Acta', 'Mediación'])
    const added = file.load(stream)!.value as PdfStream
    expect(textOf(added.dict.get('Note'))).toBe('escaped ) note')
    expect(Buffer.from(file.streamData(added)).toString()).toBe('stream data')
    const dict = file.dict(new PdfRef(signature, 0))!
    expect(textOf(dict.get('Reason'))).toBe('Acuerdo')
    expect((dict.get('Contents') as PdfString).bytes).toEqual(Uint8Array.of(0, 255))
    if (!hasValidator('qpdf')) return
    expect(runValidator('qpdf', ['--check'], grown)).toMatchObject({ code: 0 })
    const clear = rewriteWithQpdf(['--decrypt', '--qdf', '--object-streams=disable'], grown).toString('latin1')
    expect(clear).toContain('/Subject')
    expect(clear).toContain('/Title (Acta)')
  })

  it('requires the password if there is one', () => {
    const pdf = makePdf({ encryption: { mode, userPassword: 'secreta' } })
    expect(errorOf(() => readPdf(pdf))).toEqual(['pdf_encrypted', 'password'])
  })

  it.each([
    ['of a user', 'secreta', 'dueña', 'secreta'],
    ['of an owner', 'secreta', 'dueña', 'dueña'],
    ['of an owner, where anybody may read', '', 'dueña', 'dueña'],
    ['that is not needed', '', 'owner', 'otra'],
    ['that is longer than 32 letters', 'contraseña larga '.repeat(3), 'x', 'contraseña larga '.repeat(3)],
    [
      'beyond Latin-1',
      mode.startsWith('aes-256') ? '密码🔑' : 'clave',
      'x',
      mode.startsWith('aes-256') ? '密码🔑' : 'clave',
    ],
  ])('opens with the password %s', (_, userPassword, ownerPassword, password) => {
    const pdf = makePdf({ form: 'indirect', encryption: { mode, userPassword, ownerPassword } })
    const file = readPdf(pdf, { password })
    expect([titleOf(file), contentOf(file).includes('(Page 1) Tj')]).toEqual(['Acta', true])
    expect(file.encryption?.isOwner()).toBe(password === ownerPassword)
    if (userPassword === '') return
    for (const wrong of ['', 'otra', `${password}x`.slice(mode.startsWith('aes-256') ? 0 : -31)])
      expect(errorOf(() => readPdf(pdf, { password: wrong }))).toEqual(['pdf_encrypted', 'password'])
  })

  it('applies permissions to the user, not to the owner', () => {
    const withheld = -4 & ~(8 + 32 + 256)
    const mayFill = withheld | 256
    const asked = (permissions: number, ownerPassword?: string): unknown => {
      const file = readPdf(makePdf({ encryption: { mode, permissions, ownerPassword } }))
      return errorOf(() => assertMaySign(file, [], { fieldName: 'Firma', isNew: true, stamp: null, repeats: false }))[1]
    }
    expect([asked(withheld), asked(-4), asked(withheld, '')]).toEqual(['encryption', null, null])
    // bit 9 has no meaning in revision 2
    expect(asked(mayFill)).toBe(mode === 'rc4-40' ? 'encryption' : null)
    expect(asked(withheld | 32)).toBeNull()
  })
})

describe('refused encryption', () => {
  const pdf = makePdf({ encryption: { mode: 'aes-128' } })

  it('covers other handlers, versions and filters', () => {
    expect(errorOf(() => readPdf(edited(pdf, '/Standard', '/Adobe.XY')))).toEqual(['pdf_encrypted', 'handler'])
    expect(errorOf(() => readPdf(edited(pdf, '/V 4', '/V 3')))).toEqual(['pdf_encrypted', 'algorithm'])
    expect(errorOf(() => readPdf(edited(pdf, '/CFM /AESV2', '/CFM /AESV9')))).toEqual(['pdf_encrypted', 'algorithm'])
    expect(errorOf(() => readPdf(edited(pdf, '/R 4', '/R 7')))).toEqual(['pdf_encrypted', 'algorithm'])
  })

  it('covers revisions that disagree on the encryption', () => {
    const updated = makePdf({ encryption: { mode: 'aes-128' }, updates: 1 })
    const text = updated.toString('latin1')
    const last = text.lastIndexOf('/Encrypt')
    const dropped = Buffer.from(`${text.slice(0, last)}/Encrypx${text.slice(last + 8)}`, 'latin1')
    expect(errorOf(() => readPdf(dropped))).toEqual(['pdf_damaged', 'revisions disagree on the encryption'])
  })

  it('survives flipped bytes of the dictionary', () => {
    const at = pdf.indexOf('/Standard') - 20
    for (let i = 0; i < 400; i++) {
      const copy = Buffer.from(pdf)
      copy[at + i] = (i * 37) & 255
      errorOf(() => contentOf(readPdf(copy)))
    }
  })
})
