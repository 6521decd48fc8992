import type { leaving as es } from '../es/leaving.ts'

export const leaving: typeof es = {
  unsaved: 'What you wrote has not been saved.',
  stay: 'Keep writing',
  leave: 'Close without saving',
}
