/** A link in running text or at the end of a card, in a readable dark gold. */
export const textLink =
  'touch-target inline-flex items-center gap-1.5 rounded-sm text-small font-medium text-gold-ink underline-offset-4 hover:underline [&_svg]:size-4'
