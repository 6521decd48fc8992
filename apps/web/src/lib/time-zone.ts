/** Says in which zone the reader is, so that the sentences of a verdict tell their times. */
export const inMyZone = (): Record<string, string> => ({
  'Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
})
