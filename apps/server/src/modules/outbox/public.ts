export { emailJob, outboxJob, perJob, remindersJob } from './email-job.ts'
export { linkMarkOf } from './link-mark.ts'
export { messageZone } from './message-zone.ts'
export {
  batchedUntil,
  sendNotificationBatch,
  startNotificationBatch,
  type NotificationBatch,
} from './notification-batch.ts'
export { enqueueEmail, queueEmail, queueEmails, type EmailDraft, type MailDeps } from './queue-email.ts'
