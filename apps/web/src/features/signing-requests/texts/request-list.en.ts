import type { requestList } from './request-list.ts'

export const en = {
  title: 'Requests to others',
  notes: {
    firmas: { one: 'signature request', other: 'signature requests' },
    documentos: { one: 'document request', other: 'document requests' },
  },
  kind: 'Which requests',
  kinds: { firmas: 'Signatures', documentos: 'Documents' },
  newOf: { firmas: 'Ask for signatures', documentos: 'Ask for documents' },
  search: 'Find requests',
  searchPlaceholder: 'Title, person or email',
  filter: 'Filter by state',
  all: 'All',
  columns: {
    request: 'Request',
    people: 'Recipients',
    status: 'State',
    progress: 'Progress',
    due: 'Due',
  },
  goOn: 'Continue',
  loose: 'Loose document',
  nothingTitle: (q) => (q === '' ? 'No requests in that state' : `Nothing matches “${q}”`),
  nothingText: 'Try another word or see all states.',
  clearFilters: 'See all',
  empty: {
    firmas: {
      title: 'Ask anyone for a signature',
      text: 'Choose the documents and write to whom: each person receives a link, reads and signs with their certificate without an account. Here you see who is missing.',
    },
    documentos: {
      title: 'Ask anyone for documents',
      text: 'Write what you need and from whom: each person receives a link, takes photos or chooses files, and delivers them without an account. You accept or return each one.',
    },
  },
} satisfies typeof requestList
