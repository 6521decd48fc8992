import type { pageText } from './page-text.ts'

export const en = {
  link: (target) => `Open the link to ${target}`,
  page: (page) => `Go to page ${page}`,
  title: (target) => `Open ${target}?`,
  text: 'The link comes from the document and opens in another tab. Check the address.',
  stay: 'Stay here',
  open: 'Open link',
} satisfies typeof pageText
