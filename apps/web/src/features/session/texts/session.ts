import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const session = {
  verifyLink: 'Verificar un documento firmado',
  withoutAccount: 'o sin cuenta',
  forgot: '¿Olvidaste tu contraseña?',
  otherWay: 'o bien',
  signInWith: (provider: string) => `Ingresar con ${provider}`,
  oidcUnknownTitle: 'Esa cuenta no tiene acceso a Foja.',
  oidcUnknownText:
    'Pide a quien gestiona tu oficina que te dé de alta con ese mismo correo; si ya lo hizo, confirma tu correo en esa cuenta. También puedes ingresar con tu contraseña.',
  oidcFailedTitle: 'No pudimos ingresar con tu cuenta de la oficina.',
  oidcFailedText: 'Vuelve a intentarlo, o ingresa con tu correo y contraseña.',
  passwordSavedTitle: 'Tu contraseña quedó guardada.',
  passwordSavedText: 'Ingresa con ella.',
  signInTitle: 'Ingresar',
  signInText: 'Solicita, media y firma en un solo expediente.',
  email: 'Correo',
  password: 'Contraseña',
  signInButton: 'Ingresar',
  remember: 'Mantener la sesión en este equipo',
  emailMissing: 'Escribe tu correo.',
  emailWrong: 'Ese correo está incompleto. Escríbelo como ana@oficina.ec.',
  passwordMissing: 'Escribe tu contraseña.',
  wrongTitle: 'El correo o la contraseña no coinciden.',
  wrongText: 'Revisa que no esté activada la tecla de mayúsculas y vuelve a intentarlo.',
  wrongInvited: '¿Te invitaron? Elige primero tu contraseña con el enlace del correo.',
  closedTitle: 'Tu sesión se cerró.',
  closedText: 'Ingresa otra vez y sigues donde estabas.',
  tooManyTitle: 'Demasiados intentos seguidos.',
  tooManyText: 'Espera unos minutos y vuelve a intentarlo. Tu cuenta sigue a salvo.',
  unreachableTitle: 'El servidor no responde.',
  unreachableText: 'Revisa tu conexión y vuelve a intentarlo. No se perdió nada.',
  otherTitle: 'No pudimos ingresar.',
  otherText: 'Vuelve a intentarlo en un momento.',
}

export const useSessionTexts = defineTexts(session, () => import('./session.en.ts'))
