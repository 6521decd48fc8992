export {
  batchedUntil,
  sendNotificationBatch,
  startNotificationBatch,
  type NotificationBatch,
} from './notification-batch.ts'
export { spendQuota } from './email-quota.ts'
export { findMailStatuses } from './mail-statuses.ts'
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
  codeMarkOf,
  linkMarkOf,
  messageZone,
} from './queue-email.ts'
