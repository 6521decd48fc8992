import type { Notification, NotificationKind } from '@foja/contracts/notifications'
import type { Format } from '../../i18n/format.ts'
import type { Texts } from '../../i18n/es.ts'
import { paths } from '../../lib/paths.ts'

const told = (value: unknown): string => (typeof value === 'string' ? value : '')
const counted = (value: unknown): number => (typeof value === 'number' ? value : 0)
const quoted = (name: string) => `«${name}»`

/** About a document, or a template, rather than a request: what they name is `nombre`. */
const aboutDocuments = new Set<NotificationKind>([
  'mediation.changed',
  'document.signed',
  'document.shared',
  'email.failed',
  'share.opened',
  'template.filled',
])

/** When an appointment is: in words where it is near, else its day and hour. */
function momentOf(fecha: string, { relative, shortDate, time }: Format): string {
  if (fecha === '') return ''
  const isNear = Math.abs(new Date(fecha).getTime() - Date.now()) < 20 * 3_600_000
  return isNear ? relative(fecha) : `${shortDate(fecha)}, ${time(fecha)}`
}

type Words = Pick<Texts, 'notices' | 'domain'>

/** A notice in one sentence, and in a second line what else there is to know of it. */
export function describeNotice(notice: Notification, { notices, domain }: Words, format: Format) {
  const { kind, data, actor } = notice
  const ofDocument = aboutDocuments.has(kind)
  const titulo = told(data['titulo'])
  const name = ofDocument ? told(data['nombre']) : titulo
  const sentence = notices.sentences[kind]({
    who: actor ?? notices.someone,
    what: name === '' ? (ofDocument ? notices.aDocument : notices.aRequest) : quoted(name),
    when: momentOf(told(data['fecha']), format),
    to: told(data['to']),
    done: counted(data['done']),
    failed: counted(data['failed']),
    status: (domain.mediation as Partial<Record<string, string>>)[told(data['status'])] ?? '',
  })
  const motivo = told(data['motivo'])
  return { sentence, note: motivo !== '' ? motivo : ofDocument ? titulo : '' }
}

/** Where a notice leads; undefined where there is nothing to be seen of it. */
export function placeOf(notice: Notification): string | undefined {
  const { id_documento, id_solicitud, kind } = notice
  if (id_documento !== null && aboutDocuments.has(kind)) return paths.document(id_documento)
  if (id_solicitud !== null) return paths.solicitud(id_solicitud)
  if (kind === 'template.filled') return paths.fillTemplate(told(notice.data['id_template']))
  if (id_documento !== null) return paths.document(id_documento)
  return kind === 'email.failed' ? paths.outbox() : undefined
}

/** Worth a word at once, wherever the person is: somebody waits for them, or something went wrong. */
export const isUrgent = ({ kind }: Notification): boolean =>
  kind === 'solicitud.assigned' ||
  kind === 'solicitud.returned' ||
  kind === 'solicitud.reminder' ||
  kind === 'email.failed'
