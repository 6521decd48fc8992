import type { ReactNode } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { CardRow, cardLink } from '../../../ui/card.tsx'
import type { Appointment } from '../api/agenda.ts'

type Props = {
  item: Appointment
  details: string
  /** Content at the end of the row. */
  children?: ReactNode
}

/** A row of a list of appointments; the whole row links to the request. */
export function AppointmentRow({ item, details, children }: Props) {
  const { time } = useFormat()
  return (
    <CardRow className="hover:bg-canvas">
      <time dateTime={item.fecha_agendada} className="w-11 shrink-0 self-start pt-0.5 font-semibold figures">
        {time(item.fecha_agendada)}
      </time>
      <div className="min-w-0 flex-1">
        <AppLink to={paths.solicitud(item.id_solicitud)} className={`block truncate font-medium ${cardLink}`}>
          {item.titulo}
        </AppLink>
        <p className="truncate text-small text-ink-muted">{details}</p>
      </div>
      {children}
    </CardRow>
  )
}
