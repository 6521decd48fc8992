import type { Texts } from './locale.ts'
import { both } from './problem-text.ts'

/** How many codes may still be typed. */
export const codeTriesLeft = (left: number): Texts => ({
  es: left === 1 ? 'Te queda 1 intento.' : `Te quedan ${left} intentos.`,
  en: left === 1 ? 'You have 1 try left.' : `You have ${left} tries left.`,
})

/** Why the seal of the office cannot be used. */
export const sealProblems = {
  missing: { es: 'La oficina no tiene sello.', en: 'The office has no seal.' },
  unusable: {
    es: 'El certificado del sello venció o ya no sirve para firmar.',
    en: 'The certificate of the seal has expired or can no longer sign.',
  },
} satisfies Record<string, Texts>

/** Texts of errors about signing requests and their recipients. */
export const requestProblemTexts = {
  document_requested: both(
    {
      title: 'El documento espera firmas',
      detail: 'Hay un pedido de firmas en curso sobre él. Espera a que termine, o anúlalo antes.',
    },
    {
      title: 'The document is waiting for signatures',
      detail: 'A signing request is running on it. Wait until it ends, or cancel it first.',
    },
  ),
  documents_apart: both(
    {
      title: 'Los documentos no van juntos',
      detail: 'Un pedido lleva documentos de un mismo expediente, o solo documentos sueltos.',
    },
    {
      title: 'These documents do not belong together',
      detail: 'A request is about documents of one case file, or about loose documents only.',
    },
  ),
  recipients_missing: both(
    { title: 'Falta quien firme', detail: 'Agrega al menos una persona que firme o apruebe.' },
    { title: 'No one is asked to sign', detail: 'Add at least one person who signs or approves.' },
  ),
  recipient_repeated: both(
    { title: 'Ese correo está repetido', detail: 'Cada destinatario necesita su propio correo.' },
    { title: 'That address is repeated', detail: 'Each recipient needs an address of their own.' },
  ),
  request_term_too_long: both(
    { title: 'El plazo es muy largo', detail: 'Elige una fecha dentro de los próximos 180 días.' },
    { title: 'The term is too long', detail: 'Choose a date within the next 180 days.' },
  ),
  request_closed: both(
    {
      title: 'El pedido ya no lo permite',
      detail: 'Cambió mientras tanto: alguien actuó, venció o se anuló. Recarga la página para ver cómo está.',
    },
    {
      title: 'The request no longer allows this',
      detail: 'It has changed: someone acted, it expired or was cancelled. Reload the page to see its state.',
    },
  ),
  fields_open: both(
    { title: 'Primero llena tus datos', detail: 'Nadie firma hasta que el documento tiene los datos de todos.' },
    { title: 'Fill in your details first', detail: 'The document is signed once it has the details of everyone.' },
  ),
  identification_differs: both(
    {
      title: 'El certificado es de otra persona',
      detail: 'Quien pide la firma espera un certificado con la identificación indicada. Elige el tuyo.',
    },
    {
      title: 'The certificate belongs to another person',
      detail: 'The sender expects a certificate with the given identification. Choose yours.',
    },
  ),
  recipient_code_needed: both(
    { title: 'Falta el código de tu correo', detail: 'Recarga la página y escribe el código que te enviamos.' },
    { title: 'The code from your mail is missing', detail: 'Reload the page and type the code that we sent you.' },
  ),
  recipient_code_wrong: both(
    { title: 'El código no es ese', detail: 'Copia las seis cifras del último correo.' },
    { title: 'That is not the code', detail: 'Copy the six digits of the latest message.' },
  ),
  recipient_code_ended: both(
    { title: 'Ese código ya no vale', detail: 'Pide otro código y escribe el que llegue.' },
    { title: 'That code is no longer valid', detail: 'Ask for another code and type the one that arrives.' },
  ),
  code_needs_mail: both(
    {
      title: 'El código no se puede enviar',
      detail: 'Los códigos van por correo, y Foja aún no tiene un servidor de correo. Pide que lo configuren.',
    },
    {
      title: 'The code cannot be sent',
      detail: 'Codes go by mail, and Foja has no mail server yet. Ask for it to be set up.',
    },
  ),
  office_seal_needed: both(
    {
      title: 'Falta el sello de la oficina',
      detail:
        'Las firmas simples se sellan con el certificado de la oficina. Un gestor o administrador lo sube en Ajustes de firma.',
    },
    {
      title: 'The seal of the office is missing',
      detail:
        'Simple signatures are sealed with the certificate of the office. A manager or administrator uploads it in Signing settings.',
    },
  ),
  file_kind_not_asked: both(
    {
      title: 'Ese tipo de archivo no sirve aquí',
      detail: 'Elige un archivo de los tipos que este documento admite.',
    },
    {
      title: 'That kind of file does not fit here',
      detail: 'Choose a file of the kinds that this document takes.',
    },
  ),
  delivery_full: both(
    {
      title: 'Llegaste al límite de este enlace',
      detail: 'Un enlace recibe hasta 30 archivos y 200 MB. Escribe a quien te pidió los documentos.',
    },
    {
      title: 'This link has reached its limit',
      detail: 'A link takes up to 30 files and 200 MB. Write to the person who asked for the documents.',
    },
  ),
  case_requested: both(
    {
      title: 'El expediente espera documentos',
      detail: 'Hay un pedido de documentos abierto en él. Anúlalo antes.',
    },
    {
      title: 'The case file is waiting for documents',
      detail: 'A request for documents is open on it. Cancel it first.',
    },
  ),
  appointment_missing: both(
    {
      title: 'No hay una cita a la que convocar',
      detail: 'Envía la solicitud con una fecha que esté por venir, y convoca entonces.',
    },
    {
      title: 'There is no appointment to convene to',
      detail: 'Send the request with a date that is still to come, then convene.',
    },
  ),
  parties_missing: both(
    {
      title: 'No hay a quién convocar',
      detail: 'Agrega a los involucrados de la solicitud, y convoca entonces.',
    },
    {
      title: 'There are no parties to convene',
      detail: 'Add the parties of the request, then convene.',
    },
  ),
}
