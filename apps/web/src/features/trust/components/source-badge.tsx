import type { Authority } from '@foja/contracts/authorities'
import { BadgeCheck, Check, CircleAlert } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTrustTexts } from '../texts/trust.ts'
import { Badge } from '../../../ui/badge.tsx'

type Props = { authority: Pick<Authority, 'confidence' | 'publisher' | 'sources'> }

/** Confidence that a certificate belongs to the authority. */
export function SourceBadge({ authority: { confidence, publisher, sources } }: Props) {
  const trust = useTrustTexts()
  const { plural } = useFormat()
  if (confidence === 'confirmed') {
    return (
      <Badge variant="success" icon={<Check />}>
        {plural(sources, trust.sources)}
      </Badge>
    )
  }
  if (confidence === 'one_publisher') return <Badge icon={<BadgeCheck />}>{publisher ?? trust.onePublisher}</Badge>
  return (
    <Badge variant="warning" icon={<CircleAlert />}>
      {plural(sources, trust.sources)}
    </Badge>
  )
}
