import { useSyncExternalStore } from 'react'

/** What the person chose; `system` follows the device. */
export type ColorMode = 'system' | 'light' | 'dark'

/** Read before first paint by the inline script of index.html too. */
export const colorModeKey = 'foja-color-mode'

const listeners = new Set<() => void>()
const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The stored choice; `system` when there is none, when it is not a mode, or when storage is closed. */
export function readColorMode(): ColorMode {
  try {
    const stored = localStorage.getItem(colorModeKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** What a choice looks like on this device at this moment. */
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

/** Keeps the choice in local storage and shows it at once, here and in the other tabs. */
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

/** Applies the choice and follows the system and the other tabs from now on. Returns a function that stops it. */
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

/** The choice and what it looks like now; the component draws again when either changes. */
export function useColorMode() {
  const mode = useSyncExternalStore(subscribe, readColorMode)
  const shown = useSyncExternalStore(subscribe, () => resolveColorMode(readColorMode()))
  return { mode, shown, setMode: setColorMode }
}
