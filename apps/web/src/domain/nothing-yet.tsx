import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type Props = {
  icon: ReactNode
  texts: { emptyTitle: string; emptyText: string; new: string }
  onNew: () => void
}

/** There is nothing to list yet: says what it will be good for, and begins it. */
export function NothingYet({ icon, texts, onNew }: Props) {
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
