import { useQueryClient } from '@tanstack/react-query'
import { CalendarDays, CalendarPlus, CircleCheck, MapPin, MessageSquareText } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { saveBlob } from '../../../lib/files/download.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody } from '../../../ui/card.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { textLink } from '../../../ui/link.ts'
import { answer, recipientQuery, type Convened } from '../api/recipient.ts'
import { tellHost } from '../tell-host.ts'
import { useConvenedTexts } from '../texts/convened.ts'
import { useAct } from '../use-act.ts'

const AnswerModal = lazyPart(async () => (await import('./answer-modal.tsx')).AnswerModal)

type Props = { token: string; view: Convened }

/** The page of a convened party: the appointment, and their answer. */
export function ConvocationPage({ token, view }: Props) {
  const texts = useConvenedTexts()
  const title = view.moved
    ? texts.movedTitle
    : view.answer === null
      ? texts.asks(view.asked_by)
      : texts.states[view.answer]
  return (
    <div className="mx-auto flex w-full max-w-160 flex-col gap-4">
      <h1 className="text-title-phone font-semibold text-pretty md:text-title">{title}</h1>
      {view.moved && <Alert variant="warning">{texts.moved}</Alert>}
      <Appointment view={view} />
      {!view.moved && <Answer token={token} view={view} />}
    </div>
  )
}

/** Day and hour in the time zone in which they were chosen, and its name; in the browser's if it does not know it. */
function momentIn(fecha: string, locale: string, zone: string): { day: string; hour: string } {
  const at = new Date(fecha)
  const write = (timeZone: string | undefined) => ({
    day: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' }).format(at),
    hour: new Intl.DateTimeFormat(locale, {
      timeZone,
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'long',
    }).format(at),
  })
  try {
    return write(zone)
  } catch {
    return write(undefined)
  }
}

function Appointment({ view }: { view: Convened }) {
  const texts = useConvenedTexts()
  const { locale } = useFormat()
  const { day, hour } = momentIn(view.fecha, locale, view.time_zone)
  const save = () => saveBlob(new Blob([view.calendar], { type: 'text/calendar' }), texts.file)
  return (
    <Card>
      <CardBody className="flex flex-col gap-4">
        <ul className="flex flex-col gap-4">
          <Fact icon={<CalendarDays />} label={texts.when}>
            <time dateTime={view.fecha}>
              <span className="block text-section font-semibold first-letter:uppercase">{day}</span>
              {hour}
            </time>
          </Fact>
          {view.lugar !== null && (
            <Fact icon={<MapPin />} label={texts.where}>
              {/^https:\/\/\S+$/.test(view.lugar) ? (
                <a href={view.lugar} target="_blank" rel="noreferrer" className={textLink}>
                  {view.lugar.replace('https://', '')}
                </a>
              ) : (
                view.lugar
              )}
            </Fact>
          )}
          <Fact icon={<MessageSquareText />} label={texts.what}>
            {view.titulo}
          </Fact>
        </ul>
        {view.mensaje !== null && (
          <blockquote className="border-t border-line pt-4 text-pretty whitespace-pre-line wrap-anywhere text-ink-muted">
            «{view.mensaje}»
          </blockquote>
        )}
        <Button icon={<CalendarPlus />} className="self-start" onClick={save}>
          {texts.toCalendar}
        </Button>
      </CardBody>
    </Card>
  )
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span aria-hidden className="mt-0.5 flex text-gold-ink [&_svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <p className="text-small text-ink-muted">{label}</p>
        {children}
      </div>
    </li>
  )
}

/** What the party answered, and what they may still answer. */
function Answer({ token, view }: Props) {
  const texts = useConvenedTexts()
  const { dateTime } = useFormat()
  const queries = useQueryClient()
  const act = useAct(token)
  const [asking, setAsking] = useState<'otra_fecha' | 'no_asiste' | null>(null)
  const keep = (next: Convened) => {
    tellHost('answered', next.id)
    queries.setQueryData(recipientQuery(token).queryKey, next)
  }
  const { state, submit } = useFormSend({
    send: () => act(() => answer(token, { answer: 'confirma' })),
    fields: [],
    onDone: keep,
  })
  return (
    <Card>
      <CardBody className="flex flex-col gap-4">
        {view.answer === null ? (
          <h2 className="text-section font-semibold">{view.may_answer ? texts.question : texts.over}</h2>
        ) : (
          <div role="status" className="flex items-start gap-3">
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-on-soft-success" />
            <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">
              <p className="font-semibold">{texts.states[view.answer]}</p>
              {view.motivo !== null && (
                <p>
                  {texts.yourReason}: {view.motivo}
                </p>
              )}
              {view.fecha_propuesta !== null && (
                <p>
                  {texts.proposed}: {dateTime(view.fecha_propuesta)}
                </p>
              )}
              <p className="text-ink-muted">{view.may_answer ? texts.told(view.asked_by) : texts.over}</p>
            </div>
          </div>
        )}
        {state.failure !== null && <Alert variant="error">{state.failure}</Alert>}
        {view.may_answer && (
          <div className="flex flex-col gap-2.5">
            {view.answer !== 'confirma' && (
              <Button variant="primary" size="lg" block loading={state.busy} onClick={() => submit()}>
                {texts.confirm}
              </Button>
            )}
            <Button size="lg" block disabled={state.busy} onClick={() => setAsking('otra_fecha')}>
              {texts.otherDate}
            </Button>
            {view.answer !== 'no_asiste' && (
              <Button size="lg" block disabled={state.busy} onClick={() => setAsking('no_asiste')}>
                {texts.decline}
              </Button>
            )}
          </div>
        )}
        {asking !== null && (
          <AnswerModal
            token={token}
            view={view}
            kind={asking}
            onDone={(next) => {
              keep(next)
              setAsking(null)
            }}
            onClose={() => setAsking(null)}
          />
        )}
      </CardBody>
    </Card>
  )
}
