import { describe, expect, it } from 'vitest'
import { PadesError } from '../errors.ts'
import { readPdf } from '../pdf/file.ts'
import { parseCms } from '../cms/parse.ts'
import { element } from '../cms/der.ts'
import { WorkBudgetError, newWorkBudget } from '../work-budget.ts'
import { ana, check, firstReport, signAs, verdictOf, withCms } from './testing/signing.ts'
import { appendRevision, bytesOf, contract, packedContract, stream, textOfBytes, tinyPdf } from './testing/tiny-pdf.ts'

describe('object streams', () => {
  it('are read, and overriding one changes its objects', async () => {
    const signed = await signAs(ana, packedContract('BT (Pago: 100) Tj ET'))
    expect(check(signed).summary).toBe('valid')
    const file = readPdf(signed)
    const entry = file.entry(4)
    expect(entry?.kind).toBe('compressed')
    const container = entry?.kind === 'compressed' ? entry.container : 0
    const index = '1 0 2 100 3 200 4 300'
    const members = [
      'null',
      '<< /Type /Pages /Kids [ 3 0 R ] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] /Contents 5 0 R /Resources 4 0 R >>',
      '<< /ProcSet [ /Evil ] >>',
    ]
    const data = index.padEnd(100) + members.map((member) => member.padEnd(100)).join('')
    const forged = appendRevision(signed, { [container]: stream(data, '/Type /ObjStm /N 4 /First 100') })
    expect(firstReport(forged)).toMatchObject({ indication: 'TOTAL_FAILED', modifiedAfter: true })
    expect(firstReport(forged).modifications).toContainEqual({ kind: 'page_changed', object: 4, page: 1 })
  })
})

describe('hostile files get an answer', () => {
  it('with an endlessly nested CMS', async () => {
    const signed = await signAs(ana, contract(), { contentsSize: 20_000 })
    let nested: Uint8Array = new Uint8Array(0)
    for (let i = 0; i < 2000; i++) nested = element(0x30, nested)
    expect(verdictOf(withCms(signed, nested))).toBe('invalid')
    const indefinite = Buffer.concat([Buffer.alloc(8000, Buffer.from([0x30, 0x80])), Buffer.alloc(100)])
    expect(verdictOf(withCms(signed, indefinite))).toBe('invalid')
    expect(() => parseCms(indefinite)).toThrow('cms_damaged')
  })

  it('with looping page and field trees', () => {
    const looping = contract({
      2: '<< /Type /Pages /Kids [ 2 0 R 3 0 R ] /Count 1 >>',
      10: '<< /T (a) /Kids [ 10 0 R 10 0 R ] >>',
    })
    expect(verdictOf(looping)).toBe('unsigned')
  })

  it('with a field tree that contains itself', () => {
    const objects: Record<number, string> = {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R ] >> >>',
      2: '<< /Type /Pages /Kids [ ] /Count 0 >>',
    }
    for (let i = 10; i < 70; i++) objects[i] = `<< /T (x) /Kids [ ${`${i + 1} 0 R `.repeat(40)} ] >>`
    expect(verdictOf(tinyPdf(objects))).toBe('unsigned')
  })

  it('with many revisions after many signatures', async () => {
    let pdf = contract()
    for (let i = 0; i < 6; i++) pdf = await signAs(ana, pdf, { contentsSize: 3000 })
    for (let i = 0; i < 150; i++)
      pdf = appendRevision(pdf, {
        10: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Nombre) /Rect [ 72 600 272 620 ] /P 3 0 R /V (${i}) /AP << /N 12 0 R >> >>`,
      })
    const report = check(pdf)
    expect(report.signatures).toHaveLength(6)
    expect(report.summary).toBe('valid')
  })

  it('with a file too large to compare, as undecided', () => {
    const budget = newWorkBudget(10)
    expect(() => budget.spend(11)).toThrow(WorkBudgetError)
  })

  it('with a long text that each of many states reads again', async () => {
    let pdf = await signAs(ana, contract({ 14: `<< /Title (${'x'.repeat(1 << 20)}) >>` }))
    for (let i = 0; i < 110; i++) pdf = appendRevision(pdf, { 300: `(${i})` })
    const before = process.memoryUsage().rss
    expect(verdictOf(pdf)).toBe('indeterminate')
    expect(process.memoryUsage().rss - before).toBeLessThan(1 << 30)
  })

  it('with a great many objects', async () => {
    const objects: Record<number, string> = {}
    for (let i = 100; i < 30_000; i++) objects[i] = `[ ${i + 1} 0 R ]`
    const signed = await signAs(
      ana,
      contract({ ...objects, 7: '<< /Font << /Helv 8 0 R >> /XObject << /Logo 9 0 R >> /Cola 100 0 R >>' }),
    )
    const forged = appendRevision(signed, { 29_000: '[ ]' })
    expect(firstReport(forged).modifications).toEqual([{ kind: 'page_changed', object: 29_000, page: 1 }])
  })

  it.each(['', '%PDF-1.7', '%PDF-1.7\nstartxref\n0\n%%EOF', 'x'.repeat(50)])('that are not PDFs: %j', (text) => {
    expect(() => check(bytesOf(text))).toThrow(PadesError)
  })

  it('with a cross-reference chain that loops', async () => {
    const signed = textOfBytes(await signAs(ana, contract()))
    const at = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(signed)?.[1])
    const table = `xref\n0 0\ntrailer\n<< /Size 99 /Root 1 0 R /Prev ${signed.length} >>\nstartxref\n${signed.length}\n%%EOF\n`
    expect(at).toBeGreaterThan(0)
    expect(verdictOf(bytesOf(signed + table))).toBe('pdf_signed_and_damaged')
  })
})
