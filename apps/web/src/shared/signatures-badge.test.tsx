import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SignaturesBadge } from './signatures-badge.tsx'

it.each([
  [{ count: 2, verdict: 'valid' }, '2 firmas válidas'],
  [{ count: 1, verdict: 'valid', simple: 1 }, '1 firma simple'],
  [{ count: 2, verdict: 'indeterminate', simple: 2 }, '2 firmas simples'],
  [{ count: 3, verdict: 'valid', simple: 1 }, '3 firmas válidas, 1 simple'],
  [{ count: 1, verdict: 'invalid', simple: 1 }, 'Modificado tras firmar'],
] as const)('the badge of %j says %s', (signatures, words) => {
  render(<SignaturesBadge signatures={signatures} />)
  expect(screen.getByText(words)).toBeTruthy()
})
