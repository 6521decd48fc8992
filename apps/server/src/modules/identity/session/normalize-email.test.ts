import { expect, it } from 'vitest'
import { normalizeEmail } from './normalize-email.ts'

it('normalizes an address regardless of case and surrounding spaces', () => {
  for (const sent of ['ana@oficina.ec', ' Ana@Oficina.EC\u00a0', 'ana@oficina.ec'.padStart(255, ' ')]) {
    expect(normalizeEmail(sent)).toBe('ana@oficina.ec')
  }
})

it('does not normalize the kelvin sign to a k', () => {
  expect(normalizeEmail('\u212aike@oficina.ec')).not.toBe('kike@oficina.ec')
  expect(normalizeEmail('K\u0130KE@oficina.ec')).not.toBe('kike@oficina.ec')
})
