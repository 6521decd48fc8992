import { useRef, type SyntheticEvent } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Passwords are quickly typed again, and choices and searches are quickly repeated. */
const passing = /^(checkbox|file|password|radio|search)$/

/** True for typed form input. Searches are comboboxes or outside of forms. */
const counts = (control: Control) =>
  control.form !== null && !passing.test(control.type) && control.getAttribute('role') !== 'combobox'

/** Whether the dialog's mounted forms have unsaved input. Put `note` on its `onInput`. */
export function useUnsaved() {
  const last = useRef<Control>(null)
  const note = ({ target }: SyntheticEvent) => {
    if (isControl(target) && counts(target)) last.current = target
  }
  return { note, find: () => (last.current?.isConnected === true ? last.current : null) }
}
