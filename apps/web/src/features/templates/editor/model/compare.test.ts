import { expect, it } from 'vitest'
import { wireField } from '../test/make.ts'
import { changesOf } from './compare.ts'

it('changesOf counts added, changed and removed fields by key', () => {
  const before = [wireField('a'), wireField('b'), wireField('c')]
  const after = [wireField('c'), wireField('a', { x: 5 }), wireField('d'), wireField('e')]
  expect(changesOf(before, after)).toEqual({ added: 2, changed: 1, removed: 1 })
  expect(changesOf(before, before.toReversed())).toEqual({ added: 0, changed: 0, removed: 0 })
})
