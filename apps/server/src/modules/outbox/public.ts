export {
  batchedUntil,
  sendNotificationBatch,
  startNotificationBatch,
  type NotificationBatch,
} from './notification-batch.ts'
export {
  enqueueEmail,
  queueEmail,
  queueEmails,
  type EmailDraft,
  type MailDeps,
  emailJob,
  outboxJob,
  perJob,
  remindersJob,
  linkMarkOf,
  messageZone,
} from './queue-email.ts'
