import type { Level } from '@foja/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { Card, CardBody } from '../../../ui/card.tsx'
import { preflightQuery } from '../api/signing.ts'
import type { Outcome } from '../batch/run-batch.ts'
import { PreflightBox } from '../components/preflight-box.tsx'
import type { KeySource } from '../sign-draft.ts'

type Props = { source: KeySource; level: Level; outcomes: ReadonlyMap<string, Outcome> }

/** How other verifiers judge the new signatures: the pre-flight of their certificate. A key sent along is not kept. */
export function HowSeen({ source, level, outcomes }: Props) {
  const key = [...outcomes.values()].find((outcome) => outcome.state === 'signed')?.key
  const known = source === 'stored' || key !== undefined
  const { data, isError, refetch } = useQuery({ ...preflightQuery({ level, ...key }, ''), enabled: known })
  if (!known) return null
  return (
    <Card>
      <CardBody>
        <PreflightBox lines={data?.lines} failed={isError} onRetry={() => void refetch()} />
      </CardBody>
    </Card>
  )
}
