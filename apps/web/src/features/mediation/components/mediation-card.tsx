import type { Document } from '@foja/contracts/documents'
import type { MediationStatus } from '@foja/contracts/states'
import { Handshake } from 'lucide-react'
import type { ReactNode } from 'react'
import { commonStatus, settledOf } from '../../../shared/common-status.ts'
import { useMediationTexts } from '../texts/mediation.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'

const tones: Record<MediationStatus, Tone> = {
  sin_iniciar: 'neutral',
  en_proceso: 'warning',
  acuerdo_total: 'success',
  acuerdo_parcial: 'warning',
  sin_acuerdo: 'error',
  no_realizada: 'neutral',
}

type Props = {
  documents: readonly Document[]
  /** The user may record a result of at least one document. */
  mayRegister: boolean
  onRegister: () => void
  /** Date, place and assignee, with their controls. */
  children: ReactNode
}

/** The mediation of a case: when and where, how many documents have a result, and a button to record one. */
export function MediationCard({ documents, mayRegister, onRegister, children }: Props) {
  const mediation = useMediationTexts()
  const domain = useDomainTexts()
  const status = commonStatus(documents)
  const settled = settledOf(documents)
  return (
    <Card aria-labelledby="mediation-title">
      <CardHeader
        title={mediation.title}
        titleId="mediation-title"
        action={
          documents.length === 0 ? undefined : (
            <Badge variant={status === null ? 'primary' : tones[status]} dot>
              {status === null ? mediation.mixed : domain.mediation[status]}
            </Badge>
          )
        }
      />
      <CardBody className="flex flex-col gap-4">
        {children}
        {documents.length > 0 && (
          <div>
            <p className="mb-2 flex justify-between text-small text-ink-muted">
              {mediation.results}
              <span className="figures">{mediation.resultsOf(settled, documents.length)}</span>
            </p>
            <Progress label={mediation.results} value={settled} max={documents.length} />
          </div>
        )}
        {mayRegister && (
          <Button block icon={<Handshake />} onClick={onRegister} data-print="hide">
            {mediation.register}
          </Button>
        )}
      </CardBody>
    </Card>
  )
}
