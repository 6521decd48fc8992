import { eventActions, type EventAction } from '@foja/contracts/events'
import { partyAnswers, type PartyAnswer } from '@foja/contracts/request-states'
import type { EventRow } from '@foja/db/events'
import { mediationStatuses } from '@foja/contracts/states'
import type { Locale } from './locale.ts'
import { statusMediacionWords } from './mediation-words.ts'

type Facts = { who: string; document: string; data: Record<string, unknown> }
type Sentence = (facts: Facts) => string

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
/** A detail in brackets; empty without a value. */
const detail = (name: string, value: unknown) => (textOf(value) === '' ? '' : ` (${name}: ${textOf(value)})`)

/** The name of a mediation state; other values unchanged. */
function stateOf(value: unknown, locale: Locale): string {
  const status = mediationStatuses.find((known) => known === value)
  return status === undefined ? textOf(value) : statusMediacionWords[locale][status]
}

const isSimple = (data: Record<string, unknown>) => data['simple'] !== undefined

const answerWords: Record<Locale, Record<PartyAnswer, string>> = {
  es: { confirma: 'confirmó que asistirá', otra_fecha: 'pidió otra fecha', no_asiste: 'dijo que no asistirá' },
  en: { confirma: 'confirmed', otra_fecha: 'asked for another date', no_asiste: 'will not come' },
}

/** What a party answered to a convocation. */
const answerOf = (value: unknown, locale: Locale): string =>
  answerWords[locale][partyAnswers.find((known) => known === value) ?? 'confirma']

/** A time of the event's data in UTC, to the minute. */
const momentOf = (value: unknown) => textOf(value).replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}).*Z$/, '$1 $2 UTC')

