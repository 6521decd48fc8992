import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { clearFailure, type Failure } from '../lib/api/failure.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { titleOf, useFailureTexts } from '../ui/texts/failure.ts'
import { useUiTexts } from '../ui/texts/ui.ts'
import { cn } from '../ui/cn.ts'
import { failureSlot } from './failure-slot.ts'

function subscribe(listener: () => void): () => void {
  failureSlot.changed = listener
  return () => {
    failureSlot.changed = () => {}
  }
}

/**
 * A failed action, below the top bar: above the heading, where it stays in sight while the page is scrolled, or over a
 * page without one.
 */
export function FailureCard({ failure }: { failure: Failure }) {
  const ui = useUiTexts()
  const texts = useFailureTexts()
  const slot = useSyncExternalStore(subscribe, () => failureSlot.element)
  const card = (
    <section
      aria-label={titleOf(texts, failure.action)}
      data-print="hide"
      className={cn(
        'top-16 z-10 flex max-w-130 animate-fade items-start gap-1 rounded-xl border border-line bg-panel pt-4 pr-2 pb-1 pl-4 shadow-float',
        slot === null ? 'fixed inset-x-4 z-30 mx-auto' : 'sticky mb-6',
      )}
    >
      <div className="min-w-0 flex-1">
        <FailureNotice failure={failure} />
      </div>
      <IconButton label={ui.close} size="sm" tooltip={false} onClick={clearFailure}>
        <X />
      </IconButton>
    </section>
  )
  return slot === null ? card : createPortal(card, slot)
}
