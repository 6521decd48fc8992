export { countWaiting } from './emails.queries.ts'
export { ownMailbox } from './recipient-access.ts'
export { calendarOf, queueInvitation, type Appointment } from './queue-invitation.ts'
export { sweepEmails } from './email-jobs.ts'