const es: Record<EventAction, Sentence> = {
  'setup.completed': ({ who }) => `${who} instaló Foja.`,
  'keys.rotated': () => 'Se renovaron las claves del servidor.',
  'solicitud_main.created': ({ who, data }) => `${who} creó el expediente${detail('título', data['titulo'])}.`,
  'solicitud_main.deleted': ({ who, data }) =>
    `${who} llevó el expediente a la papelera${detail('motivo', data['motivo'])}.`,
  'solicitud_main.restored': ({ who }) => `${who} recuperó el expediente de la papelera.`,
  'solicitud_main.purged': () => 'Se eliminó para siempre el expediente, que estaba en la papelera.',
  'solicitud.updated': ({ who, data }) => `${who} cambió la solicitud${detail('título', data['titulo'])}.`,
  'solicitud.sent': ({ who, data }) =>
    `${who} envió la solicitud${detail('título', data['titulo'])}${detail('cita', momentOf(data['fecha']))}${detail('mensaje', data['mensaje'])}.`,
  'solicitud.returned': ({ who, data }) =>
    `${who} devolvió la solicitud a pendiente${detail('motivo', data['motivo'])}.`,
  'solicitud.concluded': ({ who, data }) => `${who} concluyó la solicitud${detail('título', data['titulo'])}.`,
  'solicitud.reminded': ({ data }) => `Se envió el recordatorio de la cita${detail('fecha', momentOf(data['fecha']))}.`,
  'document.uploaded': ({ who, document }) => `${who} subió ${document}.`,
  'document.filled': ({ who, document, data }) =>
    `${who} creó ${document} con una plantilla${detail('plantilla', data['plantilla'])}.`,
  'document.signed': ({ who, document, data }) =>
    `${who} firmó ${document}${isSimple(data) ? ' con firma simple, sellada por la oficina' : ''}${detail('nivel', data['level'])}.`,
  'document.extended': ({ who, document, data }) =>
    `${who} reforzó las firmas de ${document}${detail('nivel', data['level'])}.`,
  'document.evidence_exported': ({ who, document }) => `${who} obtuvo el informe de evidencias de ${document}.`,
  'document.deleted': ({ who, document }) => `${who} llevó a la papelera ${document}.`,
  'document.restored': ({ who, document }) => `${who} recuperó ${document} de la papelera.`,
  'document.purged': ({ document }) => `Se eliminó para siempre ${document}, que estaba en la papelera.`,
  'mediation.changed': ({ who, document, data }) =>
    `${who} cambió el estado de mediación de ${document}${detail('estado', stateOf(data['status'], 'es'))}${detail('motivo', data['motivo'])}.`,
  'signing_request.created': ({ who, data }) =>
    `${who} preparó un pedido de firmas${detail('pedido', data['titulo'])}.`,
  'signing_request.changed': ({ who, data }) =>
    `${who} cambió el borrador de un pedido de firmas${detail('pedido', data['titulo'])}.`,
  'signing_request.deleted': ({ who, data }) =>
    `${who} borró el borrador de un pedido de firmas${detail('pedido', data['titulo'])}.`,
  'signing_request.sent': ({ who, data }) =>
    `${who} pidió firmas${detail('pedido', data['titulo'])}${detail('a', data['names'])}${detail('hasta', momentOf(data['expires_at']))}.`,
  'signing_request.completed': ({ data }) => `Se completó el pedido de firmas${detail('pedido', data['titulo'])}.`,
  'signing_request.cancelled': ({ who, data }) =>
    `${who} anuló el pedido de firmas${detail('pedido', data['titulo'])}${detail('motivo', data['motivo'])}.`,
  'signing_request.expired': ({ data }) => `Venció el pedido de firmas${detail('pedido', data['titulo'])}.`,
  'recipient.code_confirmed': ({ who, data }) =>
    `${who} escribió el código enviado a su correo${detail('correo', data['email'])}.`,
  'recipient.seen': ({ who, data }) =>
    `${who} abrió su pedido${detail('canal', data['channel'])}${detail('correo', data['email'])}.`,
  'recipient.filled': ({ who, data }) =>
    `${who} llenó sus datos${detail('pedido', data['titulo'])}${detail('correo', data['email'])}${detail('SHA-256', data['sha256'])}.`,
  'recipient.signed': ({ who, data }) =>
    isSimple(data)
      ? `${who} firmó todo lo que se le pidió con firma simple${detail('pedido', data['titulo'])}${detail('aceptó', data['consent'])}${detail('correo', data['email'])}${detail('código escrito', momentOf(data['code_at']))}.`
      : `${who} firmó todo lo que se le pidió${detail('pedido', data['titulo'])}.`,
  'recipient.approved': ({ who, data }) => `${who} aprobó los documentos${detail('pedido', data['titulo'])}.`,
  'recipient.declined': ({ who, data }) => `${who} no firmó${detail('motivo', data['motivo'])}.`,
  'recipient.delegated': ({ who, data }) =>
    `${who} pasó el pedido a otra persona${detail('a', data['a'])}${detail('correo', data['email'])}${detail('motivo', data['motivo'])}.`,
  'recipient.changed': ({ who, data }) =>
    `${who} corrigió los datos de un destinatario${detail('nombre', data['nombre'])}${detail('correo', data['email'])}.`,
  'recipient.reminded': ({ who, data }) => `${who} envió un recordatorio${detail('a', data['nombre'])}.`,
  'recipient.link_copied': ({ who, data }) =>
    `${who} copió el enlace de un destinatario${detail('nombre', data['nombre'])}.`,
  'recipient.delivered': ({ who, data }) =>
    `${who} entregó un archivo${detail('documento', data['requisito'])}${detail('archivo', data['nombre'])}${detail('SHA-256', data['sha256'])}.`,
  'recipient.withdrew': ({ who, data }) =>
    `${who} quitó un archivo que había entregado${detail('documento', data['requisito'])}${detail('archivo', data['nombre'])}.`,
  'document_request.sent': ({ who, data }) =>
    `${who} pidió documentos${detail('cuáles', data['requisitos'])}${detail('a', data['names'])}${detail('hasta', momentOf(data['expires_at']))}.`,
  'document_request.completed': ({ data }) => `Se completó el pedido de documentos${detail('pedido', data['titulo'])}.`,
  'document_request.cancelled': ({ who, data }) =>
    `${who} anuló el pedido de documentos${detail('pedido', data['titulo'])}${detail('motivo', data['motivo'])}.`,
  'document_request.expired': ({ data }) => `Venció el pedido de documentos${detail('pedido', data['titulo'])}.`,
  'convocation.sent': ({ who, data }) =>
    `${who} convocó a la cita${detail('fecha', momentOf(data['fecha']))}${detail('a', data['names'])}${detail('sin correo', data['sin_correo'])}.`,
  'recipient.answered': ({ who, data }) =>
    `${who} ${answerOf(data['answer'], 'es')}${detail('motivo', data['motivo'])}${detail('propone', momentOf(data['fecha']))}.`,
  'requirement.accepted': ({ who, data }) => `${who} aceptó lo entregado${detail('documento', data['requisito'])}.`,
  'requirement.returned': ({ who, data }) =>
    `${who} devolvió lo entregado${detail('documento', data['requisito'])}${detail('motivo', data['motivo'])}.`,
  'email.queued': ({ who, document, data }) => `${who} envió ${document} por correo${detail('a', data['to'])}.`,
  'email.sent': ({ document, data }) => `Salió el correo con ${document}${detail('a', data['to'])}.`,
  'email.failed': ({ document, data }) =>
    textOf(data['delivered']) === ''
      ? `No salió el correo con ${document}${detail('a', data['to'])}.`
      : `El correo con ${document} no salió a todos${detail('sí a', data['delivered'])}${detail('no a', data['missing'])}.`,
  'email.retried': ({ who, document, data }) => `${who} reintentó el correo con ${document}${detail('a', data['to'])}.`,
  'email.released': ({ who, document, data }) =>
    `${who} envió el correo retenido con ${document}${detail('a', data['to'])}.`,
  'email.cancelled': ({ who, document, data }) =>
    `${who} descartó el correo con ${document}${detail('a', data['to'])}.`,
  'user_shared.changed': ({ who, document, data }) =>
    `${who} cambió con quién se comparte ${document}${detail('personas', data['names'])}.`,
  'share.created': ({ who, document }) => `${who} creó un enlace para compartir ${document}.`,
  'share.opened': ({ document }) => `Se abrió un enlace compartido de ${document}.`,
  'share.removed': ({ who, document }) => `${who} anuló un enlace compartido de ${document}.`,
  'template.created': ({ who, data }) => `${who} creó una plantilla${detail('nombre', data['nombre'])}.`,
  'template.changed': ({ who, data }) => `${who} cambió una plantilla${detail('nombre', data['nombre'])}.`,
  'template.archived': ({ who, data }) => `${who} archivó una plantilla${detail('nombre', data['nombre'])}.`,
  'template.deleted': ({ who, data }) => `${who} eliminó una plantilla${detail('nombre', data['nombre'])}.`,
  'template.restored': ({ who, data }) => `${who} recuperó una plantilla${detail('nombre', data['nombre'])}.`,
  'signer.uploaded': ({ who }) => `${who} guardó su certificado de firma.`,
  'signer.removed': ({ who }) => `${who} eliminó su certificado de firma.`,
  'signing.configured': ({ who }) => `${who} cambió los ajustes de firma.`,
  'seal.uploaded': ({ who, data }) => `${who} guardó el sello de la oficina${detail('titular', data['subject'])}.`,
  'seal.removed': ({ who, data }) => `${who} quitó el sello de la oficina${detail('titular', data['subject'])}.`,
  'mail.configured': ({ who }) => `${who} cambió el servidor de correo.`,
  'mail.removed': ({ who }) => `${who} quitó el servidor de correo.`,
  'backup.requested': ({ who }) => `${who} pidió una copia de respaldo.`,
  'job.retried': ({ who, data }) => `${who} reintentó un trabajo que falló${detail('trabajo', data['job'])}.`,
  'job.discarded': ({ who, data }) => `${who} descartó un trabajo que falló${detail('trabajo', data['job'])}.`,
  'trust_anchor.added': ({ who, data }) =>
    `${who} agregó una autoridad de confianza${detail('nombre', data['subject'])}.`,
  'trust_anchor.removed': ({ who, data }) =>
    `${who} quitó una autoridad de confianza${detail('nombre', data['subject'])}.`,
  'authority.switched': ({ who, data }) =>
    `${who} ${data['on'] === true ? 'encendió' : 'apagó'} una autoridad${detail('nombre', data['subject'])}.`,
  'authority_country.switched': ({ who, data }) =>
    `${who} ${data['on'] === true ? 'encendió' : 'apagó'} las autoridades de un país${detail('país', data['pais'])}.`,
  'company.created': ({ who, data }) => `${who} creó la empresa${detail('nombre', data['nombre'])}.`,
  'company.changed': ({ who, data }) => `${who} cambió los datos de la empresa${detail('nombre', data['nombre'])}.`,
  'company.deactivated': ({ who, data }) => `${who} desactivó la empresa${detail('nombre', data['nombre'])}.`,
  'company.reactivated': ({ who, data }) => `${who} reactivó la empresa${detail('nombre', data['nombre'])}.`,
  'company.removed': ({ who, data }) => `${who} eliminó la empresa${detail('nombre', data['nombre'])}.`,
  'person.exported': ({ who }) => `${who} descargó los datos de una persona.`,
  'person.erased': ({ who, data }) => `${who} borró los datos de una persona${detail('motivo', data['motivo'])}.`,
  'retention.changed': ({ who }) => `${who} cambió los plazos de conservación.`,
  'case.held': ({ who, data }) => `${who} retuvo el expediente${detail('motivo', data['motivo'])}.`,
  'case.released': ({ who }) => `${who} soltó el expediente.`,
  'user.created': ({ who, data }) => `${who} creó la cuenta de${detail('nombre', data['nombre'])}.`,
  'user.invited': ({ who, data }) => `${who} invitó a${detail('nombre', data['nombre'])}.`,
  'user.changed': ({ who, data }) => `${who} cambió la cuenta de${detail('nombre', data['nombre'])}.`,
  'user.deactivated': ({ who, data }) => `${who} desactivó la cuenta de${detail('nombre', data['nombre'])}.`,
  'user.reactivated': ({ who, data }) => `${who} reactivó la cuenta de${detail('nombre', data['nombre'])}.`,
  'user.removed': ({ who, data }) => `${who} quitó la cuenta de${detail('nombre', data['nombre'])}.`,
  'user.sessions_ended': ({ who, data }) => `${who} cerró las sesiones de${detail('nombre', data['nombre'])}.`,
  'user.let_in': ({ data }) => `Se creó un enlace de contraseña desde el servidor${detail('nombre', data['nombre'])}.`,
  'user.provisioned': ({ who, data }) =>
    `${who} entró por primera vez con la cuenta de la oficina, y se creó su cuenta${detail('rol', data['role'])}.`,
  'user.role_followed': ({ who, data }) =>
    `El rol de ${who} cambió con los grupos de su cuenta${detail('antes', data['from_role'])}${detail('ahora', data['to_role'])}.`,
  'provisioning.changed': ({ who, data }) =>
    `${who} cambió quién entra con la cuenta de la oficina${detail('dominios', data['dominios'])}${detail('grupos', data['grupos'])}${detail('rol', data['rol'])}.`,
  'solicitud.handed_over': ({ who, data }) =>
    `${who} pasó la solicitud a otro usuario${detail('título', data['titulo'])}${detail('a', data['a'])}.`,
  'password.changed': ({ who }) => `${who} cambió su contraseña.`,
  'password.reset': ({ who }) => `${who} eligió una contraseña nueva.`,
  'totp.enabled': ({ who }) => `${who} activó la verificación en dos pasos.`,
  'totp.moved': ({ who }) => `${who} pasó la verificación en dos pasos a otro teléfono.`,
  'totp.removed': ({ who }) => `${who} quitó la verificación en dos pasos.`,
  'totp.codes_renewed': ({ who }) => `${who} renovó sus códigos de recuperación.`,
  'api_key.created': ({ who, data }) =>
    `${who} creó una clave de API${detail('clave', data['clave'])}${detail('empieza con', data['prefijo'])}.`,
  'api_key.revoked': ({ who, data }) =>
    `${who} revocó una clave de API${detail('clave', data['clave'])}${detail('empieza con', data['prefijo'])}.`,
  'webhook.created': ({ who, data }) => `${who} creó un webhook${detail('dirección', data['direccion'])}.`,
  'webhook.changed': ({ who, data }) => `${who} cambió un webhook${detail('dirección', data['direccion'])}.`,
  'webhook.rotated': ({ who, data }) =>
    `${who} cambió el secreto de un webhook${detail('dirección', data['direccion'])}.`,
  'webhook.deleted': ({ who, data }) => `${who} borró un webhook${detail('dirección', data['direccion'])}.`,
  'webhook.disabled': ({ data }) =>
    `Foja detuvo un webhook que falló durante días${detail('dirección', data['direccion'])}.`,
  'passkey.added': ({ who, data }) => `${who} agregó una llave de acceso${detail('llave', data['llave'])}.`,
  'passkey.removed': ({ who, data }) =>
    `${who} quitó una llave de acceso${detail('llave', data['llave'])}${detail('de', data['nombre'])}.`,
  'passkey.copy_suspected': ({ who, data }) =>
    `Se rechazó una llave de acceso de ${who}: puede haber una copia${detail('llave', data['llave'])}.`,
  'session.started': ({ who }) => `${who} ingresó.`,
  'session.provider_linked': ({ who }) => `${who} unió su cuenta a la de su oficina.`,
  'session.ended': ({ who }) => `${who} salió.`,
  'session.ended_by_provider': ({ who }) => `El proveedor cerró la sesión de ${who}.`,
  'session.reuse_detected': ({ who }) => `Se cerró una sesión sospechosa de ${who}.`,
  'session.other_browser': ({ who, data }) =>
    `Otro navegador usó una sesión de ${who}${detail('navegador', data['browser'])}.`,
}

