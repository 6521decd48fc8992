const controls = ':is(input,textarea,select,[role=combobox]):not([type=hidden],[disabled])'

/**
 * Focuses the first field of a dialog's form, or the first footer button, which changes nothing; with `data-unfocused`,
 * only the dialog itself. False if there is neither.
 */
export function focusFirstField(dialog: EventTarget | null): boolean {
  if (!(dialog instanceof HTMLElement)) return false
  const calm = dialog.querySelector('form[data-unfocused]') === null ? null : dialog
  const field = calm ?? dialog.querySelector<HTMLElement>(`form ${controls}`)
  const target = field ?? dialog.querySelector<HTMLElement>('footer button:not([disabled])')
  target?.focus()
  return target !== null
}
