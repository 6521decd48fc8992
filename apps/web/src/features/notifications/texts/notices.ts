import type { NotificationKind } from '@foja/contracts/notifications'
import { defineTexts } from '../../../lib/texts/define-texts.ts'

type NoticeNames = {
  who: string
  what: string
  when: string
  to: string
  status: string
  done: number
  failed: number
}

const sentences: Record<NotificationKind, (names: NoticeNames) => string> = {
  'solicitud.sent': ({ who, what }) => `${who} envió ${what}`,
  'solicitud.assigned': ({ who, what }) => `${who} te encargó ${what}`,
  'solicitud.scheduled': ({ what, when }) => (when === '' ? `Cambió la cita de ${what}` : `Cita de ${what}: ${when}`),
  'solicitud.returned': ({ who, what }) => `${who} devolvió ${what}`,
  'solicitud.concluded': ({ who, what }) => `${who} concluyó ${what}`,
  'solicitud.reminder': ({ what, when }) => `Se acerca la cita de ${what}${when === '' ? '' : `: ${when}`}`,
  'mediation.changed': ({ who, what, status }) =>
    status === '' ? `${who} cambió la mediación de ${what}` : `${who} puso ${what} en «${status}»`,
  'document.signed': ({ who, what }) => `${who} firmó ${what}`,
  'document.shared': ({ who, what }) => `${who} compartió contigo ${what}`,
  'template.filled': ({ what, done, failed }) =>
    `${what}: ${done === 1 ? 'se creó 1 documento' : `se crearon ${done} documentos`}${failed === 0 ? '' : `; ${failed} con error`}`,
  'email.failed': ({ what, to }) => (to === '' ? `No salió un correo con ${what}` : `No salió el correo a ${to}`),
  'request.completed': ({ what }) => `Todos firmaron ${what}`,
  'request.declined': ({ who, what }) => `${who} no firmó ${what}`,
  'request.expired': ({ what }) => `Venció el plazo para firmar ${what}`,
  'documents.delivered': ({ who, what }) => `${who} entregó los documentos de ${what}`,
  'documents.expired': ({ what }) => `Venció el plazo para entregar los documentos de ${what}`,
  'convocation.answered': ({ who, what, status }) => `${who} ${status === '' ? 'contestó' : status}: ${what}`,
  'webhook.disabled': ({ what }) => `Foja dejó de enviar avisos a ${what}: falló durante tres días`,
  'retention.due': ({ what, when }) => `Irán a la papelera por su plazo${when === '' ? '' : ` el ${when}`}: ${what}`,
  'user.provisioned': ({ who }) => `${who} entró por primera vez con la cuenta de la oficina`,
  'share.opened': ({ what }) => `Abrieron el enlace de ${what}`,
}

/** Notifications. */
export const notices = {
  title: 'Avisos',
  sentences,
  answers: { confirma: 'confirmó', otra_fecha: 'pide otra fecha', no_asiste: 'no asistirá' },
  unknownActor: 'Alguien',
  aRequest: 'una solicitud',
  aDocument: 'un documento',
  documents: (count: number) => `${count} documentos`,
  markAll: 'Marcar todo como leído',
  markOne: (sentence: string) => `Marcar como leído: ${sentence}`,
  unread: 'Sin leer',
  older: 'Ver anteriores',
  emptyTitle: 'Sin avisos por ahora',
  emptyText: 'Aquí verás lo que te encargan, lo que se agenda y lo que alguien firma o comparte contigo.',
  failed: 'No pudimos traer tus avisos.',
  retry: 'Reintentar',
  see: 'Ver',
}

export const useNoticesTexts = defineTexts(notices, () => import('./notices.en.ts'))
