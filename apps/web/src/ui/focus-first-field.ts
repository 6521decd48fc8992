const controls = ':is(input,textarea,select,[role=combobox]):not([type=hidden],[disabled])'

/**
 * Puts the focus where one begins in a dialog: in the first field of a form, or on the first button below, which leaves
 * things as they are; where the form asks for it (`data-unfocused`), on the dialog alone. False where there is neither.
 */
export function focusFirstField(dialog: EventTarget | null): boolean {
  if (!(dialog instanceof HTMLElement)) return false
  const calm = dialog.querySelector('form[data-unfocused]') === null ? null : dialog
  const field = calm ?? dialog.querySelector<HTMLElement>(`form ${controls}`)
  const target = field ?? dialog.querySelector<HTMLElement>('footer button:not([disabled])')
  target?.focus()
  return target !== null
}
