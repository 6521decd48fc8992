export { countUnread } from './notifications.queries.ts'
export { sweepNotifications } from './sweep-notifications.ts'
