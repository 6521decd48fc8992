import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { colorModeKey, readColorMode, setColorMode, startColorMode, useColorMode } from './color-mode.ts'

/** A system preference that can change while the page is open. */
function fakeSystem(dark: boolean) {
  const list = Object.assign(new EventTarget(), { matches: dark, media: '', onchange: null })
  vi.spyOn(window, 'matchMedia').mockImplementation(() => list as unknown as MediaQueryList)
  return (matches: boolean) => {
    list.matches = matches
    list.dispatchEvent(new Event('change'))
  }
}

const shown = () => document.documentElement.dataset.mode
let stop = () => {}

beforeEach(() => {
  delete document.documentElement.dataset.mode
})
afterEach(() => stop())

it('the colour mode follows the system until one is chosen', () => {
  const change = fakeSystem(false)
  stop = startColorMode()
  expect(readColorMode()).toBe('system')
  expect(shown()).toBe('light')
  change(true)
  expect(shown()).toBe('dark')
  setColorMode('light')
  expect(shown()).toBe('light')
  change(true)
  expect(shown()).toBe('light')
})

it('the colour mode is stored and restored', () => {
  fakeSystem(false)
  setColorMode('dark')
  expect(localStorage.getItem(colorModeKey)).toBe('dark')
  delete document.documentElement.dataset.mode
  stop = startColorMode()
  expect(shown()).toBe('dark')
})

it('the colour mode follows a choice in another tab', () => {
  fakeSystem(false)
  stop = startColorMode()
  localStorage.setItem(colorModeKey, 'dark')
  window.dispatchEvent(new StorageEvent('storage', { key: colorModeKey }))
  expect(shown()).toBe('dark')
})

it('the colour mode falls back to the system for invalid values and without storage', () => {
  fakeSystem(true)
  localStorage.setItem(colorModeKey, 'sepia')
  expect(readColorMode()).toBe('system')
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('denied')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('denied')
  })
  stop = startColorMode()
  expect(shown()).toBe('dark')
  setColorMode('light')
  expect(shown()).toBe('light')
})

it('the colour mode re-renders its subscribers', () => {
  fakeSystem(false)
  stop = startColorMode()
  const Probe = () => {
    const { mode, shown: now } = useColorMode()
    return <p>{`${mode} ${now}`}</p>
  }
  render(<Probe />)
  expect(screen.getByText('system light')).toBeDefined()
  act(() => setColorMode('dark'))
  expect(screen.getByText('dark dark')).toBeDefined()
})
