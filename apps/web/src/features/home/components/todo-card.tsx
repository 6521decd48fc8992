import { mostTodo } from '@foja/contracts/constants'
import type { Todo, TodoKind } from '@foja/contracts/home'
import { ArrowRight, CircleCheckBig, ClockAlert, FileText, FolderOpen, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useHomeTexts } from '../texts/home.ts'
import { paths } from '../../../lib/router/paths.ts'
import { AvatarGroup } from '../../../ui/avatar-group.tsx'
import { Card, CardList, CardRow, cardLink } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { textLink } from '../../../ui/link.ts'
import type { Summary } from '../api/summary.ts'
import { openKind } from '../todo-kinds.ts'

type Props = {
  summary: Summary
  kinds: readonly TodoKind[]
  wanted: string | undefined
  onKind: (kind: TodoKind) => void
}

/** Rows before «show more», so that the rest of the page stays visible. */
const few = 5

/** The list with all tasks of a kind, if it has a filter for it. */
const restOf: Partial<Record<TodoKind, string>> = {
  schedule: `${paths.solicitudes()}?sin_fecha=1`,
  overdue: `${paths.solicitudes()}?vencidas=1`,
  assign: `${paths.solicitudes()}?sin_asignar=1`,
  send: `${paths.solicitudes()}?status=pendiente`,
  today: paths.agenda(),
}

/** The user's tasks, one tab per kind; each row links to the action. */
export function TodoCard({ summary, kinds, wanted, onKind }: Props) {
  const home = useHomeTexts()
  const { number, relative } = useFormat()
  const { counts, todo } = summary
  const open = openKind(kinds, counts, wanted)
  const [opened, setOpened] = useState<TodoKind>()
  const known = todo.filter((one) => one.kind === open).toSorted((a, b) => Number(isLate(b)) - Number(isLate(a)))
  const rows = opened === open ? known : known.slice(0, few)
  const toSign = todo.flatMap((one) => (one.kind === 'sign' && one.id_documento !== null ? [one.id_documento] : []))
  const rest = restOf[open]
  const total = counts[open] ?? 0
  const tell = (count: number) => (count < mostTodo ? number(count) : `${number(mostTodo - 1)}+`)
  const signMany =
    open === 'sign' && toSign.length > 1 ? (
      <AppLink to={paths.batch(toSign.join(','))} className={`${textLink} ml-auto`}>
        <ListChecks aria-hidden /> {home.signMany}
      </AppLink>
    ) : undefined
  const tabOf = (kind: TodoKind) => {
    const count = counts[kind] ?? 0
    const oldest = todo.find((one) => one.kind === kind)
    const { none, note } = home.figures[kind]
    return {
      value: kind,
      label: home.tabs[kind],
      count: tell(count),
      note: count === 0 || oldest === undefined ? none : note(relative(oldest.updated_at)),
      late: kind === 'overdue' && count > 0,
    }
  }
  const hasMore = total > rows.length && (rest !== undefined || known.length > rows.length)
  return (
    <Card>
      <Tabs label={home.todo} value={open} onValueChange={onKind} figures tabs={kinds.map(tabOf)}>
        <TabPanel value={open}>
          {rows.length === 0 ? (
            <EmptyState icon={<CircleCheckBig />} tone="success" title={home.nothingTitle}>
              {home.nothing[open]}
            </EmptyState>
          ) : (
            <CardList>
              {rows.map((row) => (
                <TodoRow key={`${row.kind}-${row.id_documento ?? row.id_solicitud}`} todo={row} />
              ))}
            </CardList>
          )}
          {(hasMore || signMany !== undefined) && (
            <p className="flex justify-between gap-4 border-t border-line px-5 py-3 max-sm:px-4">
              {hasMore &&
                (rest === undefined ? (
                  <button type="button" className={textLink} onClick={() => setOpened(open)}>
                    {home.seeMore(number(known.length - rows.length))}
                  </button>
                ) : (
                  <AppLink to={rest} className={textLink}>
                    {home.seeAllOf(tell(total))} <ArrowRight aria-hidden />
                  </AppLink>
                ))}
              {signMany}
            </p>
          )}
        </TabPanel>
      </Tabs>
    </Card>
  )
}

/** The appointment has passed: it is listed before tasks that only wait. */
const isLate = ({ fecha_agendada }: Todo) => fecha_agendada !== null && Date.parse(fecha_agendada) < Date.now()

const placeOf = ({ kind, id_documento, id_solicitud }: Todo): string =>
  kind === 'sign' && id_documento !== null
    ? `${paths.document(id_documento)}?tab=firmar`
    : paths.solicitud(id_solicitud)

function TodoRow({ todo }: { todo: Todo }) {
  const home = useHomeTexts()
  const title = todo.kind === 'sign' ? (todo.documento ?? todo.titulo) : todo.titulo
  const under = [todo.main_titulo === title ? '' : todo.main_titulo, todo.partes.join(' / '), todo.lugar ?? '']
  const act = home.acts[todo.kind]
  return (
    <CardRow className="hover:bg-canvas">
      <span aria-hidden className="text-ink-muted max-md:hidden [&_svg]:size-5">
        {todo.kind === 'sign' ? <FileText /> : <FolderOpen />}
      </span>
      <div className="min-w-0 flex-1">
        <AppLink to={placeOf(todo)} className={`block truncate font-medium ${cardLink}`}>
          <span className="sr-only">{act}: </span>
          {title}
        </AppLink>
        <p className="truncate text-small text-ink-muted">{under.filter((part) => part !== '').join(' · ')}</p>
      </div>
      {todo.partes.length > 0 && (
        <span className="max-md:hidden">
          <AvatarGroup names={todo.partes} />
        </span>
      )}
      <When todo={todo} />
      <span
        aria-hidden
        className="inline-flex w-22 shrink-0 items-center justify-end gap-1.5 text-small font-medium text-gold-ink max-md:w-auto [&_svg]:size-4"
      >
        <span className="max-md:hidden">{act}</span> <ArrowRight />
      </span>
    </CardRow>
  )
}

/** The date of the appointment, in red from that day on; without one, since when the task waits. */
function When({ todo }: { todo: Todo }) {
  const home = useHomeTexts()
  const { locale, time, relative } = useFormat()
  const place = 'w-28 shrink-0 text-right text-small whitespace-nowrap max-md:w-auto'
  if (todo.fecha_agendada === null) {
    return <span className={`${place} text-ink-muted max-sm:hidden`}>{relative(todo.updated_at)}</span>
  }
  const at = new Date(todo.fecha_agendada)
  const midnight = new Date().setHours(24, 0, 0, 0)
  const isToday = at.toDateString() === new Date().toDateString()
  const day = at.toLocaleDateString(locale, { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '')
  if (at.getTime() >= midnight) return <span className={`${place} text-ink-muted first-letter:uppercase`}>{day}</span>
  return (
    <span className={`${place} inline-flex items-center justify-end gap-1.5 font-semibold text-error-ink`}>
      <ClockAlert aria-hidden className="size-4 max-sm:hidden" />
      <span className="inline-block first-letter:uppercase">{isToday ? home.todayAt(time(at)) : day}</span>
    </span>
  )
}
