import type { ErrorCode } from '@foja/contracts/problem'
import type { Locale } from './locale.ts'
import { both, type ProblemText } from './problem-text.ts'
import { caseworkProblemTexts } from './casework-problem-texts.ts'
import { fileProblemTexts } from './file-problem-texts.ts'
import { peopleProblemTexts } from './people-problem-texts.ts'
import { requestProblemTexts } from './request-problem-texts.ts'
import { signingProblemTexts } from './signing-problem-texts.ts'
import { templateProblemTexts } from './template-problem-texts.ts'

/**
 * Texts of each error: what happened and what to do next. The type makes a missing text a compile error.
 */
export const problemTexts: Record<ErrorCode, Record<Locale, ProblemText>> = {
  ...fileProblemTexts,
  ...signingProblemTexts,
  ...caseworkProblemTexts,
  ...templateProblemTexts,
  ...peopleProblemTexts,
  ...requestProblemTexts,
  validation_failed: both(
    { title: 'Hay datos por corregir', detail: 'Revisa los campos señalados y vuelve a intentarlo.' },
    { title: 'Some data needs correcting', detail: 'Check the marked fields and try again.' },
  ),
  malformed_request: both(
    {
      title: 'No se entendió el envío',
      detail: 'Los datos llegaron incompletos o mal formados. Recarga la página y vuelve a enviarlos.',
    },
    {
      title: 'The request could not be read',
      detail: 'The data arrived incomplete or malformed. Reload the page and send it again.',
    },
  ),
  id_in_use: both(
    {
      title: 'Ese identificador ya se usó',
      detail: 'Ya existe con otro contenido. Empieza de nuevo.',
    },
    {
      title: 'That identifier is taken',
      detail: 'It already exists with other content. Start again.',
    },
  ),
  already_set_up: both(
    { title: 'Foja ya está configurada', detail: 'Ya existe un administrador. Ingresa con tu cuenta.' },
    {
      title: 'Foja is already set up',
      detail: 'An administrator exists. Go to the sign-in page and use your account.',
    },
  ),
  setup_code_wrong: both(
    {
      title: 'El código de instalación no coincide',
      detail: 'Copia el código que aparece en la ventana donde se inició Foja y vuelve a escribirlo.',
    },
    {
      title: 'The setup code does not match',
      detail: 'Copy the code shown in the window where Foja was started and type it again.',
    },
  ),
  setup_elsewhere: both(
    {
      title: 'La oficina se crea desde este mismo equipo',
      detail: 'Abre Foja en el equipo donde se inició, con la dirección 127.0.0.1 o localhost y su puerto.',
    },
    {
      title: 'The office is set up on this very computer',
      detail: 'Open Foja on the computer where it was started, at the address 127.0.0.1 or localhost with its port.',
    },
  ),
  email_in_use: both(
    { title: 'Ese correo ya tiene cuenta', detail: 'Usa otro correo, o pide a esa persona que ingrese con su cuenta.' },
    { title: 'That email already has an account', detail: 'Use another email, or ask that person to sign in.' },
  ),
  tax_id_wrong: both(
    {
      title: 'La identificación tributaria no es correcta',
      detail:
        'Cópiala completa de un documento oficial y revisa el último dígito, o déjala vacía y complétala después.',
    },
    {
      title: 'The tax id is not right',
      detail: 'Copy it whole from an official document and check its last digit, or leave it empty for later.',
    },
  ),
  phone_wrong: both(
    {
      title: 'El teléfono no es correcto',
      detail: 'Escribe un solo número de 6 a 15 cifras, como +593 99 123 4567 o (02) 234-5678 ext. 12.',
    },
    {
      title: 'The phone number is not right',
      detail: 'Write one number of 6 to 15 digits, such as +593 99 123 4567 or (02) 234-5678 ext. 12.',
    },
  ),
  weak_password: both(
    {
      title: 'La contraseña es fácil de adivinar',
      detail:
        'Está entre las que se roban o se prueban primero, o lleva tu nombre o el de tu oficina. Elige otra de 12 caracteres o más; por ejemplo, cuatro palabras que no tengan relación entre sí.',
    },
    {
      title: 'The password is easy to guess',
      detail:
        'It is among those that get stolen or tried first, or has your name or your office’s in it. Choose another with 12 characters or more; for example, four unrelated words.',
    },
  ),
  password_required: both(
    {
      title: 'Este enlace pide una contraseña',
      detail: 'Escribe la contraseña que te dio quien compartió el documento.',
    },
    { title: 'This link asks for a password', detail: 'Type the password given by the sender.' },
  ),
  password_wrong: both(
    { title: 'La contraseña no es correcta', detail: 'Revisa mayúsculas y espacios, y escríbela de nuevo.' },
    { title: 'The password is wrong', detail: 'Check capitals and spaces, and type it again.' },
  ),
  share_expiry_in_past: both(
    { title: 'La fecha de vencimiento ya pasó', detail: 'Elige una fecha posterior a hoy.' },
    { title: 'The expiry date has passed', detail: 'Choose a date after today.' },
  ),
  unauthenticated: both(
    { title: 'Tu sesión venció', detail: 'Ingresa de nuevo para continuar donde estabas.' },
    { title: 'Your session has expired', detail: 'Sign in again to continue where you were.' },
  ),
  forbidden: both(
    {
      title: 'Tu rol no permite esto',
      detail: 'Si necesitas hacerlo, pídelo a tu administrador.',
    },
    { title: 'Your role does not allow this', detail: 'If you need it, ask your administrator.' },
  ),
  not_found: both(
    {
      title: 'No se encontró',
      detail: 'No existe, se eliminó o no tienes acceso. Vuelve a la lista y ábrelo desde allí.',
    },
    {
      title: 'Not found',
      detail: 'It does not exist, was removed, or is not yours. Go back to the list and open it there.',
    },
  ),
  method_not_allowed: both(
    { title: 'Esa acción no existe aquí', detail: 'Recarga la página y usa los botones de la pantalla.' },
    { title: 'That action does not exist here', detail: 'Reload the page and use its buttons.' },
  ),
  request_timeout: both(
    {
      title: 'El envío tardó demasiado',
      detail: 'La conexión es lenta o se cortó. Comprueba tu internet y vuelve a enviarlo.',
    },
    {
      title: 'Sending took too long',
      detail: 'The connection is slow or was cut. Check it and send again.',
    },
  ),
  payload_too_large: both(
    { title: 'El envío es demasiado grande', detail: 'Reduce lo que escribiste o adjuntaste y vuelve a enviarlo.' },
    { title: 'The request is too large', detail: 'Reduce what you wrote or attached and send it again.' },
  ),
  too_many_attempts: both(
    { title: 'Demasiados intentos seguidos', detail: 'Espera unos minutos y vuelve a intentarlo.' },
    { title: 'Too many attempts', detail: 'Wait a few minutes and try again.' },
  ),
  paused: both(
    { title: 'Demasiados intentos seguidos', detail: 'Espera unos minutos y vuelve a intentarlo.' },
    { title: 'Too many attempts', detail: 'Wait a few minutes and try again.' },
  ),
  internal: both(
    {
      title: 'Algo falló en el servidor',
      detail: 'No se guardó nada a medias. Inténtalo de nuevo y, si sigue, da el código de este error a soporte.',
    },
    {
      title: 'Something failed on the server',
      detail: 'Nothing was half saved. Try again and, if it persists, give the code of this error to support.',
    },
  ),
  unavailable: both(
    { title: 'Foja no está disponible ahora mismo', detail: 'Espera un minuto y vuelve a intentarlo.' },
    { title: 'Foja is not available right now', detail: 'Wait a minute and try again.' },
  ),
  storage_full: both(
    {
      title: 'No queda espacio para guardar archivos',
      detail: 'Avisa a tu administrador para que libere espacio; después vuelve a intentarlo.',
    },
    {
      title: 'There is no room left to store files',
      detail: 'Tell your administrator to free some space; then try again.',
    },
  ),
}
