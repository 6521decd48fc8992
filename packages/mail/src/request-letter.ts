import { renderLetter, type MailLocale, type RenderedLetter } from './letter.ts'

/**
 * A letter to a recipient of a signing request. `ask`: it is their turn; `remind`: they have not acted yet; `copies`: all
 * have acted; `declined` and `cancelled`: it ended without them.
 */
export type RequestLetter = {
  kind: 'ask' | 'remind' | 'copies' | 'declined' | 'cancelled'
  locale: MailLocale
  /** Name of the recipient. */
  nombre: string
  /** Approves instead of signing. */
  approves: boolean
  /** Draws or types the signature, without a certificate. */
  isSimple: boolean
  /** Fills fields of the document, before anybody signs. */
  fills: boolean
  /** Name of the user who asks, and their office. */
  sender: string
  company: string
  titulo: string
  documents: readonly string[]
  message: string | null
  /** End of the term, or of the time in which copies can be had. */
  until: string
  /** Why it ended. */
  motivo: string | null
  /** URL of the recipient's page; null: it no longer opens. */
  url: string | null
}

type Words = {
  greeting: (nombre: string) => string
  subject: Record<RequestLetter['kind'], (letter: RequestLetter) => string>
  body: Record<RequestLetter['kind'], (letter: RequestLetter) => string>
  open: Record<'ask' | 'remind' | 'copies', (letter: RequestLetter) => string>
  documents: string
  motivo: string
  how: string
  /** How to sign without a certificate. */
  howSimple: string
  /** Of those who fill fields. */
  fill: Record<'subject' | 'ask' | 'remind', (letter: RequestLetter) => string> & { open: string; how: string }
  personal: string
  reply: (who: string) => string
  foja: string
}

const es: Words = {
  greeting: (nombre) => `Hola, ${nombre}:`,
  subject: {
    ask: ({ approves, titulo }) => (approves ? `Te piden aprobar: ${titulo}` : `Te piden firmar: ${titulo}`),
    remind: ({ approves, titulo }) => (approves ? `Falta que apruebes: ${titulo}` : `Falta tu firma: ${titulo}`),
    copies: ({ titulo }) => `Ya firmaron todos: ${titulo}`,
    declined: ({ titulo }) => `Terminó sin todas las firmas: ${titulo}`,
    cancelled: ({ titulo }) => `Ya no hace falta que actúes: ${titulo}`,
  },
  body: {
    ask: ({ approves, sender, company, until }) =>
      `${sender} (${company}) te pide ${approves ? 'leer y aprobar' : 'firmar'} hasta el ${until}.`,
    remind: ({ approves, sender, company, until }) =>
      `${sender} (${company}) espera ${approves ? 'tu aprobación' : 'tu firma'} hasta el ${until}.`,
    copies: ({ until }) => `Todos actuaron. Puedes descargar tus copias firmadas hasta el ${until}.`,
    declined: ({ company }) =>
      `Una de las personas no firmó y el pedido de ${company} terminó. Las firmas ya hechas quedan en los documentos.`,
    cancelled: ({ sender, company }) => `${sender} (${company}) anuló el pedido. El enlace que tenías ya no abre.`,
  },
  open: {
    ask: ({ approves }) => (approves ? 'Leer y aprobar' : 'Leer y firmar'),
    remind: ({ approves }) => (approves ? 'Leer y aprobar' : 'Leer y firmar'),
    copies: () => 'Descargar mis copias',
  },
  documents: 'Documentos',
  motivo: 'Motivo',
  how: 'Se abre en el navegador, sin instalar nada ni crear una cuenta. Para firmar usas tu propio certificado (.p12 o .pfx); tu clave no sale de tu equipo.',
  howSimple:
    'Se abre en el navegador, sin instalar nada ni crear una cuenta. Firmas con una firma simple: la dibujas o la escribes.',
  fill: {
    subject: ({ titulo }) => `Llena tus datos: ${titulo}`,
    ask: ({ sender, company, until }) =>
      `${sender} (${company}) te pide llenar tus datos en el documento que vas a firmar, hasta el ${until}.`,
    remind: ({ sender, company, until }) =>
      `${sender} (${company}) espera que llenes tus datos hasta el ${until}. Sin ellos nadie puede firmar.`,
    open: 'Llenar mis datos',
    how: 'Se abre en el navegador, sin instalar nada ni crear una cuenta. Cuando estén los datos de todos, podrás firmar.',
  },
  personal: 'El enlace es solo para ti: no lo reenvíes.',
  reply: (who) => `Si respondes a este correo, le llega a ${who}.`,
  foja: 'Enviado con Foja.',
}

