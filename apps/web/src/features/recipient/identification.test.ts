import { expect, it } from 'vitest'
import { maskIdentification } from './identification.ts'

it('an identification is shown with its middle hidden, a short one whole', () => {
  expect(maskIdentification('1712345482')).toBe('17•••••482')
  expect(maskIdentification('A12345')).toBe('A12345')
})
