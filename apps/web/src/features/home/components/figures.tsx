import type { Todo, TodoKind } from '@foja/contracts/home'
import { CalendarCheck, CalendarPlus, ClockAlert, PenLine, Send, UserRoundPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useHomeTexts } from '../texts/home.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { Card, cardLink } from '../../../ui/card.tsx'
import { IconTile } from '../../../ui/tile.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Summary } from '../api/summary.ts'

const looks: Record<TodoKind, { icon: ReactNode; tone: Tone }> = {
  sign: { icon: <PenLine />, tone: 'primary' },
  schedule: { icon: <CalendarPlus />, tone: 'neutral' },
  overdue: { icon: <ClockAlert />, tone: 'error' },
  send: { icon: <Send />, tone: 'primary' },
  today: { icon: <CalendarCheck />, tone: 'info' },
  assign: { icon: <UserRoundPlus />, tone: 'neutral' },
}

/** The icon of a task kind; muted if there are no tasks of it. */
function TodoIcon({ kind, quiet }: { kind: TodoKind; quiet: boolean }) {
  const { icon, tone } = looks[kind]
  return (
    <IconTile tone={quiet ? 'neutral' : tone} className="max-md:size-7!">
      {icon}
    </IconTile>
  )
}

type Props = { kind: TodoKind; summary: Summary; to: string }

/** Number and age of the tasks of a kind; links to their list. */
export function TodoFigure({ kind, summary, to }: Props) {
  const home = useHomeTexts()
  const { number, relative } = useFormat()
  const count = summary.counts[kind] ?? 0
  const oldest = summary.todo.find((todo: Todo) => todo.kind === kind)
  const words = home.figures[kind]
  const note = count === 0 || oldest === undefined ? words.none : words.note(relative(oldest.updated_at))
  return (
    <Card
      variant={count === 0 ? 'outline' : 'interactive'}
      className="flex items-center gap-4 p-4 max-md:flex-row-reverse max-md:items-start max-md:justify-between max-md:gap-1 max-md:p-3"
    >
      <TodoIcon kind={kind} quiet={count === 0} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-title font-semibold figures">{number(count)}</span>
          {count === 0 ? (
            <span className="font-medium max-md:w-full">{words.label.other}</span>
          ) : (
            <AppLink to={to} className={`font-medium max-md:w-full ${cardLink}`}>
              {count === 1 ? words.label.one : words.label.other}
            </AppLink>
          )}
        </p>
        <p className="truncate text-small text-ink-muted max-md:whitespace-normal">{note}</p>
      </div>
    </Card>
  )
}

/** Placeholder while a figure loads. */
export function FigureSkeleton() {
  return (
    <Card className="flex items-center gap-4 p-4 max-md:min-h-25 max-md:items-start max-md:p-3">
      <Skeleton className="size-9 max-md:hidden" />
      <div className="flex flex-1 flex-col gap-2 py-1.5">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-3 w-32" />
      </div>
    </Card>
  )
}
