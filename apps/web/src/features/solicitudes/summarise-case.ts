import type { Solicitud, SolicitudMain } from '@foja/contracts/solicitudes'
import type { SolicitudStatus } from '@foja/contracts/states'

/** The status of a case file: that of all its requests; `agendado` once one of several has advanced. */
export function caseStatus({ solicitudes }: Requests): SolicitudStatus {
  const [first] = solicitudes
  return first !== undefined && solicitudes.every(({ status }) => status === first.status) ? first.status : 'agendado'
}

type Requests = { solicitudes: readonly Pick<Solicitud, 'status'>[] }

/** How many requests of a case file have taken a step that others have not; null: all are equally far. */
export function partOf({ solicitudes }: Requests): { step: 'sent' | 'concluded'; done: number; total: number } | null {
  const total = solicitudes.length
  const sent = solicitudes.filter(({ status }) => status !== 'pendiente').length
  const concluded = solicitudes.filter(({ status }) => status === 'concluido').length
  if (sent > 0 && sent < total) return { step: 'sent', done: sent, total }
  return concluded > 0 && concluded < total ? { step: 'concluded', done: concluded, total } : null
}

/** The next hearing of a case file, or undefined. */
export function nextDate(group: SolicitudMain): string | undefined {
  return group.solicitudes
    .flatMap((one) => (one.status === 'agendado' && one.fecha_agendada !== null ? [one.fecha_agendada] : []))
    .toSorted()[0]
}

/** The parties of all its requests, each once. */
export function peopleOf(group: SolicitudMain): string[] {
  return [...new Set(group.solicitudes.flatMap((one) => one.partes.map((party) => party.nombre)))]
}

export const documentsOf = (group: SolicitudMain) => group.solicitudes.flatMap((one) => one.description)

/** The request that a row of the list links to: the first that is not concluded. */
export const entryOf = ({ solicitudes }: SolicitudMain): Solicitud | undefined =>
  solicitudes.find(({ status }) => status !== 'concluido') ?? solicitudes[0]

export type Hearing = { group: SolicitudMain; request: Solicitud; date: string }

/** The next future hearing of each case file, soonest first. `now` in milliseconds since 1970. */
export function nextHearings(groups: readonly SolicitudMain[], now: number): Hearing[] {
  const sooner = (a: { date: string }, b: { date: string }) => a.date.localeCompare(b.date)
  return groups
    .flatMap((group) => {
      const dates = group.solicitudes.flatMap((request) => {
        const date = request.status === 'agendado' ? request.fecha_agendada : null
        return date !== null && Date.parse(date) > now ? [{ group, request, date }] : []
      })
      return dates.toSorted(sooner).slice(0, 1)
    })
    .toSorted(sooner)
}
