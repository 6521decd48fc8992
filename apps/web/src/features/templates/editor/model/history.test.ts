import { expect, it } from 'vitest'
import { field } from '../test/make.ts'
import type { EditorDocument } from './document.ts'
import { beginHistory, choose, redo, seal, step, undo, type History, type Steps } from './history.ts'

const document = (...ids: string[]): EditorDocument => ({ locale: 'es-EC', fields: ids.map((id) => field(id)) })
const moment = (...ids: string[]) => ({ document: document(...ids), selection: [] })
const shown = (history: History) => history.present.document.fields.map(({ id }) => id).join('')

function depth(steps: Steps): number {
  let count = 0
  for (let at = steps; at !== null; at = at.before) count += 1
  return count
}

it('undo history has no depth limit in either direction', () => {
  let history = beginHistory(document('a'))
  for (let count = 0; count < 5000; count += 1) history = step(history, moment(`${count}`))
  expect(depth(history.past)).toBe(5000)
  for (let count = 0; count < 5000; count += 1) history = undo(history)
  expect(shown(history)).toBe('a')
  expect(undo(history)).toBe(history)
  for (let count = 0; count < 5000; count += 1) history = redo(history)
  expect(shown(history)).toBe('4999')
  expect(redo(history)).toBe(history)
})

it('undo returns the same document object, so that a saved state is recognised', () => {
  const first = document('a')
  const history = undo(step(beginHistory(first), moment('a', 'b')))
  expect(history.present.document).toBe(first)
})

it('a new step discards the redo history', () => {
  const history = step(undo(step(beginHistory(document('a')), moment('b'))), moment('c'))
  expect(redo(history)).toBe(history)
  expect(shown(undo(history))).toBe('a')
})

it('a group merges steps until it is sealed, the selection changes, or another group begins', () => {
  const begun = step(beginHistory(document('a')), moment('b'), 'typing')
  expect(shown(undo(step(begun, moment('c'), 'typing')))).toBe('a')
  expect(shown(undo(step(begun, moment('c'), 'other')))).toBe('b')
  expect(shown(undo(step(seal(begun), moment('c'), 'typing')))).toBe('b')
  expect(shown(undo(step(choose(begun, ['x']), moment('c'), 'typing')))).toBe('b')
  expect(seal(seal(begun))).toEqual(seal(begun))
})

it('a selection change is not an undo step', () => {
  const history = beginHistory(document('a'))
  expect(choose(history, ['a']).past).toBe(null)
  expect(choose(history, [])).toBe(history)
  expect(step(history, { ...history.present, selection: ['a'] }).past).toBe(null)
})
