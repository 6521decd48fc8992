export { announceChange, announceUnread, type Change } from './live/announce.ts'
export type { Notice } from './notifications/notice.ts'
export { notify, type NotifyDeps } from './notifications/notify.ts'
export { sweepNotifications } from './notifications/sweep-notifications.ts'
