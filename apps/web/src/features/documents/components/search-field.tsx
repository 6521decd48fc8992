import { Search as SearchIcon, X } from 'lucide-react'
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import type { Search } from '../use-reader-search.ts'

type Props = {
  search: Search
  onType: (text: string) => void
  onStep: (by: 1 | -1) => void
  onClose: () => void
  /** The result part is loaded later than the field, so that no keystroke is lost. */
  children: ReactNode
}

/** Search field over the pages: Enter and Shift+Enter move between hits, Escape closes. */
export function SearchField({ search, onType, onStep, onClose, children }: Props) {
  const documents = useDocumentsTexts()
  const field = useRef<HTMLInputElement>(null)
  const { text, focusRequests } = search
  // A layout effect: waiting for the next frame would lose keystrokes.
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs on each request for the focus
  }, [focusRequests])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onStep(event.shiftKey ? -1 : 1)
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- jsdom, and browsers of 2022, do not know <search>
    <div
      role="search"
      data-print="hide"
      className="absolute top-3 right-4 z-10 flex w-88 max-w-[calc(100%-2rem)] flex-wrap items-center gap-1 rounded-lg border border-line bg-panel p-2 shadow-float"
    >
      <div className="min-w-32 flex-1">
        <Input
          ref={field}
          type="search"
          size="sm"
          aria-label={documents.search}
          placeholder={documents.search}
          icon={<SearchIcon />}
          value={text}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {children}
      <IconButton size="sm" tooltip={false} label={documents.closeSearch} onClick={onClose}>
        <X />
      </IconButton>
    </div>
  )
}
