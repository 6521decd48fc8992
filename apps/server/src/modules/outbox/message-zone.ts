/**
 * The time zone (IANA name) of a message: that of the settings, else that of the user who chose the time, as their
 * browser reported it, else that of this computer.
 */
export const messageZone = (setting: string | null, named: string | null): string =>
  setting ?? named ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
