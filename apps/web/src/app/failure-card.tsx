import { X } from 'lucide-react'
import { clearFailure, type Failure } from '../lib/api/failure.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { titleOf, useFailureTexts } from '../ui/texts/failure.ts'
import { useUiTexts } from '../ui/texts/ui.ts'

/** A failed action, over the page below the top bar. */
export function FailureCard({ failure }: { failure: Failure }) {
  const ui = useUiTexts()
  const texts = useFailureTexts()
  return (
    <section
      aria-label={titleOf(texts, failure.action)}
      data-print="hide"
      className="fixed inset-x-4 top-16 z-30 mx-auto flex max-w-130 animate-fade items-start gap-1 rounded-xl border border-line bg-panel pt-4 pr-2 pb-1 pl-4 shadow-float"
    >
      <div className="min-w-0 flex-1">
        <FailureNotice failure={failure} />
      </div>
      <IconButton label={ui.close} size="sm" tooltip={false} onClick={clearFailure}>
        <X />
      </IconButton>
    </section>
  )
}
