import type { fill } from './fill.ts'

export const en = {
  title: 'Your details',
  noneSigns: 'The document is signed once the details of everyone are there. They cannot be changed afterwards.',
  submit: 'Save my details',
  failed: 'Your details were not saved',
  unanswered: 'The connection was lost. What you wrote is still here: try again.',
} satisfies typeof fill
