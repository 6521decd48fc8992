import { wasWithheld } from '@foja/mail/example-address'
import { mailErrorCodes, type Refusal } from '@foja/mail/mailer'
import type { Locale, Texts } from './locale.ts'

/** Why a message was not sent: errors of the mail server or the connection, and our own checks. */
export const emailReasons = [
  ...mailErrorCodes,
  'document_deleted',
  'link_closed',
  'link_used',
  'sender_gone',
  'reader_gone',
  'attachment_missing',
] as const
export type EmailReason = (typeof emailReasons)[number]

const both = (es: string, en: string): Texts => ({ es, en })

const texts: Record<EmailReason, Texts> = {
  unreachable: both('No se pudo conectar con el servidor de correo.', 'The mail server could not be reached.'),
  timeout: both('El servidor de correo tardó demasiado en responder.', 'The mail server took too long to answer.'),
  connection_lost: both(
    'El servidor de correo cortó la conexión a medias.',
    'The mail server broke off the connection halfway.',
  ),
  tls_failed: both(
    'La conexión segura con el servidor de correo no se pudo establecer. Revisa la seguridad y el certificado en Correos.',
    'The secure connection to the mail server could not be made. Check security and certificate in Emails.',
  ),
  login_refused: both(
    'El servidor de correo no acepta el usuario o la contraseña. Revísalos en Correos.',
    'The mail server does not accept the user or password. Check them in Emails.',
  ),
  server_busy: both('El servidor de correo pide intentarlo más tarde.', 'The mail server asks to try again later.'),
  sender_refused: both(
    'El servidor de correo no acepta la dirección del remitente. Revísala en Correos.',
    'The mail server does not accept the sender’s address. Check it in Emails.',
  ),
  recipient_refused: both(
    'El servidor de correo no acepta esa dirección. Corrígela y vuelve a enviar.',
    'The mail server does not accept that address. Correct it and send again.',
  ),
  example_address: both(
    'No se envía a direcciones de ejemplo: no son de nadie. Corrígela y vuelve a enviar.',
    'Nothing is sent to example addresses: they belong to no one. Correct it and send again.',
  ),
  message_refused: both('El servidor de correo rechazó el mensaje.', 'The mail server refused the message.'),
  message_too_large: both(
    'El mensaje es demasiado grande para el servidor de correo. Envía el documento como enlace.',
    'The message is too large for the mail server. Send the document as a link.',
  ),
  attachment_unavailable: both(
    'El documento no se pudo leer en ese momento.',
    'The document could not be read at that moment.',
  ),
  unexpected: both('Ocurrió un fallo inesperado al enviarlo.', 'Something unexpected failed while sending it.'),
  document_deleted: both(
    'El documento se eliminó antes de que saliera el correo.',
    'The document was deleted before the message went out.',
  ),
  link_closed: both(
    'El enlace se anuló o venció antes de que saliera el correo.',
    'The link was revoked or expired before the message went out.',
  ),
  link_used: both('El enlace ya se usó, o hay otro más nuevo.', 'The link was used already, or there is a newer one.'),
  sender_gone: both(
    'El remitente ya no tiene una cuenta activa, o ya no puede enviar este documento. Si hace falta, ábrelo y envíalo tú.',
    'The sender no longer has an active account, or may no longer send this document. If it is needed, open it and send it yourself.',
  ),
  reader_gone: both(
    'El destinatario ya no trabaja en esta oficina, o ya no puede ver de qué trata.',
    'The recipient no longer works in this office, or may no longer see what it is about.',
  ),
  attachment_missing: both(
    'El archivo del documento no está en el servidor.',
    'The document’s file is not on the server.',
  ),
}

/** The reason for a list of refused addresses, permanent or temporary. */
export function refusalReason(refusals: readonly Refusal[], permanent: boolean): EmailReason {
  if (!permanent) return 'server_busy'
  return refusals.length > 0 && refusals.every(wasWithheld) ? 'example_address' : 'recipient_refused'
}

/** The reason why one address was refused, as text. */
export function explainRefusal(refusal: Refusal, locale: Locale): string {
  return texts[refusalReason([refusal], refusal.permanent)][locale]
}

/** A reason as text, prefixed with the addresses it concerns; null where nothing failed. */
export function explainReason(reason: string | null, about: readonly string[], locale: Locale): string | null {
  if (reason === null) return null
  const known = emailReasons.find((one) => one === reason) ?? 'unexpected'
  const who = about.length === 0 ? '' : `${about.join(', ')}: `
  return `${who}${texts[known][locale]}`
}
