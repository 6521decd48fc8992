export { countWaiting } from './emails.queries.ts'
export { ownMailbox } from './mailbox-scope.ts'
export { calendarOf, queueInvitation, type Appointment } from './queue-invitation.ts'
export { sweepEmails } from './sweep-emails.ts'
