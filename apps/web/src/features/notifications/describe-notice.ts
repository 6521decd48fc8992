import type { Notification, NotificationKind } from '@foja/contracts/notifications'
import type { Format } from '../../lib/format/format.ts'
import type { domain } from '../../shared/texts/domain.ts'
import type { notices } from './texts/notices.ts'
import { paths } from '../../lib/router/paths.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const counted = (value: unknown): number => (typeof value === 'number' ? value : 0)
const quoted = (name: string) => `«${name}»`

/** Kinds about a document or template instead of a request; `nombre` is their subject. */
const aboutDocuments = new Set<NotificationKind>([
  'mediation.changed',
  'document.signed',
  'document.shared',
  'email.failed',
  'share.opened',
  'template.filled',
  'webhook.disabled',
])

/** Relative words for a near appointment, else day and time. */
function momentOf(fecha: string, { relative, shortDate, time }: Format): string {
  if (fecha === '') return ''
  const isNear = Math.abs(new Date(fecha).getTime() - Date.now()) < 20 * 3_600_000
  return isNear ? relative(fecha) : `${shortDate(fecha)}, ${time(fecha)}`
}

type Words = { notices: typeof notices; domain: typeof domain }

/** A notification as a sentence, and a second line with details. */
export function describeNotice(notice: Notification, { notices, domain }: Words, format: Format) {
  const { kind, data, actor } = notice
  const ofDocument = aboutDocuments.has(kind)
  const titulo = textOf(data['titulo'])
  const name = ofDocument ? textOf(data['nombre']) : titulo
  const several = counted(data['documentos'])
  const sentence = notices.sentences[kind]({
    who: actor ?? notices.unknownActor,
    what:
      several > 0
        ? notices.documents(several)
        : name === ''
          ? ofDocument
            ? notices.aDocument
            : notices.aRequest
          : quoted(name),
    when: momentOf(textOf(data['fecha']), format),
    to: textOf(data['to']),
    done: counted(data['done']),
    failed: counted(data['failed']),
    status:
      ({ ...domain.mediation, ...notices.answers } as Partial<Record<string, string>>)[textOf(data['status'])] ?? '',
  })
  const motivo = textOf(data['motivo'])
  return { sentence, note: motivo !== '' ? motivo : ofDocument ? titulo : '' }
}

/** The link of a notification; undefined if it has none. */
export function placeOf(notice: Notification): string | undefined {
  const { id_documento, id_solicitud, kind } = notice
  if (id_documento !== null && aboutDocuments.has(kind)) return paths.document(id_documento)
  if (id_solicitud !== null) return paths.solicitud(id_solicitud)
  if (kind === 'template.filled') return paths.fillTemplate(textOf(notice.data['id_template']))
  if (id_documento !== null) return paths.document(id_documento)
  const company = textOf(notice.data['id_company'])
  if (kind === 'webhook.disabled') return paths.programs(company)
  // Older notices name no company: the user's own.
  if (kind === 'retention.due') return paths.privacy(company === '' ? undefined : company)
  if (kind === 'user.provisioned') return paths.users(company)
  return kind === 'email.failed' ? paths.outbox() : undefined
}
