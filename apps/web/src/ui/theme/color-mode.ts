import { useSyncExternalStore } from 'react'

/** The user's choice; `system` follows the device. */
export type ColorMode = 'system' | 'light' | 'dark'

/** Also read before first paint by the inline script of index.html. */
export const colorModeKey = 'foja-color-mode'

const listeners = new Set<() => void>()
const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The stored choice; `system` if it is missing or invalid, or storage is unavailable. */
export function readColorMode(): ColorMode {
  try {
    const stored = localStorage.getItem(colorModeKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** The effective mode of a choice on this device now. */
function resolveColorMode(mode: ColorMode): 'light' | 'dark' {
  if (mode !== 'system') return mode
  return darkQuery().matches ? 'dark' : 'light'
}

function apply() {
  const root = document.documentElement
  root.dataset.mode = resolveColorMode(readColorMode())
  const panel = getComputedStyle(root).getPropertyValue('--panel')
  if (panel !== '') document.querySelector('meta[name=theme-color]')?.setAttribute('content', panel)
  for (const listener of listeners) listener()
}

/** Stores the choice in local storage and applies it in all tabs. */
export function setColorMode(mode: ColorMode): void {
  try {
    localStorage.setItem(colorModeKey, mode)
  } catch {
    // Private windows may refuse storage: the mode then lasts as long as the page.
    document.documentElement.dataset.mode = resolveColorMode(mode)
    return
  }
  apply()
}

/** Applies the choice, and follows the system and other tabs from now on. Returns a function that stops that. */
export function startColorMode(): () => void {
  const query = darkQuery()
  const onStorage = (event: StorageEvent) => {
    if (event.key === colorModeKey || event.key === null) apply()
  }
  query.addEventListener('change', apply)
  window.addEventListener('storage', onStorage)
  apply()
  return () => {
    query.removeEventListener('change', apply)
    window.removeEventListener('storage', onStorage)
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The choice and the effective mode; re-renders when either changes. */
export function useColorMode() {
  const mode = useSyncExternalStore(subscribe, readColorMode)
  const shown = useSyncExternalStore(subscribe, () => resolveColorMode(readColorMode()))
  return { mode, shown, setMode: setColorMode }
}
