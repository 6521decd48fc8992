import { expect, it } from 'vitest'
import { findCircle } from '../build/no-circular-chunks.ts'

const graph = (files: Record<string, string[]>) => new Map(Object.entries(files))

it('finds files that import each other, however far round', () => {
  expect(findCircle(graph({ page: ['core'], core: ['vendor'], vendor: ['core'] }))).toEqual(['core', 'vendor', 'core'])
  expect(findCircle(graph({ a: ['b'], b: ['c'], c: ['a'] }))).toEqual(['a', 'b', 'c', 'a'])
  expect(findCircle(graph({ a: ['a'] }))).toEqual(['a', 'a'])
})

it('takes two ways to the same file for no circle', () => {
  expect(findCircle(graph({ page: ['core', 'list'], list: ['core', 'vendor'], core: ['vendor'] }))).toBeUndefined()
})
