import { fireEvent } from '@testing-library/dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { collectTyped, takeTyped } from './typed-ahead.ts'

const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more })
const moveFocus = () => fireEvent.focusIn(document.body)
afterEach(moveFocus)

describe('what is typed before a field has the focus', () => {
  it('is collected once, without shortcuts', () => {
    collectTyped(() => {})
    for (const key of ['a', 'x', 'Backspace', 'ñ', ' ']) expect(press(key)).toBe(false)
    expect(press('k', { ctrlKey: true })).toBe(true)
    expect(press('Tab')).toBe(true)
    expect([takeTyped(), takeTyped()]).toEqual(['añ ', ''])
  })

  it('goes where the focus moves', () => {
    collectTyped(() => {})
    press('a')
    moveFocus()
    expect(press('b')).toBe(true)
    expect(takeTyped()).toBe('a')
  })

  it('is dropped on Escape, which cancels', () => {
    const cancel = vi.fn()
    collectTyped(cancel)
    for (const key of ['a', 'Escape']) press(key)
    expect(press('b')).toBe(true)
    expect(cancel).toHaveBeenCalledOnce()
    expect(takeTyped()).toBe('')
  })
})
