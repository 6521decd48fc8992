import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useListToolsTexts } from '../texts/list-tools.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { BulkItem, BulkOutcome, BulkOutcomes } from '../run-bulk.ts'

type Props = {
  items: readonly BulkItem[]
  outcomes: BulkOutcomes
  busy: boolean
  failure: string | null
  done: number
}

/** The outcome of each request, with the reason of a failure. */
export function BulkResults({ items, outcomes, busy, failure, done }: Props) {
  const listTools = useListToolsTexts()
  const { plural } = useFormat()
  const failed = items.length - done
  return (
    <div className="flex flex-col gap-4 pb-1">
      <Progress
        label={listTools.working}
        value={done}
        max={items.length}
        after={listTools.progress(done, items.length)}
      />
      {!busy && failure === null && (
        <output className="sr-only">
          {failed === 0 ? listTools.allDone(plural(done, listTools.requests)) : listTools.someFailed(done, failed)}
        </output>
      )}
      {failure !== null && (
        <Alert variant="error" title={listTools.unanswered}>
          {failure}
        </Alert>
      )}
      <ul className="flex max-h-80 flex-col divide-y divide-line overflow-y-auto">
        {items.map((item) => (
          <ResultRow key={item.id} titulo={item.titulo} outcome={outcomes.get(item.id)} busy={busy} />
        ))}
      </ul>
    </div>
  )
}

function ResultRow({ titulo, outcome, busy }: { titulo: string; outcome: BulkOutcome | undefined; busy: boolean }) {
  const listTools = useListToolsTexts()
  const state = outcome?.state ?? 'waiting'
  return (
    <li className="flex min-h-11 items-center gap-3 py-2">
      <span aria-hidden className="flex [&_svg]:size-4.5">
        {state === 'done' ? (
          <CircleCheck className="text-on-soft-success" />
        ) : state === 'failed' ? (
          <CircleX className="text-error-ink" />
        ) : busy ? (
          <Spinner label={null} />
        ) : (
          <CircleDashed className="text-ink-muted" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{titulo}</span>
        {outcome?.state === 'failed' && (
          <span className="block text-small text-error-ink">{outcome.detail ?? listTools.fails}</span>
        )}
      </span>
      {state !== 'failed' && (
        <span className="text-small text-ink-muted">{state === 'done' ? listTools.done : listTools.waiting}</span>
      )}
    </li>
  )
}
