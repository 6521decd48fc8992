import { renderLetter, type MailLocale, type RenderedLetter } from './letter.ts'

/**
 * A letter to a recipient of a request for documents. `ask`: they are asked; `remind`: documents are missing;
 * `returned`: one has to come again; `copies`: all have been accepted; `cancelled`: none is needed any more.
 */
export type DeliveryLetter = {
  kind: 'ask' | 'remind' | 'returned' | 'copies' | 'cancelled'
  locale: MailLocale
  /** Name of the recipient. */
  nombre: string
  /** Name of the user who asks, and their office. */
  sender: string
  company: string
  titulo: string
  /** Names of the documents that have yet to arrive. */
  missing: readonly string[]
  /** Name of the document that was returned. */
  requirement: string
  message: string | null
  /** End of the term, or of the time in which the receipt can be had. */
  until: string
  /** Why it was returned or cancelled. */
  motivo: string | null
  /** URL of the recipient's page; null: it no longer opens. */
  url: string | null
}

type Words = {
  greeting: (nombre: string) => string
  subject: Record<DeliveryLetter['kind'], (letter: DeliveryLetter) => string>
  body: Record<DeliveryLetter['kind'], (letter: DeliveryLetter) => string>
  open: Record<Exclude<DeliveryLetter['kind'], 'cancelled'>, string>
  missing: string
  motivo: string
  how: string
  personal: string
  reply: (who: string) => string
  foja: string
}

const es: Words = {
  greeting: (nombre) => `Hola, ${nombre}:`,
  subject: {
    ask: ({ titulo }) => `Te piden documentos: ${titulo}`,
    remind: ({ titulo }) => `Faltan documentos: ${titulo}`,
    returned: ({ requirement }) => `Hay que corregir: ${requirement}`,
    copies: ({ titulo }) => `Recibimos todo: ${titulo}`,
    cancelled: ({ titulo }) => `Ya no hace falta que entregues nada: ${titulo}`,
  },
  body: {
    ask: ({ sender, company, until }) => `${sender} (${company}) te pide estos documentos hasta el ${until}.`,
    remind: ({ sender, company, until }) => `${sender} (${company}) espera estos documentos hasta el ${until}.`,
    returned: ({ sender, company, requirement, until }) =>
      `${sender} (${company}) te devolvió «${requirement}». Vuelve a entregarlo hasta el ${until}.`,
    copies: ({ company, until }) =>
      `${company} aceptó todo lo que entregaste. Puedes descargar tu constancia hasta el ${until}.`,
    cancelled: ({ sender, company }) => `${sender} (${company}) anuló el pedido. El enlace que tenías ya no abre.`,
  },
  open: {
    ask: 'Entregar documentos',
    remind: 'Entregar documentos',
    returned: 'Entregar otra vez',
    copies: 'Descargar mi constancia',
  },
  missing: 'Documentos',
  motivo: 'Motivo',
  how: 'Se abre en el navegador, sin instalar nada ni crear una cuenta. Puedes tomar fotos con tu teléfono: Foja las une en un PDF.',
  personal: 'El enlace es solo para ti: no lo reenvíes.',
  reply: (who) => `Si respondes a este correo, le llega a ${who}.`,
  foja: 'Enviado con Foja.',
}

const en: Words = {
  greeting: (nombre) => `Hello, ${nombre},`,
  subject: {
    ask: ({ titulo }) => `Documents requested: ${titulo}`,
    remind: ({ titulo }) => `Documents are missing: ${titulo}`,
    returned: ({ requirement }) => `Please send again: ${requirement}`,
    copies: ({ titulo }) => `Everything received: ${titulo}`,
    cancelled: ({ titulo }) => `No longer needed: ${titulo}`,
  },
  body: {
    ask: ({ sender, company, until }) => `${sender} (${company}) asks you for these documents by ${until}.`,
    remind: ({ sender, company, until }) => `${sender} (${company}) is waiting for these documents until ${until}.`,
    returned: ({ sender, company, requirement, until }) =>
      `${sender} (${company}) returned “${requirement}”. Please send it again by ${until}.`,
    copies: ({ company, until }) =>
      `${company} accepted everything you sent. You can download your receipt until ${until}.`,
    cancelled: ({ sender, company }) => `${sender} (${company}) cancelled the request. Your link no longer opens.`,
  },
  open: {
    ask: 'Send documents',
    remind: 'Send documents',
    returned: 'Send it again',
    copies: 'Download my receipt',
  },
  missing: 'Documents',
  motivo: 'Reason',
  how: 'It opens in the browser, with nothing to install and no account. You can take photos with your phone: Foja joins them into one PDF.',
  personal: 'The link is for you only: do not forward it.',
  reply: (who) => `If you reply to this message, ${who} gets it.`,
  foja: 'Sent with Foja.',
}

export function deliveryLetter(letter: DeliveryLetter): RenderedLetter {
  const words = letter.locale === 'es' ? es : en
  const { kind, nombre, sender, missing, message, motivo, url } = letter
  const asks = kind === 'ask' || kind === 'remind'
  const facts = [
    ...(asks && missing.length > 0 ? [{ label: words.missing, value: missing.join(', ') }] : []),
    ...(motivo === null ? [] : [{ label: words.motivo, value: motivo }]),
  ]
  return renderLetter({
    locale: letter.locale,
    subject: words.subject[kind](letter),
    greeting: words.greeting(nombre),
    paragraphs: [words.body[kind](letter), ...(asks ? [words.how] : [])],
    facts,
    ...(asks && message !== null ? { message } : {}),
    ...(url === null || kind === 'cancelled' ? {} : { button: { label: words.open[kind], url } }),
    notes: [...(url === null ? [] : [words.personal]), words.reply(sender), words.foja],
  })
}
