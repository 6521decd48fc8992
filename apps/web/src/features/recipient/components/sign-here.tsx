import { Signature } from 'lucide-react'
import { toPercent } from '../../../lib/files/geometry.ts'
import type { PageOf } from '../../../shared/page-image.tsx'
import type { RecipientDocument } from '../api/recipient.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import { signingPageOf } from '../words.ts'

/** Marks where the recipient signs. Like paper: light in both modes. */
export function SignHere({ document, page }: { document: RecipientDocument; page: PageOf }) {
  const texts = useRecipientTexts()
  const { position } = document
  if (position === null || signingPageOf(document) !== page.page) return null
  const { left, top, width, height } = toPercent(position, page)
  return (
    <span
      data-sign-here
      data-mode="light"
      data-print="hide"
      style={{
        left: `${left}%`,
        top: `${top}%`,
        width: `${width}%`,
        height: `${height}%`,
        containerType: 'size',
      }}
      className="pointer-events-none absolute flex items-center justify-center overflow-hidden rounded-sm border-2 border-dashed border-gold-ink bg-soft-primary/70 font-semibold text-on-soft-primary"
    >
      <span
        className="flex items-center gap-[0.4em] leading-none whitespace-nowrap"
        style={{ fontSize: 'clamp(0.6875rem, min(11cqw, 40cqh), 1rem)' }}
      >
        <Signature aria-hidden className="size-[1.2em]" />
        {texts.signHere}
      </span>
    </span>
  )
}

/** Scrolls to the place, which may be on a page far below. */
export function showSignHere(): void {
  document.querySelector('[data-sign-here]')?.scrollIntoView({ block: 'center', inline: 'center' })
}
