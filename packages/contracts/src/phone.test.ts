import { expect, it } from 'vitest'
import { isPhone } from './phone.ts'

it.each([
  '0991234567',
  '+593 99 123 4567',
  '+593 (2) 255-0147 ext. 12',
  '(02) 234.5678 Ext 3',
  '02 234 5678 x12',
  '01 614 7800, anexo 105',
  '+54 11 4331–0030 int. 7',
  '55 5230 0000 extensión 1',
  '234567',
  '+123456789012345',
])('takes %s', (text) => {
  expect(isPhone(text)).toBe(true)
})

it.each([
  ['letters', 'llamar a Ana'],
  ['letters between digits', '099 CASA 123'],
  ['fewer digits than a number has', '12345'],
  ['more than any has', '+1234567890123456'],
  ['two numbers', '0991234567 / 022345678'],
  ['two numbers beside each other', '0991234567 0987654321'],
  ['an extension alone', 'ext. 12'],
  ['an extension without digits', '022345678 ext.'],
  ['an address', 'ana@foja.example'],
  ['a plus in the middle', '593+991234567'],
  ['signs alone', '(--)'],
])('refuses %s: %s', (_what, text) => {
  expect(isPhone(text)).toBe(false)
})
