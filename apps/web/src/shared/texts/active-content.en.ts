import type { activeContent } from './active-content.ts'

export const en = {
  badge: 'May run actions',
  title: 'This PDF may run actions',
  kinds: {
    javascript: 'It contains JavaScript.',
    launch: 'It can open another program or file.',
    program: 'It contains an attached program.',
  },
  advice: 'Foja does not run them. Open it in another reader only if you trust the sender.',
} satisfies typeof activeContent
