import { useSyncExternalStore } from 'react'
import { currentPath, paths } from './paths.ts'

/**
 * The detour over /refresh. The address changes to /refresh while the page stays mounted and hidden, so that open
 * dialogs, typed text and chosen files are still there afterwards. The router does not see the change.
 */
type Detour = {
  /** The address of /refresh. */
  href: string
  /** The address of the hidden page. */
  from: string
}

let detour: Detour | null = null
const listeners = new Set<() => void>()
const returns = new Set<() => void>()

const set = (next: Detour | null) => {
  detour = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Changes the address of the current entry past the router, which has replaced the method of `history`. */
function showAddress(href: string): void {
  History.prototype.replaceState.call(window.history, window.history.state, '', href)
}

/** Browser back leaves /refresh; the router shows the page of the entry. */
function onBack(): void {
  if (window.location.pathname !== paths.refresh()) set(null)
}

export const getDetour = (): Detour | null => detour
export const useDetour = (): Detour | null => useSyncExternalStore(subscribe, getDetour)

/** Calls `listener` after each return to the page. */
export function onReturn(listener: () => void): () => void {
  returns.add(listener)
  return () => {
    returns.delete(listener)
  }
}

/** Passwords are never kept over the detour: empties every password field. */
function clearPasswords(): void {
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-secret]')) {
    if (input.value === '') continue
    // Past React, which ignores events without a change of its own.
    native?.set?.call(input, '')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

export function openDetour(href: string): void {
  if (detour !== null) return
  const from = currentPath()
  showAddress(href)
  window.addEventListener('popstate', onBack)
  set({ href, from })
  clearPasswords()
}

/** Shows the page again where it was. */
export function closeDetour(): void {
  if (detour === null) return
  window.removeEventListener('popstate', onBack)
  showAddress(detour.from)
  set(null)
  for (const listener of returns) listener()
}
