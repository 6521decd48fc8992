const key = 'foja-shortcut-help'

/** False if the user turned the single-key shortcut off in this browser (WCAG 2.2, 2.1.4). */
export function isHelpKeyOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

export function setHelpKey(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // Without storage the key stays on.
  }
}
