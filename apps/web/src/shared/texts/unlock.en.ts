import type { unlock } from './unlock.ts'

export const en = {
  needed: 'It needs a password to open.',
  label: 'Password of the file',
  hint: 'A copy without the password will be saved.',
  open: 'Open',
  missing: 'Enter the password.',
  wrong: 'That password does not open the file. Try again.',
  unanswered: 'It could not be opened. Check your connection and try again.',
} satisfies typeof unlock
