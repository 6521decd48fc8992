import type { DocumentRequestStatus } from '@foja/contracts/request-states'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { useDeliveriesTexts } from '../texts/deliveries.ts'

const tones: Record<DocumentRequestStatus, Tone> = {
  abierta: 'info',
  completa: 'success',
  vencida: 'warning',
  anulada: 'neutral',
}

export function DeliveryBadge({ status }: { status: DocumentRequestStatus }) {
  const texts = useDeliveriesTexts()
  return (
    <Badge variant={tones[status]} dot>
      {texts.status[status]}
    </Badge>
  )
}
