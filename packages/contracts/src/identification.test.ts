import { expect, it } from 'vitest'
import { isSameIdentification } from './identification.ts'

it.each([
  ['1712345678', '1712345678'],
  ['1712345678', '171234567-8'],
  ['IDCEC-1712345678', '1712345678'],
  ['PNOES-12345678Z', '12345678z'],
  ['1712345678-240131120000', '1712345678'],
  ['TINPE-20123456789', '20123456789'],
  ['pnoes-12345678z', '12.345.678-Z'],
])('%s is %s', (certificate, person) => {
  expect(isSameIdentification(certificate, person)).toBe(true)
})

it.each([
  [null, '1712345678'],
  [undefined, '1712345678'],
  ['1712345679', '1712345678'],
  ['IDCEC-17123456780', '1712345678'],
  ['24013112-1712345678', '1712345678'],
  ['', ''],
  ['1712345678', '  '],
])('%s is not %s', (certificate, person) => {
  expect(isSameIdentification(certificate, person)).toBe(false)
})
