import type { hold } from './hold.ts'

export const en: typeof hold = {
  title: 'Hold the case file',
  text: 'While it is on hold, neither its term nor a person moves it to the recycle bin.',
  reason: 'Reason',
  reasonMissing: 'Write the reason: the history keeps it.',
  submit: 'Hold',
  done: 'Case file on hold',
  heldTitle: 'Case file on hold',
  by: (name, date) => `Held by ${name} on ${date}.`,
  release: 'Release',
  released: 'Case file released',
}
