import { describe, expect, it } from 'vitest'
import {
  addFiles,
  joinAll,
  mostInRequest,
  moveFile,
  moveRequest,
  moveTo,
  removeFile,
  replaceFiles,
  roomFor,
  splitAll,
} from './arrange.ts'
import type { DraftFile, DraftRequest } from './draft.ts'
import { progressOf } from './step-review.tsx'

const file = (id: string): DraftFile => ({ id, name: `${id}.pdf`, size: 10 })
const request = (id: string, ...files: string[]): DraftRequest => ({
  id_solicitud: id,
  titulo: '',
  tipo: '',
  files: files.map(file),
})
const shape = (requests: readonly DraftRequest[]) => requests.map((one) => one.files.map(({ id }) => id).join(''))

describe('arranging files in requests', () => {
  const mixed = [request('A', 'a', 'b'), request('B', 'c')]

  it('puts added files together in one request, or each in its own', () => {
    const [one, each] = [{ separate: false }, { separate: true }]
    expect(shape(addFiles([], [file('a'), file('b')], one))).toEqual(['ab'])
    expect(shape(addFiles([request('A', 'a')], [file('b')], one))).toEqual(['ab'])
    expect(shape(addFiles([], [], one))).toEqual([])
    expect(shape(addFiles([], [file('a'), file('b')], each))).toEqual(['a', 'b'])
    expect(shape(addFiles(mixed, [file('d')], each))).toEqual(['ab', 'c', 'd'])
    expect(shape(addFiles(mixed, [file('d')], { separate: true, into: 'B' }))).toEqual(['ab', 'cd'])
  })

  it('joins and separates without losing a file', () => {
    expect(shape(joinAll(mixed))).toEqual(['abc'])
    expect(shape(splitAll(joinAll(mixed)))).toEqual(['a', 'b', 'c'])
    expect(splitAll(mixed)[0]?.id_solicitud).toBe('A')
  })

  it('moves files and requests, and removes a request without files', () => {
    expect(shape(moveFile(mixed, 'b', -1))).toEqual(['ba', 'c'])
    expect(shape(moveFile(mixed, 'a', -1))).toEqual(['ab', 'c'])
    expect(shape(moveTo(mixed, 'c', 'A'))).toEqual(['abc'])
    expect(shape(moveTo(mixed, 'a', null))).toEqual(['b', 'a', 'c'])
    expect(shape(moveRequest(mixed, 'B', -1))).toEqual(['c', 'ab'])
    expect(shape(removeFile(mixed, 'c'))).toEqual(['ab'])
  })

  it('replaces several files by one', () => {
    expect(shape(replaceFiles(mixed, new Set(['b', 'c']), file('z')))).toEqual(['az'])
  })

  it('computes how many more files fit', () => {
    expect(roomFor(mixed, { separate: true })).toBe(18)
    expect(roomFor(mixed, { separate: true, into: 'A' })).toBe(mostInRequest - 2)
    const full = [request('A', ...Array.from({ length: 20 }, (_, at) => `a${at}`))]
    expect(roomFor(full, { separate: false })).toBe(0)
    const many = [...full, request('B', ...Array.from({ length: 19 }, (_, at) => `b${at}`))]
    expect(roomFor(many, { separate: true, into: 'B' })).toBe(1)
  })
})

it('upload progress per file accounts for the data sent before the files', () => {
  expect(progressOf([100, 300], 0, 410)).toEqual([0, 0])
  expect(progressOf([100, 300], 60, 410)).toEqual([0.5, 0])
  expect(progressOf([100, 300], 260, 410)).toEqual([1, 0.5])
  expect(progressOf([100, 0, 300], 410, 410)).toEqual([1, 1, 1])
})
