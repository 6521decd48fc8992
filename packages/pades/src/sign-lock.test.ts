import { makePdf } from '@foja/testing/pdfs'
import { runValidator } from '@foja/testing/signing'
import { describe, expect, it } from 'vitest'
import { PadesError } from './errors.ts'
import { fieldsOf } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import { PdfArray, PdfRef, nameOf, textOf } from './pdf/objects.ts'
import type { PdfDict } from './pdf/objects.ts'
import { earlierSignatures } from './pdf/permissions.ts'
import type { FieldLock } from './prepare.ts'
import { ana, check, firstReport, luis, signAs } from './verify/testing/signing.ts'
import { appendRevision, contract } from './verify/testing/tiny-pdf.ts'

/** The newest text of an object of the contract, whose body is on one line. */
const textOfObject = (pdf: Uint8Array, number: number): string =>
  Buffer.from(pdf).toString('latin1').split(`\n${number} 0 obj\n`).at(-1)!.split('\nendobj')[0]!

const withName = (pdf: Uint8Array) => appendRevision(pdf, { 10: textOfObject(pdf, 10).replace('/V ()', '/V (Luis)') })
const withTick = (pdf: Uint8Array) => appendRevision(pdf, { 11: textOfObject(pdf, 11).replaceAll('/Off', '/Si') })

const refusal = async (pdf: Uint8Array, lock: FieldLock, fieldName?: string): Promise<unknown> => {
  try {
    await signAs(ana, pdf, { lock, fieldName })
  } catch (error) {
    if (error instanceof PadesError) return [error.code, error.detail?.['reason'], error.detail?.['field']]
    throw error
  }
  return 'signed'
}

const listOf = (pdf: Uint8Array, dict: PdfDict): unknown[] => {
  const file = readPdf(pdf)
  const fields = file.resolve(dict.get('Fields'))
  const names = fields instanceof PdfArray ? fields.items.map((item) => textOf(file.resolve(item))) : null
  return [nameOf(file.resolve(dict.get('Action'))), names]
}

describe('a signature that locks fields', () => {
  it.each<[FieldLock, name: boolean, tick: boolean, more: boolean]>([
    [{ action: 'All' }, true, true, false],
    [{ action: 'Include', fields: ['Nombre'] }, true, false, true],
    [{ action: 'Exclude', fields: ['Nombre'] }, false, true, false],
  ])('%j: checks later filling and later signatures', async (lock, locksName, locksTick, mayFollow) => {
    const signed = await signAs(ana, contract(), { lock })
    expect(check(signed).summary).toBe('valid')
    const judged = runValidator('pdfsig', ['-nocert'], signed)
    if (judged) expect(judged.output).toContain('Signature Validation: Signature is Valid.')
    for (const [filled, isLocked] of [
      [withName(signed), locksName],
      [withTick(signed), locksTick],
    ] as const) {
      expect(firstReport(filled).modifications.some(({ kind }) => kind === 'field_changed')).toBe(isLocked)
      if (isLocked) expect(check(filled).summary).toBe('invalid')
    }
    const next = signAs(luis, signed)
    if (mayFollow) expect(check(await next).summary).toBe('valid')
    else await expect(next).rejects.toMatchObject({ code: 'pdf_forbids_signing', detail: { reason: 'FieldMDP' } })
  })

  it('declares it in the field and in the signature', async () => {
    const pdf = await signAs(ana, contract(), { lock: { action: 'Include', fields: ['Nombre', 'Acepto'] } })
    const file = readPdf(pdf)
    const field = fieldsOf(file).find(({ type }) => type === 'Sig')!
    expect(field.dict.get('Lock')).toBeInstanceOf(PdfRef)
    const references = file.resolve(file.dict(field.value)!.get('Reference'))
    const [reference] = references instanceof PdfArray ? references.items.map((item) => file.dict(item)!) : []
    expect(nameOf(file.resolve(reference!.get('TransformMethod')))).toBe('FieldMDP')
    for (const dict of [file.dict(field.dict.get('Lock'))!, file.dict(reference!.get('TransformParams'))!])
      expect(listOf(pdf, dict)).toEqual(['Include', ['Nombre', 'Acepto']])
  })

  it('locks non-ASCII names, in encrypted files, by a second signature', async () => {
    const first = await signAs(luis, makePdf({ form: 'direct', encryption: { mode: 'aes-256' } }))
    const lock: FieldLock = { action: 'Include', fields: ['comentario', 'Año (1)'] }
    const second = await signAs(ana, first, { lock, fieldName: 'Año (1)' })
    expect(check(second).summary).toBe('valid')
    const { permissions } = earlierSignatures(readPdf(second), fieldsOf(readPdf(second)))[1]!
    expect(['comentario', 'Año (1)', 'Signature1'].map((name) => permissions.isLocked(name))).toEqual([
      true,
      true,
      false,
    ])
    expect(check(await signAs(luis, second)).summary).toBe('valid')
  })

  it('refuses unknown names, and a list without names', async () => {
    expect(await refusal(contract(), { action: 'Include', fields: ['Nombre', 'Nadie'] })).toEqual([
      'field_not_found',
      'lock',
      'Nadie',
    ])
    expect(await refusal(contract(), { action: 'Exclude', fields: [] })).toEqual(['field_not_found', 'lock', ''])
    expect(await refusal(contract(), { action: 'Exclude', fields: ['Propia'] }, 'Propia')).toBe('signed')
  })

  it('uses the lock of an existing field, and refuses when that locks less than requested', async () => {
    const form = (lock: string) => makePdf({ form: 'direct', emptyField: { name: 'Firma', rect: [0, 0, 0, 0], lock } })
    const all = form('<< /Type /SigFieldLock /Action /All >>')
    const own = form('<< /Type /SigFieldLock /Action /Include /Fields [(comentario)] >>')
    expect(await refusal(all, { action: 'Include', fields: ['comentario'] }, 'Firma')).toBe('signed')
    expect(await refusal(own, { action: 'Include', fields: ['comentario'] }, 'Firma')).toBe('signed')
    for (const lock of [{ action: 'All' }, { action: 'Include', fields: ['Firma'] }] as FieldLock[])
      expect(await refusal(own, lock, 'Firma')).toEqual(['pdf_forbids_signing', 'lock', undefined])
    const plain = makePdf({ form: 'direct', emptyField: { name: 'Firma', rect: [0, 0, 0, 0] } })
    const signed = await signAs(ana, plain, { lock: { action: 'All' }, fieldName: 'Firma' })
    expect(check(signed).summary).toBe('valid')
    await expect(signAs(luis, signed)).rejects.toThrow('FieldMDP')
  })
})
