import type { Event } from '@foja/contracts/events'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link2, Link2Off, Settings } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCaseFileTexts } from '../texts/case-file.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useEventsTexts } from '../../../shared/texts/events.ts'
import { problemOf } from '../../../lib/api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Timeline, TimelineItem } from '../../../ui/details.tsx'
import { textLink } from '../../../ui/link.ts'
import { historyQuery } from '../api/solicitudes.ts'
import { eventLooks } from '../../../shared/event-looks.tsx'
import { eventFacts, eventQuote } from '../event-details.ts'

const shown = 6

type Props = {
  id: string
  /** The newest events, which came with the case. */
  events: readonly Event[]
  intact: boolean
  documentName: (id: string | null) => string | undefined
  /** The case file has several requests, so events name their request. */
  several: boolean
}

/** Who did what and when, newest first; the hash of each event on request and in print. Older events load by pages. */
export function HistoryCard({ id, events, intact, documentName, several }: Props) {
  const caseFile = useCaseFileTexts()
  const domain = useDomainTexts()
  const { number } = useFormat()
  const [all, setAll] = useState(false)
  const [hashes, setHashes] = useState(false)
  const whole = useInfiniteQuery({ ...historyQuery(id), enabled: all })
  const pages = all ? whole.data?.pages : undefined
  const newest = events.toSorted((a, b) => b.at.localeCompare(a.at))
  const visible = pages?.flatMap((page) => page.events) ?? newest.slice(0, shown)
  const sound = intact && (pages?.every((page) => page.intact) ?? true)
  const count = pages?.[0]?.count
  return (
    <Card aria-labelledby="history-title">
      <CardHeader
        title={caseFile.history}
        titleId="history-title"
        count={count === undefined ? undefined : number(count)}
        action={
          <span
            className={`inline-flex items-center gap-1.5 text-small font-medium ${sound ? 'text-on-soft-success' : 'text-error-ink'}`}
          >
            {sound ? <Link2 aria-hidden className="size-4" /> : <Link2Off aria-hidden className="size-4" />}
            {sound ? caseFile.intact : caseFile.notIntact}
          </span>
        }
      />
      <CardBody>
        {!sound && (
          <p role="alert" className="mb-4 text-small text-error-ink">
            {caseFile.notIntactText}
          </p>
        )}
        <Timeline label={caseFile.history}>
          {visible.map((event) => (
            <Moment key={event.hash} event={event} documentName={documentName} several={several} hashes={hashes} />
          ))}
        </Timeline>
        {all && whole.isError && (
          <Alert variant="error" className="mt-4" button={{ label: domain.retry, onClick: () => void whole.refetch() }}>
            {problemOf(whole.error)?.detail ?? domain.tryAgainLater}
          </Alert>
        )}
        <div data-print="hide" className="mt-4 flex flex-wrap items-center gap-4">
          {all && whole.hasNextPage && (
            <Button size="sm" loading={whole.isFetchingNextPage} onClick={() => void whole.fetchNextPage()}>
              {caseFile.olderEvents}
            </Button>
          )}
          {(newest.length > shown || all) && (
            <button type="button" onClick={() => setAll(!all)} className={textLink}>
              {all ? caseFile.fewerEvents : caseFile.allEvents}
            </button>
          )}
          <button type="button" aria-pressed={hashes} onClick={() => setHashes(!hashes)} className={textLink}>
            {hashes ? caseFile.hideHashes : caseFile.showHashes}
          </button>
        </div>
      </CardBody>
    </Card>
  )
}

type MomentProps = Pick<Props, 'documentName' | 'several'> & { event: Event; hashes: boolean }

function Moment({ event, documentName, several, hashes }: MomentProps) {
  const events = useEventsTexts()
  const domain = useDomainTexts()
  const format = useFormat()
  const { relative, dateTime } = format
  const { icon, tone } = eventLooks[event.action] ?? { icon: <Settings />, tone: 'neutral' as const }
  const storedName = event.data['nombre']
  const name = documentName(event.id_documento) ?? (typeof storedName === 'string' ? storedName : undefined)
  const quote = eventQuote(event)
  const request = event.data['titulo']
  const facts = eventFacts(event, { events, domain }, format)
  if (several && event.action.startsWith('solicitud.') && typeof request === 'string') {
    facts.unshift(events.facts.request(request))
  }
  return (
    <TimelineItem
      icon={icon}
      tone={tone}
      note={
        <>
          <time dateTime={event.at} title={dateTime(event.at)}>
            {relative(event.at)}
          </time>
          <span className={cn('code', !hashes && 'hidden print:inline')} title={event.hash}>
            {event.hash.slice(0, 4)}…{event.hash.slice(-4)}
          </span>
        </>
      }
    >
      {events.sentences[event.action]({
        who: event.actor?.nombre ?? events.unknownActor,
        document: name === undefined ? events.aDocument : `«${name}»`,
      })}
      {facts.map((fact) => (
        <span key={fact} className="block font-medium wrap-anywhere">
          {fact}
        </span>
      ))}
      {quote !== undefined && <span className="block text-ink-muted wrap-anywhere">«{quote}»</span>}
    </TimelineItem>
  )
}
