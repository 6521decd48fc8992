import { renderLetter, type MailLocale, type RenderedLetter } from './letter.ts'
import { noticeWords } from './notice-words.ts'

/** Effects of one bulk action on a recipient's requests. */
export const actKinds = [
  'solicitud.assigned',
  'solicitud.sent',
  'solicitud.scheduled',
  'solicitud.returned',
  'solicitud.concluded',
  'invitation',
  'cancellation',
  'withdrawal',
  'left',
] as const
export type ActKind = (typeof actKinds)[number]

/** One bulk action on many requests, as one letter to one user. Dates are in the recipient's words. */
export type ActLetter = {
  locale: MailLocale
  /** Name of the recipient. */
  nombre: string
  /** Name of the acting user; null: the system. */
  actor: string | null
  /** Message from the acting user. */
  mensaje: string | null
  requests: readonly {
    kind: ActKind
    titulo: string
    fecha: string | null
    lugar: string | null
    motivo: string | null
  }[]
  /** True when a file with the appointments is attached. */
  calendar: boolean
  /** URL of the request list. */
  url: string
}

type Words = {
  subject: Record<ActKind, (n: number) => string>
  mixed: (n: number) => string
  body: Record<ActKind, (actor: string, n: number) => string>
  unknownActor: string
  undated: string
  more: string
  attached: string
  open: string
}

const requests = (n: number) => (n === 1 ? 'una solicitud' : `${n} solicitudes`)
const meetings = (n: number) => (n === 1 ? 'una cita' : `${n} citas`)
const some = (n: number, noun: string) => (n === 1 ? `one ${noun}` : `${n} ${noun}s`)

const es: Words = {
  subject: {
    'solicitud.assigned': (n) => `Te asignaron ${n} solicitudes`,
    'solicitud.sent': (n) => `Llegaron ${n} solicitudes`,
    'solicitud.scheduled': (n) => `Tienen fecha: ${n} solicitudes`,
    'solicitud.returned': (n) => `Devueltas para corregir: ${n} solicitudes`,
    'solicitud.concluded': (n) => `Concluidas: ${n} solicitudes`,
    invitation: (n) => `Tienes ${n} citas`,
    cancellation: (n) => `Citas anuladas: ${n}`,
    withdrawal: (n) => `Ya no son necesarias: ${n} citas`,
    left: (n) => `Ya no hace falta que asistas a ${n} citas`,
  },
  mixed: (n) => `Novedades de ${n} solicitudes`,
  body: {
    'solicitud.assigned': (actor, n) => `${actor} te asignó ${requests(n)}.`,
    'solicitud.sent': (actor, n) => `${actor} envió ${requests(n)}.`,
    'solicitud.scheduled': (actor, n) => `${actor} fijó la cita de ${requests(n)}.`,
    'solicitud.returned': (actor, n) =>
      `${actor} devolvió ${requests(n)}. Corrige lo que dice el motivo y vuelve a enviar.`,
    'solicitud.concluded': (actor, n) => `${actor} concluyó ${requests(n)}.`,
    invitation: (actor, n) => `${actor} te espera en ${meetings(n)}.`,
    cancellation: (actor, n) => `${actor} anuló ${meetings(n)}. No hace falta que asistas.`,
    withdrawal: (_actor, n) => `Ya no hace falta que asistas a ${meetings(n)}: concluyó el asunto.`,
    left: (_actor, n) =>
      `Otra persona está ahora a cargo de ${requests(n)}: su cita se mantiene, ya no tienes que asistir.`,
  },
  unknownActor: 'Alguien',
  undated: 'sin fecha',
  more: 'Y más',
  attached: 'Las citas van adjuntas en un archivo: al abrirlo, tu calendario queda al día.',
  open: 'Ver las solicitudes',
}

const en: Words = {
  subject: {
    'solicitud.assigned': (n) => `${n} requests were assigned to you`,
    'solicitud.sent': (n) => `${n} requests arrived`,
    'solicitud.scheduled': (n) => `Scheduled: ${n} requests`,
    'solicitud.returned': (n) => `Returned for correction: ${n} requests`,
    'solicitud.concluded': (n) => `Concluded: ${n} requests`,
    invitation: (n) => `You have ${n} appointments`,
    cancellation: (n) => `Cancelled appointments: ${n}`,
    withdrawal: (n) => `No longer needed: ${n} appointments`,
    left: (n) => `You no longer need to attend ${n} appointments`,
  },
  mixed: (n) => `News of ${n} requests`,
  body: {
    'solicitud.assigned': (actor, n) => `${actor} assigned ${some(n, 'request')} to you.`,
    'solicitud.sent': (actor, n) => `${actor} sent ${some(n, 'request')}.`,
    'solicitud.scheduled': (actor, n) => `${actor} set the date of ${some(n, 'request')}.`,
    'solicitud.returned': (actor, n) =>
      `${actor} returned ${some(n, 'request')}. Correct what the reason says and send again.`,
    'solicitud.concluded': (actor, n) => `${actor} concluded ${some(n, 'request')}.`,
    invitation: (actor, n) => `${actor} expects you at ${some(n, 'appointment')}.`,
    cancellation: (actor, n) => `${actor} cancelled ${some(n, 'appointment')}. You do not need to attend.`,
    withdrawal: (_actor, n) => `You no longer need to attend ${some(n, 'appointment')}: the matter is concluded.`,
    left: (_actor, n) =>
      `Another person is now in charge of ${some(n, 'request')}; the appointment stands, but you no longer need to attend.`,
  },
  unknownActor: 'Someone',
  undated: 'no date',
  more: 'And more',
  attached: 'The appointments are attached in one file: open it to bring your calendar up to date.',
  open: 'See the requests',
}

const words: Record<MailLocale, Words> = { es, en }

/** Requests beyond this number are only counted. */
const mostListed = 100

export function actLetter({ locale, nombre, actor, mensaje, requests, calendar, url }: ActLetter): RenderedLetter {
  const text = words[locale]
  const kinds = actKinds.filter((kind) => requests.some((one) => one.kind === kind))
  const countOf = (kind: ActKind) => requests.filter((one) => one.kind === kind).length
  const subject = kinds.length === 1 ? text.subject[kinds[0]!] : text.mixed
  const sentence = (kind: ActKind) => text.body[kind](actor ?? text.unknownActor, countOf(kind))
  return renderLetter({
    locale,
    subject: subject(requests.length),
    greeting: noticeWords[locale].greeting(nombre),
    paragraphs: [...kinds.map(sentence), ...(calendar ? [text.attached] : [])],
    facts: [
      ...requests.slice(0, mostListed).map(({ titulo, fecha, lugar, motivo }) => ({
        label: titulo,
        value: [fecha ?? text.undated, lugar, motivo].filter((part) => part !== null && part !== '').join(' · '),
      })),
      ...(requests.length > mostListed ? [{ label: text.more, value: `${requests.length - mostListed}` }] : []),
    ],
    ...(mensaje === null ? {} : { message: mensaje }),
    button: { label: text.open, url },
    notes: [noticeWords[locale].note],
  })
}
