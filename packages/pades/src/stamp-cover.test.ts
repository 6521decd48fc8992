import { expect, it } from 'vitest'
import { fieldsOf } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import { findPage } from './pdf/pages.ts'
import { earlierSignatures } from './pdf/permissions.ts'
import { assertStampFits } from './stamp-cover.ts'
import { newWorkBudget } from './work-budget.ts'
import { ana, check, luis, signAs } from './verify/testing/signing.ts'
import { contract } from './verify/testing/tiny-pdf.ts'

const signed = await signAs(ana, contract(), { rectangle: { page: 2, x: 20, y: 300, width: 100, height: 50 } })
// page 1 shows «Pago: 100» 72 points from the top and the left
const overText = { page: 1, x: 60, y: 55, width: 120, height: 40 }
const wide = (y: number) => ({ page: 2, x: 0, y, width: 612, height: 250 })

it('signing refuses a stamp with a white background over signed letters', async () => {
  const refusal = { code: 'pdf_forbids_signing', detail: { reason: 'covers_text' } }
  await expect(signAs(luis, signed, { rectangle: overText })).rejects.toMatchObject(refusal)
  const white = { rectangle: overText, appearance: { kind: 'text', background: 'white' } as const }
  await expect(signAs(luis, signed, white)).rejects.toMatchObject(refusal)
})

it('signing allows letters over letters, and any stamp beside them', async () => {
  const text = await signAs(luis, signed, { rectangle: overText, appearance: { kind: 'text' } })
  expect(check(text).summary).toBe('valid')
  expect(check(await signAs(luis, signed, { rectangle: { ...overText, y: 200 } })).summary).toBe('valid')
})

it('signing refuses a stamp that, with earlier ones, hides more than half of a page', async () => {
  const first = await signAs(luis, signed, { rectangle: wide(100), appearance: { kind: 'text' } })
  expect(check(first).summary).toBe('valid')
  const second = signAs(ana, first, { rectangle: wide(400), appearance: { kind: 'text' } })
  await expect(second).rejects.toMatchObject({ code: 'pdf_forbids_signing', detail: { reason: 'covers_page' } })
})

it('signing refuses nothing where a page takes too much work to read', () => {
  const file = readPdf(signed)
  const fields = fieldsOf(file)
  const stamp = { box: { x0: 60, y0: 700, x1: 180, y1: 740 }, pages: [findPage(file, 1)] }
  const check = (steps: number) =>
    assertStampFits(
      file,
      fields,
      earlierSignatures(file, fields),
      { stamp, isNew: true },
      { kind: 'qr' },
      newWorkBudget(steps),
    )
  expect(() => check(1)).not.toThrow()
  expect(() => check(1_000_000)).toThrow('pdf_forbids_signing')
})
