import { Plus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SkeletonList } from '../ui/skeleton.tsx'
import { LoadFailed } from './load-failed.tsx'

/** What `useQuery` answers, as far as a list shows it. */
export type Loading<Data> = {
  data: Data | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

type Props<Data> = {
  list: Loading<Data>
  /** The shape of what is coming: so many rows, or what is given. */
  loading: number | ReactNode
  /** What stands there while there is nothing to list. */
  nothing: ReactNode
  isEmpty: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** A list as it is: it did not come, it is on its way, there is nothing in it, or here it is. */
export function LoadedList<Data>({ list, loading, nothing, isEmpty, children }: Props<Data>) {
  const { data, error, refetch } = list
  if (data === undefined) {
    if (error === null && typeof loading !== 'number') return loading
    return (
      <Card>
        {error === null ? (
          <SkeletonList rows={Number(loading)} header />
        ) : (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    )
  }
  return isEmpty(data) ? <Card>{nothing}</Card> : children(data)
}

type FoundProps = {
  texts: { nothingTitle: (q: string) => string; nothingText: string; clearFilters: string }
  q: string | undefined
  onClear: () => void
}

/** Nothing is left by the search and the filters: says so, and takes them away. */
export function NothingFound({ texts, q = '', onClear }: FoundProps) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={texts.nothingTitle(q)}
      action={<Button onClick={onClear}>{texts.clearFilters}</Button>}
    >
      {texts.nothingText}
    </EmptyState>
  )
}

type YetProps = {
  icon: ReactNode
  texts: { emptyTitle: string; emptyText: string; new: string }
  onNew: () => void
}

/** There is nothing to list yet: says what it will be good for, and begins it. */
export function NothingYet({ icon, texts, onNew }: YetProps) {
  return (
    <EmptyState
      icon={icon}
      tone="primary"
      title={texts.emptyTitle}
      action={
        <Button icon={<Plus />} onClick={onNew}>
          {texts.new}
        </Button>
      }
    >
      {texts.emptyText}
    </EmptyState>
  )
}
