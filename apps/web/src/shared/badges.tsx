import type { MediationStatus, SolicitudStatus } from '@foja/contracts/states'
import { Ban, CircleDashed, CircleDot, CircleX, Handshake, Loader } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDomainTexts } from './texts/domain.ts'
import { Badge, IconText, type Tone } from '../ui/badge.tsx'

const statusTones: Record<SolicitudStatus, Tone> = {
  pendiente: 'warning',
  agendado: 'info',
  concluido: 'success',
}

/** The status of a request: a filled pill with a dot. */
export function StatusBadge({ status }: { status: SolicitudStatus }) {
  const domain = useDomainTexts()
  return (
    <Badge variant={statusTones[status]} dot>
      {domain.solicitudStatus[status]}
    </Badge>
  )
}

const mediationLooks: Record<MediationStatus, { icon: ReactNode; tone: Tone }> = {
  sin_iniciar: { icon: <CircleDashed />, tone: 'neutral' },
  en_proceso: { icon: <Loader />, tone: 'warning' },
  acuerdo_total: { icon: <Handshake />, tone: 'success' },
  acuerdo_parcial: { icon: <CircleDot />, tone: 'warning' },
  sin_acuerdo: { icon: <CircleX />, tone: 'error' },
  no_realizada: { icon: <Ban />, tone: 'neutral' },
}

/** The mediation status of a document: an icon with plain text. */
export function MediationText({ status }: { status: MediationStatus }) {
  const domain = useDomainTexts()
  const { icon, tone } = mediationLooks[status]
  return (
    <IconText icon={icon} tone={tone}>
      {domain.mediation[status]}
    </IconText>
  )
}
