import type { MailSecurity } from '@foja/contracts/mail-settings'
import { defineTexts } from '../../../lib/texts/define-texts.ts'

const securities: Record<MailSecurity, string> = {
  starttls: 'STARTTLS (puerto 587)',
  tls: 'TLS (puerto 465)',
  none: 'Sin cifrar, solo en la red de la oficina',
}

/** The mail server of the installation. */
export const mailSettings = {
  title: 'Servidor de correo',
  formText: 'Copia estos datos de tu proveedor de correo. Valen para toda la instalación.',
  ownText: 'Foja envía con estos datos.',
  environmentText: 'SMTP_URL está puesta en el servidor y tiene prioridad: aquí solo puedes probarla.',
  host: 'Servidor',
  hostMissing: 'Escribe el servidor, como smtp.oficina.ec.',
  port: 'Puerto',
  portWrong: 'Un número de 1 a 65535.',
  security: 'Seguridad',
  securities,
  username: 'Usuario',
  noUser: 'Sin usuario',
  password: 'Contraseña',
  passwordKept: 'Hay una guardada. Escribe otra para cambiarla.',
  from: 'Remitente',
  fromName: 'Nombre del remitente',
  fromAddress: 'Correo del remitente',
  fromWrong: 'Escribe un correo completo, como foja@oficina.ec.',
  save: 'Guardar',
  saved: 'Servidor de correo guardado',
  change: 'Cambiar',
  test: 'Enviar una prueba',
  sent: (to: string) => `Enviado a ${to}`,
  sentText: 'Si no lo ves en unos minutos, busca en el correo no deseado.',
  notSent: 'La prueba no salió',
  reply: 'El servidor respondió:',
  remove: 'Quitar',
  removeYes: 'Quitar el servidor',
  removeText: 'Los mensajes siguientes se guardan sin salir hasta que pongas otro.',
  unusableTitle: 'Escribe la contraseña otra vez',
  unusableText: 'La guardada ya no se puede leer en este servidor, así que los mensajes no salen.',
}

export const useMailSettingsTexts = defineTexts(mailSettings, () => import('./mail-settings.en.ts'))
