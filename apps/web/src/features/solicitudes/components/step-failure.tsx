import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { Alert } from '../../../ui/alert.tsx'
import type { Failure } from '../use-step.ts'

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
