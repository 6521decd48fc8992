import type { MailErrorCode } from '@foja/mail/mailer'
import type { Locale, Texts } from './locale.ts'

/** Why a test message did not go out. */
export type MailTestFailure = MailErrorCode | 'host_not_found' | 'refused'

const both = (es: string, en: string): Texts => ({ es, en })

const other = both(
  'El servidor no aceptó el mensaje de prueba. Lee abajo lo que respondió.',
  'The server did not accept the test message. Its reply is below.',
)

const texts: Partial<Record<MailTestFailure, Texts>> = {
  host_not_found: both(
    'Ese servidor no existe o no se encuentra. Revisa cómo está escrito.',
    'That server does not exist or cannot be found. Check its spelling.',
  ),
  refused: both(
    'El servidor existe, pero no atiende en ese puerto. Revisa el puerto: suele ser 587 o 465.',
    'The server exists but does not answer on that port. Check the port: usually 587 or 465.',
  ),
  unreachable: both(
    'No se pudo llegar al servidor. Revisa su nombre, el puerto y el cortafuegos.',
    'The server could not be reached. Check its name, the port and the firewall.',
  ),
  timeout: both(
    'El servidor no respondió a tiempo. Revisa el puerto y si un cortafuegos lo bloquea.',
    'The server did not answer in time. Check the port and whether a firewall blocks it.',
  ),
  connection_lost: both(
    'El servidor cortó la conexión. Revisa la seguridad: TLS va con 465 y STARTTLS con 587.',
    'The server closed the connection. Check the security: TLS goes with 465 and STARTTLS with 587.',
  ),
  tls_failed: both(
    'La conexión segura no se pudo establecer. TLS va con 465 y STARTTLS con 587; el certificado del servidor debe valer para su nombre.',
    'The secure connection failed. TLS goes with 465 and STARTTLS with 587; the certificate must be valid for the name of the server.',
  ),
  login_refused: both(
    'El servidor no acepta el usuario o la contraseña. Muchos proveedores piden una contraseña de aplicación.',
    'The server does not accept the user or the password. Many providers require an app password.',
  ),
  sender_refused: both(
    'El servidor no deja enviar con ese remitente. Usa la dirección de la cuenta.',
    'The server does not allow that sender. Use the address of the account.',
  ),
  recipient_refused: both(
    'El servidor no acepta tu dirección. Revisa tu correo en Mi perfil.',
    'The server does not accept your address. Check your email in My profile.',
  ),
  server_busy: both(
    'El servidor pide intentarlo más tarde. Prueba en unos minutos.',
    'The server asks to try again later. Try in a few minutes.',
  ),
}

export const explainMailTest = (failure: MailTestFailure, locale: Locale): string => (texts[failure] ?? other)[locale]
