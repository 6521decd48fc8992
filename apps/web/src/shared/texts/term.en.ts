import type { term } from './term.ts'

export const en = {
  term: 'Term',
  remind: 'Remind',
  remindOptions: { none: 'No reminders', one: 'Every day', other: (days: number) => `Every ${days} days` },
  faults: {
    dayMissing: 'Choose until when.',
    dayPast: 'Choose today or a later date.',
    dayFar: 'Choose a date within the next 180 days.',
  },
} satisfies typeof term
