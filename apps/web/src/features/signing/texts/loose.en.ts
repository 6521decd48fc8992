import type { loose } from './loose.ts'

export const en = {
  start: 'Sign a PDF',
  looseTitle: 'Loose documents',
  looseText: 'Those that are not in any case file.',
  search: 'Search by name',
  looseEmpty: 'No loose documents',
  looseEmptyText: 'PDFs that you sign without a case file appear here.',
  looseNone: (q) => `No loose document matches “${q}”`,
  looseNoneText: 'Try other words, or search in Requests.',
  sign: 'Sign',
  clear: 'Clear the search',
  seeMore: 'See more',
  by: (name) => `by ${name}`,
} satisfies typeof loose