const en: Record<EventAction, Sentence> = {
  'setup.completed': ({ who }) => `${who} installed Foja.`,
  'keys.rotated': () => 'The server keys were rotated.',
  'solicitud_main.created': ({ who, data }) => `${who} created the case file${detail('title', data['titulo'])}.`,
  'solicitud_main.deleted': ({ who, data }) =>
    `${who} moved the case file to the recycle bin${detail('reason', data['motivo'])}.`,
  'solicitud_main.restored': ({ who }) => `${who} restored the case file from the recycle bin.`,
  'solicitud_main.purged': () => 'The recycle bin deleted the case file for good.',
  'solicitud.updated': ({ who, data }) => `${who} changed the request${detail('title', data['titulo'])}.`,
  'solicitud.sent': ({ who, data }) =>
    `${who} sent the request${detail('title', data['titulo'])}${detail('appointment', momentOf(data['fecha']))}${detail('message', data['mensaje'])}.`,
  'solicitud.returned': ({ who, data }) => `${who} returned the request to pending${detail('reason', data['motivo'])}.`,
  'solicitud.concluded': ({ who, data }) => `${who} concluded the request${detail('title', data['titulo'])}.`,
  'solicitud.reminded': ({ data }) =>
    `A reminder of the appointment was sent${detail('date', momentOf(data['fecha']))}.`,
  'document.uploaded': ({ who, document }) => `${who} uploaded ${document}.`,
  'document.filled': ({ who, document, data }) =>
    `${who} created ${document} from a template${detail('template', data['plantilla'])}.`,
  'document.signed': ({ who, document, data }) =>
    `${who} signed ${document}${isSimple(data) ? ' with a simple signature, sealed by the office' : ''}${detail('level', data['level'])}.`,
  'document.extended': ({ who, document, data }) =>
    `${who} strengthened the signatures of ${document}${detail('level', data['level'])}.`,
  'document.evidence_exported': ({ who, document }) => `${who} obtained the evidence report of ${document}.`,
  'document.deleted': ({ who, document }) => `${who} moved ${document} to the recycle bin.`,
  'document.restored': ({ who, document }) => `${who} restored ${document} from the recycle bin.`,
  'document.purged': ({ document }) => `The recycle bin deleted ${document} for good.`,
  'mediation.changed': ({ who, document, data }) =>
    `${who} changed the mediation status of ${document}${detail('status', stateOf(data['status'], 'en'))}${detail('reason', data['motivo'])}.`,
  'signing_request.created': ({ who, data }) => `${who} drafted a signing request${detail('request', data['titulo'])}.`,
  'signing_request.changed': ({ who, data }) =>
    `${who} changed the draft of a signing request${detail('request', data['titulo'])}.`,
  'signing_request.deleted': ({ who, data }) =>
    `${who} deleted the draft of a signing request${detail('request', data['titulo'])}.`,
  'signing_request.sent': ({ who, data }) =>
    `${who} asked for signatures${detail('request', data['titulo'])}${detail('from', data['names'])}${detail('until', momentOf(data['expires_at']))}.`,
  'signing_request.completed': ({ data }) => `The signing request was completed${detail('request', data['titulo'])}.`,
  'signing_request.cancelled': ({ who, data }) =>
    `${who} cancelled the signing request${detail('request', data['titulo'])}${detail('reason', data['motivo'])}.`,
  'signing_request.expired': ({ data }) => `The signing request expired${detail('request', data['titulo'])}.`,
  'recipient.code_confirmed': ({ who, data }) =>
    `${who} typed the code sent to their mail${detail('address', data['email'])}.`,
  'recipient.seen': ({ who, data }) =>
    `${who} opened their request${detail('channel', data['channel'])}${detail('address', data['email'])}.`,
  'recipient.filled': ({ who, data }) =>
    `${who} filled in their details${detail('request', data['titulo'])}${detail('address', data['email'])}${detail('SHA-256', data['sha256'])}.`,
  'recipient.signed': ({ who, data }) =>
    isSimple(data)
      ? `${who} signed everything they were asked to with a simple signature${detail('request', data['titulo'])}${detail('agreed', data['consent'])}${detail('email', data['email'])}${detail('code typed', momentOf(data['code_at']))}.`
      : `${who} signed everything they were asked to${detail('request', data['titulo'])}.`,
  'recipient.approved': ({ who, data }) => `${who} approved the documents${detail('request', data['titulo'])}.`,
  'recipient.declined': ({ who, data }) => `${who} declined to sign${detail('reason', data['motivo'])}.`,
  'recipient.delegated': ({ who, data }) =>
    `${who} passed the request to another person${detail('to', data['a'])}${detail('address', data['email'])}${detail('reason', data['motivo'])}.`,
  'recipient.changed': ({ who, data }) =>
    `${who} corrected the details of a recipient${detail('name', data['nombre'])}${detail('address', data['email'])}.`,
  'recipient.reminded': ({ who, data }) => `${who} sent a reminder${detail('to', data['nombre'])}.`,
  'recipient.link_copied': ({ who, data }) => `${who} copied the link of a recipient${detail('name', data['nombre'])}.`,
  'recipient.delivered': ({ who, data }) =>
    `${who} delivered a file${detail('document', data['requisito'])}${detail('file', data['nombre'])}${detail('SHA-256', data['sha256'])}.`,
  'recipient.withdrew': ({ who, data }) =>
    `${who} removed a file that they had delivered${detail('document', data['requisito'])}${detail('file', data['nombre'])}.`,
  'document_request.sent': ({ who, data }) =>
    `${who} asked for documents${detail('which', data['requisitos'])}${detail('from', data['names'])}${detail('until', momentOf(data['expires_at']))}.`,
  'document_request.completed': ({ data }) =>
    `The request for documents was completed${detail('request', data['titulo'])}.`,
  'document_request.cancelled': ({ who, data }) =>
    `${who} cancelled the request for documents${detail('request', data['titulo'])}${detail('reason', data['motivo'])}.`,
  'document_request.expired': ({ data }) => `The request for documents expired${detail('request', data['titulo'])}.`,
  'convocation.sent': ({ who, data }) =>
    `${who} convened to the appointment${detail('date', momentOf(data['fecha']))}${detail('to', data['names'])}${detail('without an address', data['sin_correo'])}.`,
  'recipient.answered': ({ who, data }) =>
    `${who} ${answerOf(data['answer'], 'en')}${detail('reason', data['motivo'])}${detail('proposes', momentOf(data['fecha']))}.`,
  'requirement.accepted': ({ who, data }) =>
    `${who} accepted what was delivered${detail('document', data['requisito'])}.`,
  'requirement.returned': ({ who, data }) =>
    `${who} returned what was delivered${detail('document', data['requisito'])}${detail('reason', data['motivo'])}.`,
  'email.queued': ({ who, document, data }) => `${who} sent ${document} by email${detail('to', data['to'])}.`,
  'email.sent': ({ document, data }) => `The message with ${document} went out${detail('to', data['to'])}.`,
  'email.failed': ({ document, data }) =>
    textOf(data['delivered']) === ''
      ? `The message with ${document} did not go out${detail('to', data['to'])}.`
      : `The message with ${document} did not go out to all${detail('to', data['delivered'])}${detail('not to', data['missing'])}.`,
  'email.retried': ({ who, document, data }) =>
    `${who} retried the message with ${document}${detail('to', data['to'])}.`,
  'email.released': ({ who, document, data }) =>
    `${who} released the held message with ${document}${detail('to', data['to'])}.`,
  'email.cancelled': ({ who, document, data }) =>
    `${who} discarded the message with ${document}${detail('to', data['to'])}.`,
  'user_shared.changed': ({ who, document, data }) =>
    `${who} changed whom ${document} is shared with${detail('people', data['names'])}.`,
  'share.created': ({ who, document }) => `${who} created a link to share ${document}.`,
  'share.opened': ({ document }) => `A shared link to ${document} was opened.`,
  'share.removed': ({ who, document }) => `${who} revoked a shared link to ${document}.`,
  'template.created': ({ who, data }) => `${who} created a template${detail('name', data['nombre'])}.`,
  'template.changed': ({ who, data }) => `${who} changed a template${detail('name', data['nombre'])}.`,
  'template.archived': ({ who, data }) => `${who} archived a template${detail('name', data['nombre'])}.`,
  'template.deleted': ({ who, data }) => `${who} deleted a template${detail('name', data['nombre'])}.`,
  'template.restored': ({ who, data }) => `${who} restored a template${detail('name', data['nombre'])}.`,
  'signer.uploaded': ({ who }) => `${who} stored their signing certificate.`,
  'signer.removed': ({ who }) => `${who} deleted their signing certificate.`,
  'signing.configured': ({ who }) => `${who} changed the signing settings.`,
  'seal.uploaded': ({ who, data }) => `${who} stored the seal of the office${detail('holder', data['subject'])}.`,
  'seal.removed': ({ who, data }) => `${who} removed the seal of the office${detail('holder', data['subject'])}.`,
  'mail.configured': ({ who }) => `${who} changed the mail server.`,
  'mail.removed': ({ who }) => `${who} removed the mail server.`,
  'backup.requested': ({ who }) => `${who} asked for a backup.`,
  'job.retried': ({ who, data }) => `${who} retried a failed job${detail('job', data['job'])}.`,
  'job.discarded': ({ who, data }) => `${who} discarded a failed job${detail('job', data['job'])}.`,
  'trust_anchor.added': ({ who, data }) => `${who} added a trusted authority${detail('name', data['subject'])}.`,
  'trust_anchor.removed': ({ who, data }) => `${who} removed a trusted authority${detail('name', data['subject'])}.`,
  'authority.switched': ({ who, data }) =>
    `${who} switched ${data['on'] === true ? 'on' : 'off'} an authority${detail('name', data['subject'])}.`,
  'authority_country.switched': ({ who, data }) =>
    `${who} switched ${data['on'] === true ? 'on' : 'off'} the authorities of a country${detail('country', data['pais'])}.`,
  'company.created': ({ who, data }) => `${who} created the company${detail('name', data['nombre'])}.`,
  'company.changed': ({ who, data }) => `${who} changed the details of the company${detail('name', data['nombre'])}.`,
  'company.deactivated': ({ who, data }) => `${who} deactivated the company${detail('name', data['nombre'])}.`,
  'company.reactivated': ({ who, data }) => `${who} reactivated the company${detail('name', data['nombre'])}.`,
  'company.removed': ({ who, data }) => `${who} deleted the company${detail('name', data['nombre'])}.`,
  'person.exported': ({ who }) => `${who} downloaded the data of a person.`,
  'person.erased': ({ who, data }) => `${who} erased the data of a person${detail('reason', data['motivo'])}.`,
  'retention.changed': ({ who }) => `${who} changed the retention rules.`,
  'case.held': ({ who, data }) => `${who} put a hold on the case file${detail('reason', data['motivo'])}.`,
  'case.released': ({ who }) => `${who} released the case file.`,
  'user.created': ({ who, data }) => `${who} created the account of${detail('name', data['nombre'])}.`,
  'user.invited': ({ who, data }) => `${who} invited${detail('name', data['nombre'])}.`,
  'user.changed': ({ who, data }) => `${who} changed the account of${detail('name', data['nombre'])}.`,
  'user.deactivated': ({ who, data }) => `${who} deactivated the account of${detail('name', data['nombre'])}.`,
  'user.reactivated': ({ who, data }) => `${who} reactivated the account of${detail('name', data['nombre'])}.`,
  'user.removed': ({ who, data }) => `${who} removed the account of${detail('name', data['nombre'])}.`,
  'user.sessions_ended': ({ who, data }) => `${who} ended the sessions of${detail('name', data['nombre'])}.`,
  'user.let_in': ({ data }) => `A password link was created on the server${detail('name', data['nombre'])}.`,
  'user.provisioned': ({ who, data }) =>
    `${who} signed in for the first time with the account of the office, and their account was created${detail('role', data['role'])}.`,
  'user.role_followed': ({ who, data }) =>
    `The role of ${who} changed with the groups of their account${detail('before', data['from_role'])}${detail('now', data['to_role'])}.`,
  'provisioning.changed': ({ who, data }) =>
    `${who} changed who signs in with the account of the office${detail('domains', data['dominios'])}${detail('groups', data['grupos'])}${detail('role', data['rol'])}.`,
  'solicitud.handed_over': ({ who, data }) =>
    `${who} passed the request to another user${detail('title', data['titulo'])}${detail('to', data['a'])}.`,
  'password.changed': ({ who }) => `${who} changed their password.`,
  'password.reset': ({ who }) => `${who} chose a new password.`,
  'totp.enabled': ({ who }) => `${who} turned on two-step verification.`,
  'totp.moved': ({ who }) => `${who} moved two-step verification to another phone.`,
  'totp.removed': ({ who }) => `${who} removed two-step verification.`,
  'totp.codes_renewed': ({ who }) => `${who} renewed their recovery codes.`,
  'api_key.created': ({ who, data }) =>
    `${who} created an API key${detail('key', data['clave'])}${detail('begins with', data['prefijo'])}.`,
  'api_key.revoked': ({ who, data }) =>
    `${who} revoked an API key${detail('key', data['clave'])}${detail('begins with', data['prefijo'])}.`,
  'webhook.created': ({ who, data }) => `${who} created a webhook${detail('address', data['direccion'])}.`,
  'webhook.changed': ({ who, data }) => `${who} changed a webhook${detail('address', data['direccion'])}.`,
  'webhook.rotated': ({ who, data }) =>
    `${who} changed the secret of a webhook${detail('address', data['direccion'])}.`,
  'webhook.deleted': ({ who, data }) => `${who} deleted a webhook${detail('address', data['direccion'])}.`,
  'webhook.disabled': ({ data }) =>
    `Foja stopped a webhook that failed for days${detail('address', data['direccion'])}.`,
  'passkey.added': ({ who, data }) => `${who} added a passkey${detail('passkey', data['llave'])}.`,
  'passkey.removed': ({ who, data }) =>
    `${who} removed a passkey${detail('passkey', data['llave'])}${detail('of', data['nombre'])}.`,
  'passkey.copy_suspected': ({ who, data }) =>
    `A passkey of ${who} was refused, because it may be a copy${detail('passkey', data['llave'])}.`,
  'session.started': ({ who }) => `${who} signed in.`,
  'session.provider_linked': ({ who }) => `${who} linked their account to the one of their office.`,
  'session.ended': ({ who }) => `${who} signed out.`,
  'session.ended_by_provider': ({ who }) => `The provider ended the session of ${who}.`,
  'session.reuse_detected': ({ who }) => `A suspicious session of ${who} was ended.`,
  'session.other_browser': ({ who, data }) =>
    `Another browser used a session of ${who}${detail('browser', data['browser'])}.`,
}

const sentences: Record<Locale, Record<EventAction, Sentence>> = { es, en }
const anonymous: Record<Locale, string> = { es: 'Alguien sin cuenta', en: 'Someone without an account' }
const aDocument: Record<Locale, string> = { es: 'un documento', en: 'a document' }

/** Describes an event in a sentence; an unknown action is shown by its code. */
export function eventSentence(event: EventRow, name: string | undefined, locale: Locale): string {
  const action = eventActions.find((known) => known === event.action)
  const who = event.actor_label === '' ? anonymous[locale] : event.actor_label
  const known = name ?? event.data['nombre']
  const document = typeof known === 'string' ? `«${known}»` : aDocument[locale]
  return action === undefined
    ? `${who}: ${event.action}.`
    : sentences[locale][action]({ who, document, data: event.data })
}
