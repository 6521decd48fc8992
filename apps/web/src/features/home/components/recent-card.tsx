import { History } from 'lucide-react'
import { eventLooks } from '../../../shared/event-looks.tsx'
import { AppLink } from '../../../shared/app-link.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useHomeTexts } from '../texts/home.ts'
import { useEventsTexts } from '../../../shared/texts/events.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Card, CardHeader, cardLink } from '../../../ui/card.tsx'
import { IconTile } from '../../../ui/tile.tsx'
import type { Summary } from '../api/summary.ts'

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
  const { icon, tone } = eventLooks[event.action] ?? { icon: <History />, tone: 'neutral' as const }
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
