import { describe, expect, it } from 'vitest'
import { contrast, nonTextPairs, textPairs, tokens, tokensCss } from './tokens.ts'

const modes = [
  ['light', 0],
  ['dark', 1],
] as const

describe.each(modes)('contrast in the %s mode', (_mode, at) => {
  it.each(textPairs)('%s is readable on %s', (front, back) => {
    expect(contrast(tokens[front][at], tokens[back][at])).toBeGreaterThanOrEqual(4.5)
  })
  it.each(nonTextPairs)('%s is visible on %s', (front, back) => {
    expect(contrast(tokens[front][at], tokens[back][at])).toBeGreaterThanOrEqual(3)
  })
})

it('the contrast function follows WCAG', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5)
  expect(contrast('#D1B06B', '#FFFFFF')).toBeCloseTo(2.07, 2)
  expect(contrast('#1F2732', '#D1B06B')).toBeCloseTo(7.27, 2)
})

it('tokens.css has the same values as tokens.ts', async () => {
  await expect(tokensCss()).toMatchFileSnapshot('./tokens.css')
})
