import { describe, expect, it } from 'vitest'
import { isTaxId } from './tax-id.ts'

describe('isTaxId', () => {
  it.each([
    ['EC', '1792060346001'],
    ['ES', 'B58378431'],
    ['ES', '54362315K'],
    ['MX', 'GODE561231GR8'],
    ['PE', '20512333797'],
    ['CO', '213.123.432-1'],
    ['CL', '12.531.909-2'],
    ['AR', '20-05536168-2'],
    ['EC', '1710034065'],
    ['BO', '1020703023'],
    ['BO', '1.020.703.023'],
    ['BO', '10 2070 3023'],
    ['BO', '123456789012'],
    ['CL', '9.253.967-9'],
    ['CO', '900.373.115–3'],
    ['UY', 'lo que sea'],
    [null, '123'],
  ])('accepts %s %s', (country, value) => {
    expect(isTaxId(country, value)).toBe(true)
  })

  it.each([
    ['EC', '1792060356001'],
    ['ES', 'B58378432'],
    ['MX', 'GODE561331GR8'],
    ['PE', '20512333798'],
    ['CO', '213.123.432-2'],
    ['CL', '12.531.909-3'],
    ['AR', '20-05536168-3'],
    ['BO', 'ABC'],
    ['BO', '1020703023A'],
    ['BO', 'NIT 1020703023'],
    ['BO', '123456'],
    ['BO', '1234567890123'],
    ['BO', '0020703023'],
    ['MX', 'GODE561231'],
  ])('refuses %s %s', (country, value) => {
    expect(isTaxId(country, value)).toBe(false)
  })

  it.each(['EC', 'ES', 'MX', 'PE', 'CO', 'BO', 'CL', 'AR'])(
    'refuses words, few digits and too many digits in %s',
    (country) => {
      for (const value of ['por definir', 'SIN NIT', '1', '12345', '12345678901234567890', '12345678O', '—']) {
        expect(isTaxId(country, value), value).toBe(false)
      }
    },
  )
})