const en: Words = {
  greeting: (nombre) => `Hello, ${nombre},`,
  subject: {
    ask: ({ approves, titulo }) => (approves ? `Your approval is requested: ${titulo}` : `Please sign: ${titulo}`),
    remind: ({ approves, titulo }) =>
      approves ? `Your approval is still missing: ${titulo}` : `Your signature is still missing: ${titulo}`,
    copies: ({ titulo }) => `Everyone has signed: ${titulo}`,
    declined: ({ titulo }) => `Ended without all signatures: ${titulo}`,
    cancelled: ({ titulo }) => `No longer needed: ${titulo}`,
  },
  body: {
    ask: ({ approves, sender, company, until }) =>
      `${sender} (${company}) asks you to ${approves ? 'read and approve' : 'sign'} by ${until}.`,
    remind: ({ approves, sender, company, until }) =>
      `${sender} (${company}) is waiting for your ${approves ? 'approval' : 'signature'} until ${until}.`,
    copies: ({ until }) => `Everyone has acted. You can download your signed copies until ${until}.`,
    declined: ({ company }) =>
      `One of the people declined, and the request of ${company} has ended. Signatures already made stay in the documents.`,
    cancelled: ({ sender, company }) => `${sender} (${company}) cancelled the request. Your link no longer opens.`,
  },
  open: {
    ask: ({ approves }) => (approves ? 'Read and approve' : 'Read and sign'),
    remind: ({ approves }) => (approves ? 'Read and approve' : 'Read and sign'),
    copies: () => 'Download my copies',
  },
  documents: 'Documents',
  motivo: 'Reason',
  how: 'It opens in the browser, with nothing to install and no account. You sign with your own certificate (.p12 or .pfx); your key does not leave your computer.',
  howSimple:
    'It opens in the browser, with nothing to install and no account. You sign with a simple signature: you draw it or type it.',
  fill: {
    subject: ({ titulo }) => `Fill in your details: ${titulo}`,
    ask: ({ sender, company, until }) =>
      `${sender} (${company}) asks you to fill in your details in the document that you will sign, by ${until}.`,
    remind: ({ sender, company, until }) =>
      `${sender} (${company}) is waiting for your details until ${until}. The document cannot be signed without them.`,
    open: 'Fill in my details',
    how: 'It opens in the browser, with nothing to install and no account. You can sign once the details of everyone are there.',
  },
  personal: 'The link is for you only: do not forward it.',
  reply: (who) => `If you reply to this message, ${who} gets it.`,
  foja: 'Sent with Foja.',
}

export function requestLetter(letter: RequestLetter): RenderedLetter {
  const words = letter.locale === 'es' ? es : en
  const { kind, nombre, approves, isSimple, sender, documents, message, motivo, url } = letter
  const asks = kind === 'ask' || kind === 'remind'
  const fill = asks && letter.fills ? words.fill : null
  const button =
    url === null || kind === 'declined' || kind === 'cancelled'
      ? {}
      : { button: { label: fill?.open ?? words.open[kind](letter), url } }
  const how = asks && !approves ? [fill?.how ?? (isSimple ? words.howSimple : words.how)] : []
  return renderLetter({
    locale: letter.locale,
    subject: (fill?.subject ?? words.subject[kind])(letter),
    greeting: words.greeting(nombre),
    paragraphs: [(asks && fill !== null ? fill[kind] : words.body[kind])(letter), ...how],
    facts: [
      { label: words.documents, value: documents.join(', ') },
      ...(motivo === null ? [] : [{ label: words.motivo, value: motivo }]),
    ],
    ...(asks && message !== null ? { message } : {}),
    ...button,
    notes: [...(url === null ? [] : [words.personal]), words.reply(sender), words.foja],
  })
}
