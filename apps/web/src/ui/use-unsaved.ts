import { useRef, type SyntheticEvent } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** A password is typed again in a moment, and what only chooses or searches is found again. */
const passing = /^(checkbox|file|password|radio|search)$/

/** What is typed into a form. What only searches is a combobox, or stands in no form. */
const counts = (control: Control) =>
  control.form !== null && !passing.test(control.type) && control.getAttribute('role') !== 'combobox'

/** Tells whether something was typed into the forms of a dialog that are still there. Put `note` on its `onInput`. */
export function useUnsaved() {
  const last = useRef<Control>(null)
  const note = ({ target }: SyntheticEvent) => {
    if (isControl(target) && counts(target)) last.current = target
  }
  return { note, find: () => (last.current?.isConnected === true ? last.current : null) }
}
