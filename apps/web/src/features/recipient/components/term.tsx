import { CalendarClock } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import type { View } from '../api/recipient.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import { timeLeft } from '../words.ts'

/** Until when. */
export function Term({ view, boxed = false }: { view: View; boxed?: boolean }) {
  const texts = useRecipientTexts()
  const format = useFormat()
  return (
    <div
      className={boxed ? 'flex items-start gap-3 rounded-lg border border-line bg-canvas px-4 py-3' : 'flex gap-2.5'}
    >
      <CalendarClock aria-hidden className="mt-0.5 size-4.5 text-gold-ink" />
      <p>
        <span className={boxed ? 'block font-semibold' : ''}>{texts.until(format.dayDate(view.expires_at))}</span>
        {boxed && <span className="text-small text-ink-muted">{timeLeft(view.expires_at, texts, format)}</span>}
      </p>
    </div>
  )
}

/** What the sender wrote. */
export function Message({ view }: { view: View }) {
  if (view.mensaje === null || view.mensaje === '') return null
  return (
    <div className="flex items-start gap-3">
      <Avatar name={view.asked_by} size="lg" silent className="size-8!" />
      <blockquote className="min-w-0 flex-1 pt-1.5 whitespace-pre-line wrap-anywhere text-ink-muted">
        «{view.mensaje}»
      </blockquote>
    </div>
  )
}
