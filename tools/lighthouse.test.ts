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

it.each([true, false])('accessibility and layout shift fail below their goals, timed: %s', (timed) => {
  expect(missesOf(report({}), timed)).toEqual([])
  expect(missesOf(report({ accessibility: 0.97 }), timed)).toEqual(['accessibility 0.97: Contrast'])
  expect(missesOf(report({}, 0.03), timed)).toEqual(['layout shift 0.03'])
})

it('performance fails in the command, not in the gate', () => {
  expect(missesOf(report({ performance: 0.6 }), true)).toEqual(['performance 0.6: Contrast'])
  expect(missesOf(report({ performance: 0.6 }), false)).toEqual([])
})
