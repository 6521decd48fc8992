import type { Document } from '@foja/contracts/documents'
import type { MediationStatus, SolicitudStatus } from '@foja/contracts/states'
import type { Verdict } from '@foja/contracts/verification'
import { Ban, CircleDashed, CircleDot, CircleX, Handshake, Loader } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat, useTexts } from '../i18n/texts.tsx'
import { Badge, IconText, type Tone } from '../ui/badge.tsx'
import { VerdictBadge, type Verdict as VerdictName } from '../ui/verdict-badge.tsx'

const statusTones: Record<SolicitudStatus, Tone> = {
  pendiente: 'warning',
  agendado: 'info',
  concluido: 'success',
}

/** The status of a request: a filled pill with a dot. */
export function StatusBadge({ status }: { status: SolicitudStatus }) {
  const { domain } = useTexts()
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

/** The mediation of a document: an icon with plain words. */
export function MediationText({ status }: { status: MediationStatus }) {
  const { domain } = useTexts()
  const { icon, tone } = mediationLooks[status]
  return (
    <IconText icon={icon} tone={tone}>
      {domain.mediation[status]}
    </IconText>
  )
}

/** The wire's verdicts in the names of ETSI EN 319 102-1 that the badge speaks. */
const verdictNames: Record<Verdict, VerdictName> = {
  valid: 'passed',
  indeterminate: 'indeterminate',
  invalid: 'failed',
}

/** The worst verdict of a document's signatures. */
export function SignaturesBadge({ signatures }: { signatures: Document['signatures'] }) {
  const { domain } = useTexts()
  const { plural } = useFormat()
  const { count, verdict } = signatures
  if (count === 0 || verdict === null) return <VerdictBadge verdict="none">{domain.signed.none}</VerdictBadge>
  return (
    <VerdictBadge verdict={verdictNames[verdict]}>
      {verdict === 'invalid' ? domain.signed.invalid : plural(count, domain.signed[verdict])}
    </VerdictBadge>
  )
}
