import { Plus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SkeletonList } from '../ui/skeleton.tsx'
import { LoadFailed, Stale } from './load-failed.tsx'

/** The part of a `useQuery` result that a list needs. */
export type Loading<Data> = {
  data: Data | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

type Props<Data> = {
  list: Loading<Data>
  /** Placeholder: a number of rows, or custom content. */
  loading: number | ReactNode
  /** Shown if there is nothing to list. */
  nothing: ReactNode
  isEmpty: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** A list in one of its states: failed, loading, empty or loaded. */
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
  const content = isEmpty(data) ? <Card>{nothing}</Card> : children(data)
  if (error === null) return content
  return (
    <>
      <Stale onRetry={() => void refetch()} />
      {content}
    </>
  )
}

type FoundProps = {
  texts: { nothingTitle: (q: string) => string; nothingText: string; clearFilters: string }
  q: string | undefined
  onClear: () => void
}

/** No match for search and filters, with a button that clears them. */
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

/** No data yet: what it is for, and a button to create the first. */
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
