import { renderLetter, type MailLocale, type RenderedLetter } from './letter.ts'
import { tellTime, tellZone } from './times.ts'

/**
 * Kinds of letters about an appointment: invitation, cancelled by the office, no longer needed because the request was
 * concluded, recipient removed, or reminder.
 */
export type AppointmentLetter = {
  kind: 'invitation' | 'cancellation' | 'withdrawal' | 'left' | 'reminder'
  locale: MailLocale
  nombre: string
  titulo: string
  main_titulo: string
  company: string
  fecha: Date
  timeZone: string
  lugar: string | null
  /** Message from the sender. */
  mensaje: string | null
  /** URL of the case for users of the office; null for the parties. */
  url: string | null
  /** True when it changes an earlier invitation. */
  changed: boolean
  /** The earlier values. */
  was?: { fecha: Date; lugar: string | null } | null
}

const words = {
  es: {
    greeting: (nombre: string) => `Hola, ${nombre}:`,
    subject: {
      invitation: (titulo: string, when: string) => `Cita: ${titulo}, ${when}`,
      changed: (titulo: string, when: string) => `Cambio en la cita: ${titulo}, ${when}`,
      cancellation: (titulo: string, when: string) => `Cita anulada: ${titulo}, ${when}`,
      withdrawal: (titulo: string, when: string) => `La cita ya no es necesaria: ${titulo}, ${when}`,
      left: (titulo: string, when: string) => `Ya no hace falta que asistas: ${titulo}, ${when}`,
      reminder: (titulo: string, when: string) => `Recordatorio de cita: ${titulo}, ${when}`,
    },
    body: {
      invitation: (company: string) => `${company} te invita a esta cita.`,
      changed: (company: string) => `${company} cambió los datos de tu cita. Así queda:`,
      cancellation: (company: string) => `${company} anuló esta cita. No hace falta que asistas.`,
      withdrawal: (_company: string, when: string) => `La solicitud concluyó; la cita del ${when} ya no es necesaria.`,
      left: (company: string) => `${company} ya no te espera en esta cita, que se mantiene con otras personas.`,
      reminder: (company: string) => `Te recordamos tu cita con ${company}.`,
    },
    attached: 'La cita va adjunta: al abrirla, se guarda en tu calendario.',
    removed: 'Al abrir el archivo adjunto, la cita se quita de tu calendario.',
    what: 'Asunto',
    main: 'Expediente',
    when: 'Cuándo',
    before: 'Antes',
    nowhere: 'sin lugar',
    where: 'Dónde',
    open: 'Ver la solicitud',
    note: (company: string) => `Recibes este correo porque participas en un trámite de ${company}. Enviado con Foja.`,
  },
  en: {
    greeting: (nombre: string) => `Hello ${nombre},`,
    subject: {
      invitation: (titulo: string, when: string) => `Appointment: ${titulo}, ${when}`,
      changed: (titulo: string, when: string) => `Changed appointment: ${titulo}, ${when}`,
      cancellation: (titulo: string, when: string) => `Cancelled appointment: ${titulo}, ${when}`,
      withdrawal: (titulo: string, when: string) => `Appointment no longer needed: ${titulo}, ${when}`,
      left: (titulo: string, when: string) => `You no longer need to attend: ${titulo}, ${when}`,
      reminder: (titulo: string, when: string) => `Reminder of your appointment: ${titulo}, ${when}`,
    },
    body: {
      invitation: (company: string) => `${company} invites you to this appointment.`,
      changed: (company: string) => `${company} changed your appointment. It is now:`,
      cancellation: (company: string) => `${company} cancelled this appointment. You do not need to attend.`,
      withdrawal: (_company: string, when: string) =>
        `The request was concluded; the appointment of ${when} is no longer needed.`,
      left: (company: string) => `${company} does not expect you at this appointment, which goes on with others.`,
      reminder: (company: string) => `This is a reminder of your appointment with ${company}.`,
    },
    attached: 'The appointment is attached: open it to keep it in your calendar.',
    removed: 'Open the attached file to take the appointment out of your calendar.',
    what: 'Matter',
    main: 'Case file',
    when: 'When',
    before: 'Before',
    nowhere: 'no place',
    where: 'Where',
    open: 'See the request',
    note: (company: string) => `You get this message because you take part in a case of ${company}. Sent with Foja.`,
  },
}

/** The earlier values that differ. */
function before({ was, fecha, lugar, locale, timeZone }: AppointmentLetter): string | null {
  if (was === undefined || was === null) return null
  const parts = [
    ...(was.fecha.getTime() === fecha.getTime() ? [] : [tellTime(was.fecha, locale, timeZone)]),
    ...((was.lugar ?? '') === (lugar ?? '') ? [] : [was.lugar ?? words[locale].nowhere]),
  ]
  return parts.length === 0 ? null : parts.join('; ')
}

/** Note about the attached calendar file. */
const fileNote = (kind: AppointmentLetter['kind'], locale: MailLocale): string[] => {
  const { attached, removed } = words[locale]
  return { invitation: [attached], cancellation: [removed], withdrawal: [removed], left: [removed], reminder: [] }[kind]
}

/**
 * Note about the appointment in another letter on the same request, whose calendar file is attached. `when`: in words.
 */
export function appointmentNote(
  kind: AppointmentLetter['kind'],
  locale: MailLocale,
  { company, when }: { company: string; when: string },
): string[] {
  const ends = kind !== 'invitation' && kind !== 'reminder'
  return [...(ends ? [words[locale].body[kind](company, when)] : []), ...fileNote(kind, locale)]
}

export function appointmentLetter(letter: AppointmentLetter): RenderedLetter {
  const { kind, locale, company, lugar, url } = letter
  const earlier = before(letter)
  const text = words[locale]
  const when = tellTime(letter.fecha, locale, letter.timeZone)
  const form = kind === 'invitation' && letter.changed ? 'changed' : kind
  return renderLetter({
    locale,
    subject: text.subject[form](letter.titulo, when),
    greeting: text.greeting(letter.nombre),
    paragraphs: [text.body[form](company, when), ...fileNote(kind, locale)],
    facts: [
      // Calendars use the offset; people read its name.
      { label: text.when, value: `${when} (${tellZone(letter.fecha, locale, letter.timeZone)})` },
      ...(lugar === null || lugar === '' ? [] : [{ label: text.where, value: lugar }]),
      ...(earlier === null ? [] : [{ label: text.before, value: earlier }]),
      { label: text.what, value: letter.titulo },
      ...(letter.main_titulo === letter.titulo ? [] : [{ label: text.main, value: letter.main_titulo }]),
    ],
    ...(letter.mensaje === null ? {} : { message: letter.mensaje }),
    ...(url === null ? {} : { button: { label: text.open, url } }),
    notes: [text.note(company)],
  })
}
