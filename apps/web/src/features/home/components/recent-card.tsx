import type { EventAction } from '@foja/contracts/events'
import {
  CalendarCheck,
  CalendarClock,
  CircleCheckBig,
  Eye,
  FilePlus2,
  Handshake,
  Inbox,
  History,
  Mail,
  MailCheck,
  MailX,
  Plus,
  Share2,
  Signature,
  Trash2,
  Undo2,
  Upload,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useHomeTexts } from '../texts/home.ts'
import { useEventsTexts } from '../../../shared/texts/events.ts'
import { paths } from '../../../lib/router/paths.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { Card, CardHeader, cardLink } from '../../../ui/card.tsx'
import { IconTile } from '../../../ui/tile.tsx'
import type { Summary } from '../api/summary.ts'

const looks: Partial<Record<EventAction, { icon: ReactNode; tone: Tone }>> = {
  'document.signed': { icon: <Signature />, tone: 'success' },
  'document.filled': { icon: <FilePlus2 />, tone: 'primary' },
  'document.uploaded': { icon: <Upload />, tone: 'neutral' },
  'document.deleted': { icon: <Trash2 />, tone: 'neutral' },
  'solicitud_main.created': { icon: <Plus />, tone: 'primary' },
  'solicitud.sent': { icon: <CalendarCheck />, tone: 'info' },
  'solicitud.returned': { icon: <Undo2 />, tone: 'warning' },
  'solicitud.concluded': { icon: <CircleCheckBig />, tone: 'success' },
  'mediation.changed': { icon: <Handshake />, tone: 'info' },
  'email.queued': { icon: <Mail />, tone: 'info' },
  'email.sent': { icon: <MailCheck />, tone: 'success' },
  'email.failed': { icon: <MailX />, tone: 'error' },
  'user_shared.changed': { icon: <Users />, tone: 'info' },
  'share.created': { icon: <Share2 />, tone: 'info' },
  'share.opened': { icon: <Eye />, tone: 'neutral' },
  'signing_request.sent': { icon: <Mail />, tone: 'info' },
  'signing_request.completed': { icon: <CircleCheckBig />, tone: 'success' },
  'recipient.code_confirmed': { icon: <Eye />, tone: 'neutral' },
  'recipient.seen': { icon: <Eye />, tone: 'neutral' },
  'recipient.signed': { icon: <Signature />, tone: 'success' },
  'recipient.declined': { icon: <Undo2 />, tone: 'error' },
  'recipient.delivered': { icon: <Inbox />, tone: 'info' },
  'document_request.sent': { icon: <Mail />, tone: 'info' },
  'convocation.sent': { icon: <CalendarClock />, tone: 'info' },
  'recipient.answered': { icon: <CalendarCheck />, tone: 'info' },
  'document_request.completed': { icon: <CircleCheckBig />, tone: 'success' },
}

/** As many as fit beside the rest of the page. */
const most = 6

type Recent = Summary['recent'][number]

/** Recent events, each with a link. */
export function RecentCard({ recent }: { recent: readonly Recent[] }) {
  const home = useHomeTexts()
  return (
    <Card aria-labelledby="recent-title">
      <CardHeader title={home.activity} titleId="recent-title" />
      {recent.length === 0 ? (
        <p className="p-5 text-ink-muted">{home.noActivity}</p>
      ) : (
        <ol className="py-2">
          {recent.slice(0, most).map((event) => (
            <RecentRow key={event.hash} event={event} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function RecentRow({ event }: { event: Recent }) {
  const events = useEventsTexts()
  const { relative } = useFormat()
  const { icon, tone } = looks[event.action] ?? { icon: <History />, tone: 'neutral' as const }
  const name = event.data['nombre']
  const sentence = events.sentences[event.action]({
    who: event.actor?.nombre ?? events.unknownActor,
    document: typeof name === 'string' && name !== '' ? name : events.aDocument,
  })
  const to =
    event.id_documento !== null && event.action !== 'document.deleted' && event.action !== 'document.purged'
      ? paths.document(event.id_documento)
      : event.id_solicitud === null
        ? null
        : paths.solicitud(event.id_solicitud)
  return (
    <li className="relative flex gap-3 px-5 py-2 hover:bg-canvas max-sm:px-4">
      <IconTile tone={tone} className="size-7! rounded-full! [&_svg]:size-3.5!">
        {icon}
      </IconTile>
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 text-small font-medium wrap-anywhere">
          {to === null ? (
            sentence
          ) : (
            <AppLink to={to} className={cardLink}>
              {sentence}
            </AppLink>
          )}
        </p>
        <p className="truncate text-meta text-ink-muted">
          <time dateTime={event.at}>{relative(event.at)}</time>
          {event.titulo !== null && ` · ${event.titulo}`}
        </p>
      </div>
    </li>
  )
}
