import type { MailLocale } from './letter.ts'

export const noticeKinds = [
  'solicitud.sent',
  'solicitud.assigned',
  'solicitud.scheduled',
  'solicitud.returned',
  'solicitud.concluded',
  'solicitud.reminder',
  'mediation.changed',
  'document.signed',
  'document.shared',
  'template.filled',
  'email.failed',
  'share.opened',
  'request.completed',
  'request.declined',
  'request.expired',
  'documents.delivered',
  'documents.expired',
  'convocation.answered',
  'webhook.disabled',
  'retention.due',
  'user.provisioned',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Names and figures of a notification, in the reader's words; null where it has none. */
export type NoticeFacts = {
  /** Name of the acting user; null: the system, or unknown. */
  actor: string | null
  /** Title of the request. */
  titulo: string | null
  /** Name of the document, or of several. */
  nombre: string | null
  /** Number of documents that `nombre` names; absent: one. */
  documentos?: number | null
  motivo: string | null
  /** Message from the acting user. */
  mensaje?: string | null
  fecha: string | null
  lugar: string | null
  /** The new status. */
  status: string | null
  /** Addresses. */
  to: string | null
}

type Sentence = (facts: NoticeFacts) => { subject: string; body: string }
type Words = {
  greeting: (nombre: string) => string
  titulo: string
  documento: string
  documentos: (n: number) => string
  fecha: string
  lugar: string
  motivo: string
  open: string
  note: string
  kinds: Record<NoticeKind, Sentence>
}

/** What a party answered to a convocation. */
const answers: Record<MailLocale, Record<string, string>> = {
  es: { confirma: 'confirmó', otra_fecha: 'pide otra fecha', no_asiste: 'no asistirá' },
  en: { confirma: 'confirmed', otra_fecha: 'asks for another date', no_asiste: 'will not come' },
}

const es: Words = {
  greeting: (nombre) => `Hola, ${nombre}:`,
  titulo: 'Solicitud',
  documento: 'Documento',
  documentos: (n) => `${n} documentos`,
  fecha: 'Fecha',
  lugar: 'Lugar',
  motivo: 'Motivo',
  open: 'Abrir en Foja',
  note: 'Foja te avisa de lo que tienes pendiente. No respondas a este correo.',
  kinds: {
    'solicitud.sent': ({ actor, titulo }) => ({
      subject: `Llegó una solicitud: ${titulo ?? 'sin título'}`,
      body: `${actor ?? 'Alguien'} envió una solicitud.`,
    }),
    'solicitud.assigned': ({ actor, titulo }) => ({
      subject: `Te asignaron una solicitud: ${titulo ?? 'sin título'}`,
      body: `${actor ?? 'Alguien'} te asignó una solicitud.`,
    }),
    'solicitud.scheduled': ({ actor, titulo }) => ({
      subject: `Tiene fecha: ${titulo ?? 'una solicitud'}`,
      body: `${actor ?? 'Alguien'} fijó la cita de una solicitud.`,
    }),
    'solicitud.returned': ({ actor, titulo }) => ({
      subject: `Devuelta para corregir: ${titulo ?? 'una solicitud'}`,
      body: `${actor ?? 'Alguien'} devolvió una solicitud. Corrige lo que dice el motivo y vuelve a enviarla.`,
    }),
    'solicitud.concluded': ({ actor, titulo }) => ({
      subject: `Concluida: ${titulo ?? 'una solicitud'}`,
      body: `${actor ?? 'Alguien'} dio por concluida una solicitud.`,
    }),
    'solicitud.reminder': ({ titulo }) => ({
      subject: `Recordatorio de cita: ${titulo ?? 'una solicitud'}`,
      body: 'Tienes una cita pronto.',
    }),
    'mediation.changed': ({ actor, nombre, documentos, status }) => ({
      subject: `Mediación: ${documentos ? es.documentos(documentos) : (nombre ?? 'un documento')}`,
      body: `${actor ?? 'Alguien'} cambió el estado de la mediación${status === null ? '' : ` a «${status}»`}.`,
    }),
    'document.signed': ({ actor, nombre }) => ({
      subject: `Firmado: ${nombre ?? 'un documento'}`,
      body: `${actor ?? 'Alguien'} firmó un documento.`,
    }),
    'document.shared': ({ actor, nombre }) => ({
      subject: `Compartido contigo: ${nombre ?? 'un documento'}`,
      body: `${actor ?? 'Alguien'} compartió un documento contigo.`,
    }),
    'template.filled': ({ nombre }) => ({
      subject: `Ya está: ${nombre ?? 'una plantilla'}`,
      body: 'Tus documentos están listos.',
    }),
    'email.failed': ({ nombre, to }) => ({
      subject: `No salió un correo${nombre === null ? '' : `: ${nombre}`}`,
      body: `Un correo${to === null ? '' : ` a ${to}`} no pudo salir. Mira por qué y vuelve a enviarlo.`,
    }),
    'request.completed': ({ titulo, nombre }) => ({
      subject: `Todos firmaron: ${titulo ?? nombre ?? 'tu pedido'}`,
      body: 'Todas las personas a quienes pediste su firma ya actuaron. Los documentos firmados están en Foja.',
    }),
    'request.declined': ({ actor, titulo, nombre }) => ({
      subject: `No firmó: ${titulo ?? nombre ?? 'tu pedido'}`,
      body: `${actor ?? 'Un destinatario'} no firmó, y con eso terminó el pedido. Las firmas ya hechas quedan en los documentos.`,
    }),
    'request.expired': ({ titulo, nombre }) => ({
      subject: `Venció el plazo: ${titulo ?? nombre ?? 'tu pedido'}`,
      body: 'Terminó el plazo y faltan firmas. Puedes pedirlas otra vez desde el documento.',
    }),
    'documents.delivered': ({ actor, titulo }) => ({
      subject: `Llegaron los documentos: ${titulo ?? 'tu pedido'}`,
      body: `${actor ?? 'Un destinatario'} entregó todo lo que le pediste. Ábrelo para aceptar o devolver cada documento.`,
    }),
    'documents.expired': ({ titulo }) => ({
      subject: `Venció el plazo: ${titulo ?? 'tu pedido'}`,
      body: 'Terminó el plazo y faltan documentos. Lo aceptado queda en el expediente; puedes pedir el resto otra vez.',
    }),
    'convocation.answered': ({ actor, titulo, status }) => ({
      subject: `${actor ?? 'Un involucrado'} ${answers.es[status ?? ''] ?? 'contestó'}: ${titulo ?? 'tu convocatoria'}`,
      body: `${actor ?? 'Un involucrado'} contestó a tu convocatoria: ${answers.es[status ?? ''] ?? 'contestó'}.`,
    }),
    'webhook.disabled': ({ nombre }) => ({
      subject: `Foja dejó de enviar avisos a ${nombre ?? 'otro programa'}`,
      body: `El programa en ${nombre ?? 'esa dirección'} no recibió nada en tres días. Lo que pase hasta que los reanudes no se enviará. Cuando funcione, reanuda los avisos en «API y webhooks».`,
    }),
    'retention.due': ({ titulo, fecha }) => ({
      subject: `Expedientes por cumplir su plazo: ${titulo ?? 'varios'}`,
      body: `El ${fecha ?? 'día fijado'} irán a la papelera los expedientes que cumplen su plazo. Para conservar uno, retenlo desde su menú.`,
    }),
    'user.provisioned': ({ actor }) => ({
      subject: `${actor ?? 'Alguien'} entró por primera vez`,
      body: `${actor ?? 'Alguien'} entró por primera vez con la cuenta de la oficina, y se creó su cuenta.`,
    }),
    'share.opened': ({ nombre }) => ({
      subject: `Se abrió tu enlace: ${nombre ?? 'un documento'}`,
      body: 'Alguien abrió un enlace que compartiste.',
    }),
  },
}

const en: Words = {
  greeting: (nombre) => `Hello ${nombre},`,
  titulo: 'Request',
  documento: 'Document',
  documentos: (n) => `${n} documents`,
  fecha: 'Date',
  lugar: 'Place',
  motivo: 'Reason',
  open: 'Open in Foja',
  note: 'Foja notifies you about your pending tasks. Please do not reply to this message.',
  kinds: {
    'solicitud.sent': ({ actor, titulo }) => ({
      subject: `A request arrived: ${titulo ?? 'untitled'}`,
      body: `${actor ?? 'Someone'} sent a request.`,
    }),
    'solicitud.assigned': ({ actor, titulo }) => ({
      subject: `A request was assigned to you: ${titulo ?? 'untitled'}`,
      body: `${actor ?? 'Someone'} assigned a request to you.`,
    }),
    'solicitud.scheduled': ({ actor, titulo }) => ({
      subject: `Scheduled: ${titulo ?? 'a request'}`,
      body: `${actor ?? 'Someone'} set the date of a request.`,
    }),
    'solicitud.returned': ({ actor, titulo }) => ({
      subject: `Returned for correction: ${titulo ?? 'a request'}`,
      body: `${actor ?? 'Someone'} returned a request. Correct what the reason says and send it again.`,
    }),
    'solicitud.concluded': ({ actor, titulo }) => ({
      subject: `Concluded: ${titulo ?? 'a request'}`,
      body: `${actor ?? 'Someone'} concluded a request.`,
    }),
    'solicitud.reminder': ({ titulo }) => ({
      subject: `Reminder of an appointment: ${titulo ?? 'a request'}`,
      body: 'You have an appointment soon.',
    }),
    'mediation.changed': ({ actor, nombre, documentos, status }) => ({
      subject: `Mediation: ${documentos ? en.documentos(documentos) : (nombre ?? 'a document')}`,
      body: `${actor ?? 'Someone'} changed the status of the mediation${status === null ? '' : ` to “${status}”`}.`,
    }),
    'document.signed': ({ actor, nombre }) => ({
      subject: `Signed: ${nombre ?? 'a document'}`,
      body: `${actor ?? 'Someone'} signed a document.`,
    }),
    'document.shared': ({ actor, nombre }) => ({
      subject: `Shared with you: ${nombre ?? 'a document'}`,
      body: `${actor ?? 'Someone'} shared a document with you.`,
    }),
    'template.filled': ({ nombre }) => ({
      subject: `Done: ${nombre ?? 'a template'}`,
      body: 'Your documents are ready.',
    }),
    'email.failed': ({ nombre, to }) => ({
      subject: `A message did not go out${nombre === null ? '' : `: ${nombre}`}`,
      body: `A message${to === null ? '' : ` to ${to}`} could not go out. See why and send it again.`,
    }),
    'request.completed': ({ titulo, nombre }) => ({
      subject: `Everyone signed: ${titulo ?? nombre ?? 'your request'}`,
      body: 'Everyone you asked has acted. The signed documents are in Foja.',
    }),
    'request.declined': ({ actor, titulo, nombre }) => ({
      subject: `Declined: ${titulo ?? nombre ?? 'your request'}`,
      body: `${actor ?? 'A recipient'} declined to sign, which ended the request. Signatures already made stay in the documents.`,
    }),
    'request.expired': ({ titulo, nombre }) => ({
      subject: `Time is up: ${titulo ?? nombre ?? 'your request'}`,
      body: 'The term has ended and signatures are missing. You can ask again from the document.',
    }),
    'documents.delivered': ({ actor, titulo }) => ({
      subject: `Documents have arrived: ${titulo ?? 'your request'}`,
      body: `${actor ?? 'A recipient'} delivered everything you asked for. Open it to accept or return each document.`,
    }),
    'documents.expired': ({ titulo }) => ({
      subject: `Time is up: ${titulo ?? 'your request'}`,
      body: 'The term has ended and documents are missing. What was accepted stays in the case file; you can ask for the rest again.',
    }),
    'convocation.answered': ({ actor, titulo, status }) => ({
      subject: `${actor ?? 'A party'} ${answers.en[status ?? ''] ?? 'answered'}: ${titulo ?? 'your convocation'}`,
      body: `${actor ?? 'A party'} answered your convocation: ${answers.en[status ?? ''] ?? 'answered'}.`,
    }),
    'webhook.disabled': ({ nombre }) => ({
      subject: `Foja stopped sending to ${nombre ?? 'another program'}`,
      body: `The program at ${nombre ?? 'that address'} received nothing for three days. What happens until you resume it will not be sent. When it works, resume its webhook in “API and webhooks”.`,
    }),
    'retention.due': ({ titulo, fecha }) => ({
      subject: `Case files near their term: ${titulo ?? 'several'}`,
      body: `On ${fecha ?? 'the set day'} the case files that reach their term go to the recycle bin. To keep one, hold it from its menu.`,
    }),
    'user.provisioned': ({ actor }) => ({
      subject: `${actor ?? 'Someone'} signed in for the first time`,
      body: `${actor ?? 'Someone'} signed in for the first time with the account of the office, and their account was created.`,
    }),
    'share.opened': ({ nombre }) => ({
      subject: `Your link was opened: ${nombre ?? 'a document'}`,
      body: 'Someone opened a link that you shared.',
    }),
  },
}

export const noticeWords: Record<MailLocale, Words> = { es, en }
