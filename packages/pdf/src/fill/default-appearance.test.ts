import { expect, it } from 'vitest'
import { parseDefaultAppearance } from './default-appearance.ts'

it.each([
  [null, { font: '', size: 0, color: '#000000' }],
  ['/Helv 0 Tf 0 g', { font: 'Helv', size: 0, color: '#000000' }],
  ['0.5 g /HeBo 9.5 Tf', { font: 'HeBo', size: 9.5, color: '#808080' }],
  ['1 0 0 rg /F1 12 Tf', { font: 'F1', size: 12, color: '#ff0000' }],
  ['0 1 1 0 k /F1 12 Tf', { font: 'F1', size: 12, color: '#ff0000' }],
  ['/F1 -4 Tf 7 nonsense 2 rg', { font: 'F1', size: 0, color: '#ff00ff' }],
  ['Tf rg g k', { font: '', size: 0, color: '#000000' }],
])('%s', (text, expected) => {
  expect(parseDefaultAppearance(text)).toEqual(expected)
})
