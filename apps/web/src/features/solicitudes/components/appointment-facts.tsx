import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { Calendar, CalendarPlus, MapPin, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCaseFileTexts } from '../texts/case-file.ts'
import { textLink } from '../../../ui/link.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { downloadCalendar } from '../api/solicitudes.ts'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'

type Props = { solicitud: SolicitudDetails; onSchedule: () => void }

/** A short date (Lun 30 nov), with the year if it is not the current one. */
function dayIn(date: string, locale: string): string {
  const at = new Date(date)
  const year = at.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const)
  const words = at.toLocaleDateString(locale, { weekday: 'short', day: 'numeric', month: 'short', ...year })
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1).replace(',', '')
}

/** Date, place and assignee, with buttons to change them and to export to a calendar. */
export function AppointmentFacts({ solicitud, onSchedule }: Props) {
  const caseFile = useCaseFileTexts()
  const { locale, time } = useFormat()
  const { fecha_agendada, lugar, asignado_a, actions, status } = solicitud
  const overdue = status === 'agendado' && fecha_agendada !== null && Date.parse(fecha_agendada) < Date.now()
  const mayPlan = actions.includes('schedule')
  return (
    <ul className="flex flex-col gap-3">
      <Fact
        icon={<Calendar />}
        action={
          mayPlan ? (
            <button type="button" data-print="hide" onClick={onSchedule} className={textLink}>
              {fecha_agendada === null ? caseFile.setDate : caseFile.changeDate}
            </button>
          ) : undefined
        }
      >
        {fecha_agendada === null ? (
          <span className="text-ink-muted">{status === 'concluido' ? caseFile.withoutDate : caseFile.noDate}</span>
        ) : (
          <>
            <time dateTime={fecha_agendada}>
              {dayIn(fecha_agendada, locale)}, {time(fecha_agendada)}
            </time>
            {overdue && <span className="block text-small text-error-ink">{caseFile.overdue}</span>}
          </>
        )}
      </Fact>
      {lugar !== null && (
        <Fact icon={<MapPin />}>{/^https:\/\/\S+$/.test(lugar) ? <PlaceLink to={lugar} /> : lugar}</Fact>
      )}
      <Fact icon={<UserRound />}>
        {asignado_a === null ? <span className="text-ink-muted">{caseFile.unassigned}</span> : asignado_a.nombre}
      </Fact>
      {fecha_agendada !== null && status === 'agendado' && (
        <li data-print="hide">
          <CalendarLink id={solicitud.id_solicitud} />
        </li>
      )}
    </ul>
  )
}

function Fact({ icon, action, children }: { icon: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <span aria-hidden className="mt-px flex text-ink-muted [&_svg]:size-4.5">
        {icon}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {action}
    </li>
  )
}

function PlaceLink({ to }: { to: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" className={textLink}>
      {to.replace('https://', '')}
    </a>
  )
}

function CalendarLink({ id }: { id: string }) {
  const caseFile = useCaseFileTexts()
  const { mutate, isPending: busy } = useToastMutation({ mutationFn: () => downloadCalendar(id) })
  return (
    <button type="button" disabled={busy} onClick={() => mutate()} className={textLink}>
      {busy ? <Spinner label={null} /> : <CalendarPlus aria-hidden />}
      {caseFile.toCalendar}
    </button>
  )
}
