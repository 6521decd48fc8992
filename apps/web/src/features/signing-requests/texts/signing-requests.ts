import type { RecipientRole, SigningRequestStatus } from '@foja/contracts/request-states'
import { defineTexts } from '../../../lib/texts/define-texts.ts'

const status: Record<SigningRequestStatus, string> = {
  borrador: 'Borrador',
  enviada: 'En curso',
  completada: 'Completado',
  rechazada: 'Rechazado',
  vencida: 'Vencido',
  anulada: 'Anulado',
}

const roles: Record<RecipientRole, string> = {
  firma: 'Firma',
  firma_simple: 'Firma simple',
  aprueba: 'Aprueba',
  copia: 'Recibe copia',
}

export const signingRequests = {
  status,
  roles,
  /** `mixed`: some approve. */
  progress: (done: number, total: number, mixed: boolean) =>
    `${done} de ${total} ${mixed ? 'respondieron' : 'firmaron'}`,
  due: (day: string) => `vence ${day}`,
  /** The state of a recipient in words; `when` is empty where it is not known. */
  states: {
    draft: 'Se le pedirá al enviar',
    waiting: 'Espera su turno',
    copyLater: 'Recibe copia al final',
    copySent: (when: string) => `Recibió copia ${when}`,
    sent: (when: string) => `Sin abrir · enviado ${when}`,
    link: 'Sin abrir · por enlace',
    unreached: 'No le llegó el correo',
    held: 'Sin correo: entrégale el enlace',
    copyHeld: 'Su copia espera al correo',
    fills: 'Falta que llene sus datos',
    filled: (when: string) => `Llenó sus datos ${when}`,
    seen: (when: string) => `Lo vio ${when}`,
    signed: (when: string) => `Firmó ${when}`,
    signedSimply: (when: string) => `Firma simple ${when}`,
    approved: (when: string) => `Aprobó ${when}`,
    delivered: (when: string) => `Entregó todo ${when}`,
    declined: (when: string) => `No quiso firmar ${when}`,
    expired: 'No respondió a tiempo',
    cancelled: 'Ya no se le pide',
    delegated: 'Pasó el pedido a otra persona',
  },
  inPlaceOf: (name: string) => `en lugar de ${name}`,
  reason: (text: string) => `«${text}»`,
  correct: 'Corregir',
  correctOf: (name: string) => `Corregir el correo de ${name}`,
  remind: 'Recordar',
  remindTo: (name: string) => `Recordar a ${name}`,
  reminded: (name: string) => `Recordatorio enviado a ${name}`,
  // The home page.
  waitingFor: 'Espero por',
  waitingNote: 'quién me debe una firma o un documento',
  delivered: (done: number, total: number) => `Entregó ${done} de ${total}`,
  seeAll: 'Ver todos',
  dueToday: 'vence hoy',
}

export const useSigningRequestsTexts = defineTexts(signingRequests, () => import('./signing-requests.en.ts'))
