import type { leaving } from './leaving.ts'

export const en = {
  unsaved: 'What you wrote has not been saved.',
  stay: 'Keep writing',
  leave: 'Close without saving',
} satisfies typeof leaving
