import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const account = {
  email: 'Correo',
  emailMissing: 'Escribe tu correo.',
  emailWrong: 'Ese correo está incompleto. Escríbelo como ana@oficina.ec.',
  goToSignIn: 'Volver a Ingresar',
  failed: 'El servidor no respondió. Lo que escribiste sigue aquí: vuelve a intentarlo.',
  forgotTitle: '¿Olvidaste tu contraseña?',
  forgotText: 'Escribe el correo con el que ingresas y te enviamos un enlace para elegir otra.',
  send: 'Enviar el enlace',
  sentTitle: 'Revisa tu correo',
  sentText: (email: string) =>
    `Si ${email} tiene cuenta en Foja, en unos minutos le llega un enlace para elegir otra contraseña. Sirve durante una hora.`,
  sentSpam: 'Mira también en el correo no deseado.',
  sentLast: 'Si pediste varios, sirve cualquiera hasta que uses uno.',
  sentHelp: '¿No llega? Tu administrador puede ponerte otra contraseña desde Usuarios.',
  otherEmail: 'Probar con otro correo',
  noMailTitle: 'Este servidor no envía correos',
  noMailText:
    'Pide a tu administrador que te ponga una contraseña nueva en Usuarios. Después podrás cambiarla en Mi perfil.',
  checking: 'Comprobando el enlace',
  hello: (name: string) => `Hola, ${name}`,
  invited: (company: string) =>
    `${company} te invita a trabajar en Foja. Elige la contraseña con la que vas a ingresar.`,
  invitedNoCompany: 'Te invitan a administrar Foja. Elige la contraseña con la que vas a ingresar.',
  resetTitle: 'Elige otra contraseña',
  resetText: 'Al guardarla se cierran las sesiones que tengas abiertas, en este equipo y en otros.',
  goodUntil: (when: string) => `El enlace sirve hasta el ${when}.`,
  password: 'Contraseña nueva',
  save: 'Guardar contraseña',
  sessionOpen: (name: string) =>
    `En este equipo está abierta la sesión de ${name}. Al guardar la contraseña se cierra.`,
  expiredTitle: 'Este enlace ya no sirve',
  expiredText: 'Ya se usó, venció o hay una invitación más nueva en tu correo. Si no la encuentras, pide otro enlace.',
  incompleteTitle: 'El enlace está incompleto',
  incompleteText: 'Ábrelo desde el correo que te llegó, o cópialo entero.',
  askAnother: 'Pedir otro enlace',
  invitationHelp: '¿Era una invitación? Pide otra a quien te invitó.',
  uncheckedTitle: 'No pudimos comprobar el enlace',
  uncheckedText: 'El servidor no respondió. El enlace sigue sirviendo: vuelve a intentarlo en un momento.',
  retry: 'Reintentar',
}

export const useAccountTexts = defineTexts(account, () => import('./account.en.ts'))
