import { readDay } from './week.ts'

export const agendaViews = ['semana', 'lista'] as const
type AgendaView = (typeof agendaViews)[number]
export type AgendaSearch = {
  semana?: string | undefined
  vista?: AgendaView | undefined
  asignado?: string | undefined
}

/** Parses the search parameters of the agenda; invalid values are dropped. */
export const readAgendaSearch = (raw: Record<string, unknown>): AgendaSearch => ({
  semana: readDay(raw['semana']),
  vista: agendaViews.find((view) => view === raw['vista']),
  asignado:
    typeof raw['asignado'] === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(raw['asignado'])
      ? raw['asignado']
      : undefined,
})
