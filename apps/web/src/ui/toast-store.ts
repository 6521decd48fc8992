/** Toasts disappear by themselves, so no information may be only there. */
export type ToastOptions = {
  /** Duration in ms; 5,000 by default, 9,000 with an action. `Infinity` stays until closed. */
  duration?: number
  action?: { label: string; onClick: () => void }
  /** A second, muted line. */
  description?: string
}

export type ToastTone = 'success' | 'error' | 'warning' | 'info'
export type ToastItem = ToastOptions & { id: number; tone: ToastTone; text: string }

const most = 3
let items: readonly ToastItem[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly ToastItem[]) {
  items = next
  for (const listener of listeners) listener()
}

const show =
  (tone: ToastTone) =>
  (text: string, options: ToastOptions = {}) => {
    lastId += 1
    change([...items, { ...options, id: lastId, tone, text }].slice(-most))
    return lastId
  }

/**
 * `toast.success('Documento en la papelera', { action: { label: 'Deshacer', onClick } })` returns an id to dismiss it.
 */
export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
  dismiss: (id?: number) => change(id === undefined ? [] : items.filter((item) => item.id !== id)),
}

export const readToasts = () => items

export function onToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
