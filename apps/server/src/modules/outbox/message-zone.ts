/**
 * The zone (IANA name) in which a message tells its times: that of the settings, else that of whoever named the time, as
 * their browser said it, so that people read the hour that was meant; else that of this computer.
 */
export const messageZone = (setting: string | null, named: string | null): string =>
  setting ?? named ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
