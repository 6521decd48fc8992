/** Says in which zone the reader is: sentences tell their times in it, days are its days, and a date was meant in it. */
export const inMyZone = (): Record<string, string> => ({
  'Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
})
