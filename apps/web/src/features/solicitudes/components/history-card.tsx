import type { Event } from '@foja/contracts/events'
import { Eye, Link2, Link2Off, Plus, Settings, Share2, Signature, Unlink, Upload } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { Timeline, TimelineItem } from '../../../ui/details.tsx'
import { IconTile } from '../../../ui/tile.tsx'
import { textLink } from '../../../ui/link.ts'
import type { Tone } from '../../../ui/badge.tsx'

const looks: Partial<Record<Event['action'], { icon: ReactNode; tone: Tone }>> = {
  'document.signed': { icon: <Signature />, tone: 'success' },
  'document.uploaded': { icon: <Upload />, tone: 'neutral' },
  'solicitud_main.created': { icon: <Plus />, tone: 'neutral' },
  'share.created': { icon: <Share2 />, tone: 'info' },
  'share.opened': { icon: <Eye />, tone: 'neutral' },
  'share.removed': { icon: <Unlink />, tone: 'neutral' },
}

const shown = 6

type Props = { events: readonly Event[]; intact: boolean; documentName: (id: string | null) => string | undefined }

/** Who did what and when, with each event's hash; newest first. */
export function HistoryCard({ events, intact, documentName }: Props) {
  const { solicitudes, domain } = useTexts()
  const { relative } = useFormat()
  const [all, setAll] = useState(false)
  const newest = events.toSorted((a, b) => b.at.localeCompare(a.at))
  const nameOf = (event: Event) => {
    const told = event.data['nombre']
    const name = documentName(event.id_documento) ?? (typeof told === 'string' ? told : undefined)
    return name === undefined ? domain.aDocument : `«${name}»`
  }
  return (
    <Card aria-labelledby="history-title">
      <CardHeader
        title={solicitudes.history}
        titleId="history-title"
        action={
          <span
            className={`inline-flex items-center gap-1.5 text-small font-medium ${intact ? 'text-on-soft-success' : 'text-error-ink'}`}
          >
            {intact ? <Link2 aria-hidden className="size-4" /> : <Link2Off aria-hidden className="size-4" />}
            {intact ? solicitudes.intact : solicitudes.notIntact}
          </span>
        }
      />
      <CardBody>
        {!intact && (
          <p role="alert" className="mb-4 text-small text-error-ink">
            {solicitudes.notIntactText}
          </p>
        )}
        <Timeline label={solicitudes.history}>
          {(all ? newest : newest.slice(0, shown)).map((event) => {
            const look = looks[event.action] ?? { icon: <Settings />, tone: 'neutral' as const }
            return (
              <TimelineItem
                key={event.hash}
                icon={
                  <IconTile tone={look.tone} className="size-7! rounded-full! [&_svg]:size-3.5!">
                    {look.icon}
                  </IconTile>
                }
                note={
                  <>
                    <time dateTime={event.at}>{relative(event.at)}</time>
                    <span className="code" title={event.hash}>
                      {event.hash.slice(0, 4)}…{event.hash.slice(-4)}
                    </span>
                  </>
                }
              >
                {domain.events[event.action]({ who: event.actor?.nombre ?? domain.someone, document: nameOf(event) })}
              </TimelineItem>
            )
          })}
        </Timeline>
        {newest.length > shown && (
          <button type="button" onClick={() => setAll(!all)} className={`mt-4 ${textLink}`}>
            {all ? solicitudes.fewerEvents : solicitudes.allEvents(newest.length)}
          </button>
        )}
      </CardBody>
    </Card>
  )
}
