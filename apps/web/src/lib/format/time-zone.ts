/** Header with the user's time zone, for times in texts, day filters and dates. */
export const inMyZone = (): Record<string, string> => ({
  'Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
})
