import type { Solicitud } from '@foja/contracts/solicitudes'
import { useState } from 'react'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { Alert } from '../../../ui/alert.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useApply } from '../use-apply.ts'

type Failure = { stale: boolean; code: string | null; text: string }

/** Runs a status change, without double submission, and translates its errors. */
export function useStep(done: string, onDone: () => void) {
  const domain = useDomainTexts()
  const apply = useApply()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = async (step: () => Promise<Solicitud>) => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await apply(await step())
      toast.success(done)
      onDone()
    } catch (error) {
      const problem = problemOf(error)
      const stale = problem?.code === 'stale_version'
      // The next confirmation must be based on the current state.
      if (stale || problem?.code === 'transition_not_allowed') await apply()
      if (isUnreported(error))
        setFailure({ stale, code: problem?.code ?? null, text: problem?.detail ?? domain.tryAgainLater })
    }
    setBusy(false)
  }
  return { run, busy, failure }
}

/** Why an action failed; after a conflict, that the page now shows the current state. */
export function StepFailure({ failure }: { failure: Failure | null }) {
  const caseForms = useCaseFormsTexts()
  if (failure === null) return null
  return (
    <Alert
      variant={failure.stale ? 'warning' : 'error'}
      title={failure.stale ? caseForms.staleTitle : caseForms.failed}
    >
      {failure.stale ? caseForms.staleText : failure.text}
    </Alert>
  )
}
