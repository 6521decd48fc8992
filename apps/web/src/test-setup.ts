import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { noteReached } from './lib/api/connection.ts'
import { changeLanguage } from './lib/texts/define-texts.ts'
import { toast } from './ui/toast-store.ts'

// Only a failure waits so long: a busy machine is slow. In milliseconds.
configure({ asyncUtilTimeout: 15_000 })

// Browser APIs that jsdom lacks and Radix or the colour mode need.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
const missing = {
  scrollIntoView: () => {},
  hasPointerCapture: () => false,
  setPointerCapture: () => {},
  releasePointerCapture: () => {},
}
for (const [name, stub] of Object.entries(missing)) {
  if (!(name in Element.prototype)) Object.defineProperty(Element.prototype, name, { value: stub, configurable: true })
}
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  }) as MediaQueryList

beforeEach(() => {
  // A React warning is an error in the code under test. A test that expects one installs its own spy.
  vi.spyOn(console, 'error').mockImplementation((...parts) => {
    throw new Error(`unexpected console.error: ${parts.map(String).join(' ')}`)
  })
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
  // The next file may run in the same document and with the same modules.
  toast.dismiss()
  noteReached(true)
  void changeLanguage('es')
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)
})
