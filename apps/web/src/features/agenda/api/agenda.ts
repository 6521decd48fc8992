import type { agenda, AgendaItem, solicitudCalendar } from '@foja/contracts/casework'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { addDays, startOf } from '../week.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type Appointment = AgendaItem & { fecha_agendada: string }

/** The appointments of `days` days from `from` on; `assignee` limits them to one user. */
export const agendaQuery = (from: string, days: number, assignee?: string) =>
  queryOptions({
    queryKey: queryKeys.agenda(from, days, assignee ?? null),
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({
        desde: startOf(from).toISOString(),
        hasta: startOf(addDays(from, days)).toISOString(),
        ...(assignee === undefined ? {} : { asignado_a: assignee }),
      })
      const reply = await call<typeof agenda>('GET', '/api/v1/agenda/', { query: `?${query.toString()}`, signal })
      const items = reply.items.filter((item): item is Appointment => item.fecha_agendada !== null)
      return { items, more: reply.more }
    },
    placeholderData: keepPreviousData,
  })

/** Downloads an appointment as a calendar file. */
export async function downloadAppointment(id: string): Promise<void> {
  const file = await call<typeof solicitudCalendar>('GET', '/api/v1/solicitud_ics/{id}/', {
    params: { id },
    as: 'blob',
  })
  saveBlob(file, `cita-${id}.ics`)
}
