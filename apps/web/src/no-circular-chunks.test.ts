import { expect, it } from 'vitest'
import { findCircle } from '../build/no-circular-chunks.ts'

const graph = (files: Record<string, string[]>) => new Map(Object.entries(files))

it('findCircle finds import cycles of any length', () => {
  expect(findCircle(graph({ page: ['core'], core: ['vendor'], vendor: ['core'] }))).toEqual(['core', 'vendor', 'core'])
  expect(findCircle(graph({ a: ['b'], b: ['c'], c: ['a'] }))).toEqual(['a', 'b', 'c', 'a'])
  expect(findCircle(graph({ a: ['a'] }))).toEqual(['a', 'a'])
})

it('findCircle does not report two paths to the same file as a cycle', () => {
  expect(findCircle(graph({ page: ['core', 'list'], list: ['core', 'vendor'], core: ['vendor'] }))).toBeUndefined()
})
