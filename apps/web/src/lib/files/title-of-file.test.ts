import { expect, it } from 'vitest'
import { titleOfFile } from './title-of-file.ts'

it.each([
  ['contrato_arrendamiento-2023.pdf', 'Contrato arrendamiento 2023'],
  ['acta_de-acuerdo  2026.pdf', 'Acta de acuerdo 2026'],
  ['.pdf', '.pdf'],
  ['Ñandú.PDF', 'Ñandú'],
])('%s becomes the title %s', (file, title) => {
  expect(titleOfFile(file)).toBe(title)
})
