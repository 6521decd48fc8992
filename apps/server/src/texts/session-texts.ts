import type { Texts } from './locale.ts'
import { waitText } from './wait-text.ts'

/** Details of the sign-in page's errors. */
export const signInTexts = {
  wrong: {
    es: 'Revisa que no esté activada la tecla de mayúsculas y vuelve a intentarlo.',
    en: 'Check that caps lock is off and try again.',
  },
  lastTry: {
    es: 'Era el último intento: espera 15 minutos antes de volver a probar.',
    en: 'That was the last try: wait 15 minutes before the next one.',
  },
  totpRequired: {
    es: 'Usa una llave de acceso, el código que muestra ahora tu aplicación o uno de recuperación.',
    en: 'Use a passkey, the code that your app shows now, or a recovery code.',
  },
  passkeyRefused: {
    es: 'Esa llave de acceso no abre ninguna cuenta aquí. Prueba con otra, o ingresa con tu correo y contraseña.',
    en: 'That passkey does not open an account here. Try another one, or sign in with your email and password.',
  },
  codesSpent: {
    es:
      'Hoy se escribieron demasiados códigos equivocados. Usa un código de recuperación, ingresa en un navegador en el ' +
      'que ya lo hayas hecho, o elige otra contraseña con «¿Olvidaste tu contraseña?».',
    en:
      'Too many wrong codes were typed today. Use a recovery code, sign in with a browser that you have signed in with ' +
      'before, or choose another password with “Forgot your password?”.',
  },
  busy: {
    es: 'Hay muchos usuarios ingresando a la vez. Espera unos segundos y vuelve a intentarlo.',
    en: 'Many users are signing in at once. Wait a few seconds and try again.',
  },
  providerDown: {
    es: 'La cuenta de tu oficina no responde ahora. Vuelve a intentarlo en un momento, o ingresa con tu contraseña.',
    en: 'The account of your office does not answer now. Try again in a moment, or sign in with your password.',
  },
  csrf: {
    es: 'La página llevaba mucho tiempo abierta. Recárgala y vuelve a ingresar.',
    en: 'The page was open for too long. Reload it and sign in again.',
  },
} satisfies Record<string, Texts>

/** Text about an account that too many tries have locked, which a second factor and a mailed link pass. */
export function lockedText(retryAfter: number): Texts {
  const wait = waitText(retryAfter)
  return {
    es: `Hubo demasiados intentos con este correo, quizá de otra persona. ${wait.es} Si es tuyo, ingresa con un código de tu aplicación o de recuperación, con «Ingresar sin contraseña», o con el enlace de «¿Olvidaste tu contraseña?».`,
    en: `There were too many tries with this email, perhaps by another person. ${wait.en} If it is yours, sign in with a code of your app or a recovery code, with “Sign in without a password”, or with the link of “Forgot your password?”.`,
  }
}

/** Text about the remaining tries, given only when they are few. */
export function triesLeft(remaining: number): Texts {
  if (remaining === 0) return signInTexts.lastTry
  if (remaining > 3) return signInTexts.wrong
  return remaining === 1
    ? {
        es: 'Te queda 1 intento antes de una pausa de 15 minutos.',
        en: 'You have 1 try left before a 15 minute pause.',
      }
    : {
        es: `Te quedan ${remaining} intentos antes de una pausa de 15 minutos.`,
        en: `You have ${remaining} tries left before a 15 minute pause.`,
      }
}
