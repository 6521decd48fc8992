import type { batch } from './batch.ts'

export const en = {
  title: 'Sign several documents',
  text: 'One passphrase for all; if one fails, the others are still signed.',
  pick: 'Documents',
  picked: { one: 'document chosen', other: 'documents chosen' },
  search: 'Search by title, name or person',
  none: 'No PDF documents match',
  noneText: 'Create a request with its files, or search with other words.',
  most: (most) => `You can sign up to ${most} at a time.`,
  place: 'Where the stamp goes',
  places: {
    last_right: 'Last page, bottom right',
    last_left: 'Last page, bottom left',
    first_right: 'First page, bottom right',
    remembered: 'Where I signed last',
  },
  running: (done, total) => `${done} of ${total}`,
  stop: 'Stop',
  stopping: 'Finishing what is under way…',
  done: (signed, total) =>
    signed === total
      ? total === 1
        ? 'Document signed'
        : `All ${total} documents are signed`
      : `${signed} of ${total} are signed`,
  again: 'Back to the list',
  download: 'Download',
  downloadAll: 'Download all (ZIP)',
  archive: 'signed-documents',
  leftOut: (count) =>
    count === 1 ? '1 already signed by you or concluded.' : `${count} already signed by you or concluded.`,
  showLeftOut: 'Show',
  mine: 'You have signed it',
  concluded: 'Concluded',
  states: { waiting: 'Waiting', signing: 'Signing…', signed: 'Signed', failed: 'Not signed' },
  notReached: 'It was not reached.',
  open: 'Open',
} satisfies typeof batch
