import { expect, it } from 'vitest'
import { missesOf } from './lighthouse.ts'

const report = (scores: Partial<Record<'performance' | 'accessibility', number>>, numericValue = 0) => ({
  categories: {
    performance: { score: scores.performance ?? 1 },
    accessibility: { score: scores.accessibility ?? 1 },
    'best-practices': { score: 1 },
  },
  audits: {
    'cumulative-layout-shift': { numericValue, score: 1, title: 'Shift' },
    'color-contrast': { score: 0, title: 'Contrast' },
  },
})

it('accessibility, layout shift and performance fail below their goals', () => {
  expect(missesOf(report({}))).toEqual([])
  expect(missesOf(report({ accessibility: 0.97 }))).toEqual(['accessibility 0.97: Contrast'])
  expect(missesOf(report({}, 0.03))).toEqual(['layout shift 0.03'])
  expect(missesOf(report({ performance: 0.6 }))).toEqual(['performance 0.6: Contrast'])
})
