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
    ['BO', '1020703023'],
    ['UY', 'lo que sea'],
    [null, '123'],
  ])('takes %s %s', (country, value) => {
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
  ])('refuses %s %s', (country, value) => {
    expect(isTaxId(country, value)).toBe(false)
  })
})
