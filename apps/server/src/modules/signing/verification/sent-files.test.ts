import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSentFiles } from './sent-files.ts'

const limits = { bytes: 100, perVisitor: 60, lifeMs: 600_000 }
const file = (size: number) => ({ bytes: new Uint8Array(size), revisions: [], sizes: [] })
const open = () => createSentFiles(limits, () => new Date())

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('createSentFiles', () => {
  it('opens a file by its own handle only', () => {
    const sent = open()
    const [one, other] = [sent.keep('ana', file(10)), sent.keep('ana', file(20))]
    expect(one!.handle).toMatch(/^[\w-]{43}$/)
    expect(one!.handle).not.toBe(other!.handle)
    expect(sent.open(one!.handle)?.bytes).toHaveLength(10)
    expect(sent.open('A'.repeat(43))).toBeUndefined()
  })

  it('releases a file when it expires, without a further call', () => {
    const sent = open()
    const { handle, expiresAt } = sent.keep('ana', file(10))!
    expect(expiresAt.getTime() - Date.now()).toBe(limits.lifeMs)
    vi.advanceTimersByTime(limits.lifeMs)
    expect([sent.bytes(), sent.open(handle)]).toEqual([0, undefined])
  })

  it('releases the oldest file of the same visitor above the visitor limit', () => {
    const sent = open()
    const other = sent.keep('eva', file(30))
    const [first, second] = [sent.keep('ana', file(40)), sent.keep('ana', file(40))]
    expect(sent.open(first!.handle)).toBeUndefined()
    expect(sent.open(second!.handle)).toBeDefined()
    expect(sent.open(other!.handle)).toBeDefined()
  })

  it('never exceeds the total limit', () => {
    const sent = open()
    const [first, second, third] = ['ana', 'eva', 'luz'].map((visitor) => sent.keep(visitor, file(45)))
    expect(sent.bytes()).toBe(90)
    expect([first, second, third].map((kept) => sent.open(kept!.handle) !== undefined)).toEqual([false, true, true])
  })

  it('does not keep a file that is larger than the limit of a visitor', () => {
    const sent = open()
    expect(sent.keep('ana', file(61))).toBeNull()
    expect(sent.bytes()).toBe(0)
  })
})
