import type { notices } from './notices.ts'

export const en = {
  title: 'Notifications',
  sentences: {
    'solicitud.sent': ({ who, what }) => `${who} sent ${what}`,
    'solicitud.assigned': ({ who, what }) => `${who} put you in charge of ${what}`,
    'solicitud.scheduled': ({ what, when }) =>
      when === '' ? `The appointment of ${what} changed` : `Appointment of ${what}: ${when}`,
    'solicitud.returned': ({ who, what }) => `${who} returned ${what}`,
    'solicitud.concluded': ({ who, what }) => `${who} concluded ${what}`,
    'solicitud.reminder': ({ what, when }) => `The appointment of ${what} is near${when === '' ? '' : `: ${when}`}`,
    'mediation.changed': ({ who, what, status }) =>
      status === '' ? `${who} changed the mediation of ${what}` : `${who} set ${what} to “${status}”`,
    'document.signed': ({ who, what }) => `${who} signed ${what}`,
    'document.shared': ({ who, what }) => `${who} shared ${what} with you`,
    'template.filled': ({ what, done, failed }) =>
      `${what}: ${done === 1 ? '1 document was created' : `${done} documents were created`}${failed === 0 ? '' : `; ${failed} failed`}`,
    'email.failed': ({ what, to }) =>
      to === '' ? `An email with ${what} did not go out` : `The email to ${to} did not go out`,
    'request.completed': ({ what }) => `Everyone signed ${what}`,
    'request.declined': ({ who, what }) => `${who} declined to sign ${what}`,
    'request.expired': ({ what }) => `The time to sign ${what} has ended`,
    'documents.delivered': ({ who, what }) => `${who} delivered the documents of ${what}`,
    'documents.expired': ({ what }) => `The time to deliver the documents of ${what} has ended`,
    'convocation.answered': ({ who, what, status }) => `${who} ${status === '' ? 'answered' : status}: ${what}`,
    'webhook.disabled': ({ what }) => `Foja stopped sending to ${what}: it failed for three days`,
    'retention.due': ({ what, when }) =>
      `Going to the recycle bin at their term${when === '' ? '' : ` on ${when}`}: ${what}`,
    'user.provisioned': ({ who }) => `${who} signed in for the first time with the account of the office`,
    'share.opened': ({ what }) => `The link of ${what} was opened`,
  },
  answers: { confirma: 'confirmed', otra_fecha: 'asks for another date', no_asiste: 'will not come' },
  unknownActor: 'Someone',
  aRequest: 'a request',
  aDocument: 'a document',
  documents: (count) => `${count} documents`,
  markAll: 'Mark all as read',
  markOne: (sentence) => `Mark as read: ${sentence}`,
  unread: 'Unread',
  older: 'Show older ones',
  emptyTitle: 'No notifications for now',
  emptyText:
    'Here you will see what you are put in charge of, what gets a date, and what is signed or shared with you.',
  failed: 'We could not get your notifications.',
  retry: 'Try again',
  see: 'See',
} satisfies typeof notices
