import { CheckCheck, Link2Off } from 'lucide-react'
import type { View } from '../api/recipient.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useRecipientTexts } from '../texts/recipient.ts'
import { actOf } from '../words.ts'
import type { NewRecipient } from './delegate-modal.tsx'

const card = 'mx-auto my-auto w-full max-w-112'

/** The same page for a token that is unknown, and for a request that ended in any other way. */
export function Gone() {
  const { gone } = useRecipientTexts()
  return (
    <Card className={card}>
      <EmptyState icon={<Link2Off />} tone="warning" title={gone.title} level={1} wide>
        {gone.text}
      </EmptyState>
    </Card>
  )
}

/** They have filled their fields, and others have to fill or sign first. */
export function Early({ view }: { view: View }) {
  const { early } = useRecipientTexts()
  return (
    <Card className={card}>
      <EmptyState icon={<CheckCheck />} tone="success" title={early.title} level={1} wide>
        {early.text(view.recipient.email)}
      </EmptyState>
    </Card>
  )
}

/** What the recipient has just done, after which their link no longer opens. */
export type Ending = { view: View; next: NewRecipient | null }

export function Ended({ ending: { view, next } }: { ending: Ending }) {
  const { declined, delegated } = useRecipientTexts()
  return (
    <Card className={card}>
      <EmptyState
        icon={<CheckCheck />}
        tone="success"
        level={1}
        wide
        title={next === null ? declined.title[actOf(view.recipient.rol)] : delegated.title(next.nombre)}
      >
        {next === null ? declined.text(view.asked_by) : delegated.text(next.email)}
      </EmptyState>
    </Card>
  )
}
