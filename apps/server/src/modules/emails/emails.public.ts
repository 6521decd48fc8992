export { calendarOf, queueInvitation, type Appointment } from './queue-invitation.ts'
export { queueEmail, type EmailDraft, type MailDeps, type QueuedEmail } from './queue-email.ts'
export { queueNoticeEmail, type NoticeReader } from './queue-notice.ts'
export { countWaiting, type Reach } from './emails.queries.ts'
