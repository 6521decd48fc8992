import * as fc from 'fast-check'
import { templateFieldSchema, type TemplateField } from '@foja/contracts/template-fields'
import { afterAll, describe, expect, it } from 'vitest'
import { boxStates, formPdf, widget } from '../test/form-pdf.ts'
import { fieldAt } from '../test/fill-stage.ts'
import { hostileForms } from '../test/hostile-forms.ts'
import { hostilePdfs } from '../test/hostile-pdfs.ts'
import { createFiller, PdfError } from './filler.ts'

const timeoutMs = 5000
const filler = await createFiller({ threads: 1, timeoutMs, maxHeapMb: 192 })
afterAll(() => filler.close())

const form = formPdf([
  `/T(nombre)/FT/Tx/V(Ana)/DA(/Helv 12 Tf 0 g)${widget('20 250 120 270')}`,
  `/T(acepta)/FT/Btn${boxStates('Si')}${widget('200 250 220 270')}`,
  `/T(lista)/FT/Ch/Ff 131072/Opt[(Uno)(Dos)]${widget('20 200 120 220')}`,
])
const drawn = [
  fieldAt('text', 'texto', { width: 50 }),
  fieldAt('checkbox', 'casilla', { y: 60 }),
  fieldAt('signature', 'firma', { y: 90, width: 50 }),
]

/** Detects and fills; returns an answer or a PdfError. Half of the files are flattened. */
async function exercise(pdf: Uint8Array): Promise<string> {
  try {
    const { fields } = await filler.detectFields(Uint8Array.from(pdf))
    for (const field of fields) templateFieldSchema.parse(field)
    const found = fields.map((field, index) => ({ ...field, key: `campo_${index}` }))
    const { pages } = await filler.fill(Uint8Array.from(pdf), {
      fields: [...found, ...drawn],
      values: [...found.flatMap(valueOf), ['texto', 'Ñandú'], ['casilla', true]],
      locale: 'es-EC',
      flatten: pdf.length % 2 === 0,
    })
    return pages > 0 ? 'filled' : 'no pages'
  } catch (error) {
    if (error instanceof PdfError) return error.code
    throw error
  }
}

function valueOf({ key, type, options }: TemplateField): [string, string | boolean][] {
  if (type === 'signature') return []
  if (type === 'checkbox') return [[key, true]]
  return [[key, options?.[0] ?? 'valor']]
}

describe('filling hostile files', () => {
  it.each(Object.keys({ ...hostilePdfs, ...hostileForms }))('ends in an answer or an error: %s', async (name) => {
    const pdf = { ...hostilePdfs, ...hostileForms }[name]!()
    const outcome = await exercise(pdf)
    expect(outcome).toMatch(/^(filled|pdf_|page_|render_(timeout|memory|failed))/)
    expect(await exercise(form)).toBe('filled')
  })

  it('stayed within the memory limit', () => {
    // resident, in MiB: a bomb of 4 GB would need far more
    expect(process.resourceUsage().maxRSS / 1024).toBeLessThan(1500)
  })

  it('fills or refuses damaged copies of a form', async () => {
    const flips = fc.array(fc.tuple(fc.nat(form.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    const outcomes = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(flips, async (changes) => {
        const copy = Uint8Array.from(form)
        for (const [at, byte] of changes) copy[at] = byte
        const outcome = await exercise(copy)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }),
      { numRuns: 300, seed: 20_261_122 },
    )
    expect(outcomes.get('filled')).toBeGreaterThan(150)
    expect(await exercise(form)).toBe('filled')
  })

  it('fills or refuses truncated copies of a form', async () => {
    for (let length = 0; length < form.length; length += 97) await exercise(form.subarray(0, length))
    expect(await exercise(form)).toBe('filled')
  })
})
