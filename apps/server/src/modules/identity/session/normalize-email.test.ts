import { expect, it } from 'vitest'
import { saidAddress } from './normalize-email.ts'

it('is the same whatever its case and what is around it', () => {
  for (const said of ['ana@oficina.ec', ' Ana@Oficina.EC\u00a0', 'ana@oficina.ec'.padStart(255, ' ')]) {
    expect(saidAddress(said)).toBe('ana@oficina.ec')
  }
})

it('takes no letter for another: the small form of the sign of the kelvin is a k', () => {
  expect(saidAddress('\u212aike@oficina.ec')).not.toBe('kike@oficina.ec')
  expect(saidAddress('K\u0130KE@oficina.ec')).not.toBe('kike@oficina.ec')
})
