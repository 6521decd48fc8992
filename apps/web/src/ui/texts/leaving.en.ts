import type { leaving } from './leaving.ts'

export default {
  unsaved: 'What you wrote has not been saved.',
  stay: 'Keep writing',
  leave: 'Close without saving',
} satisfies typeof leaving
