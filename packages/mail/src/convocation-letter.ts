import { renderLetter, type MailLocale, type RenderedLetter } from './letter.ts'

/**
 * A letter to a party of a case. `ask`: they are convened; `moved`: again, because the appointment has another date;
 * `remind`: they have not answered.
 */
export type ConvocationLetter = {
  kind: 'ask' | 'moved' | 'remind'
  locale: MailLocale
  /** Name of the party. */
  nombre: string
  /** Name of the user who convenes, and their office. */
  sender: string
  company: string
  titulo: string
  /** Date and hour in words, and the name of their time zone. */
  when: string
  zone: string
  lugar: string | null
  message: string | null
  /** URL of the party's page. */
  url: string | null
}

type Kinds = Record<ConvocationLetter['kind'], (letter: ConvocationLetter) => string>

type Words = {
  greeting: (nombre: string) => string
  subject: Kinds
  body: Kinds
  when: string
  where: string
  what: string
  open: string
  how: string
  personal: string
  reply: (who: string) => string
  foja: string
}

const words: Record<MailLocale, Words> = {
  es: {
    greeting: (nombre) => `Hola, ${nombre}:`,
    subject: {
      ask: ({ titulo, when }) => `Convocatoria: ${titulo}, ${when}`,
      moved: ({ titulo, when }) => `Nueva fecha de tu cita: ${titulo}, ${when}`,
      remind: ({ titulo, when }) => `¿Asistirás? ${titulo}, ${when}`,
    },
    body: {
      ask: ({ sender, company }) => `${sender} (${company}) te convoca a esta cita. Contesta si asistirás.`,
      moved: ({ sender, company }) =>
        `${sender} (${company}) cambió la fecha de tu cita. Lo que contestaste antes ya no vale: contesta otra vez.`,
      remind: ({ sender, company }) => `${sender} (${company}) espera tu respuesta: ¿asistirás a esta cita?`,
    },
    when: 'Cuándo',
    where: 'Dónde',
    what: 'Asunto',
    open: 'Contestar',
    how: 'Puedes confirmar, pedir otra fecha o decir que no asistirás. Se abre en el navegador, sin crear una cuenta.',
    personal: 'El enlace es solo para ti: no lo reenvíes.',
    reply: (who) => `Si respondes a este correo, le llega a ${who}.`,
    foja: 'Enviado con Foja.',
  },
  en: {
    greeting: (nombre) => `Hello, ${nombre},`,
    subject: {
      ask: ({ titulo, when }) => `Appointment: ${titulo}, ${when}`,
      moved: ({ titulo, when }) => `New date of your appointment: ${titulo}, ${when}`,
      remind: ({ titulo, when }) => `Will you come? ${titulo}, ${when}`,
    },
    body: {
      ask: ({ sender, company }) =>
        `${sender} (${company}) asks you to this appointment. Please answer if you will come.`,
      moved: ({ sender, company }) =>
        `${sender} (${company}) changed the date of your appointment. Your earlier answer no longer counts: please answer again.`,
      remind: ({ sender, company }) => `${sender} (${company}) is waiting for your answer: will you come?`,
    },
    when: 'When',
    where: 'Where',
    what: 'Matter',
    open: 'Answer',
    how: 'You can confirm, ask for another date, or say that you will not come. It opens in the browser, without an account.',
    personal: 'The link is for you only: do not forward it.',
    reply: (who) => `If you reply to this message, ${who} gets it.`,
    foja: 'Sent with Foja.',
  },
}

export function convocationLetter(letter: ConvocationLetter): RenderedLetter {
  const text = words[letter.locale]
  const { kind, nombre, sender, titulo, when, zone, lugar, message, url } = letter
  return renderLetter({
    locale: letter.locale,
    subject: text.subject[kind](letter),
    greeting: text.greeting(nombre),
    paragraphs: [text.body[kind](letter), text.how],
    facts: [
      // Calendars use the offset; people read its name.
      { label: text.when, value: `${when} (${zone})` },
      ...(lugar === null || lugar === '' ? [] : [{ label: text.where, value: lugar }]),
      { label: text.what, value: titulo },
    ],
    ...(message === null ? {} : { message }),
    ...(url === null ? {} : { button: { label: text.open, url } }),
    notes: [text.personal, text.reply(sender), text.foja],
  })
}
