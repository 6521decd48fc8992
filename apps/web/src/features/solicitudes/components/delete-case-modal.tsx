import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { recycleDays } from '@foja/contracts/constants'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { toastError } from '../../../shared/use-toast-mutation.ts'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { deleteSolicitud, restoreSolicitud } from '../api/solicitudes.ts'
import { useApply } from '../use-apply.ts'
import { useCaseFileTexts } from '../texts/case-file.ts'
import { FormModal } from '../../../ui/form-modal.tsx'

type Props = {
  solicitud: SolicitudDetails
  onClose: () => void
  /** Leaves the page of the deleted case file; awaited before its queries are removed. */
  onDeleted: () => Promise<void>
}

/** Confirms the deletion of a case file, with a reason once it was sent, and offers to undo it. */
export function DeleteCaseModal({ solicitud, onClose, onDeleted }: Props) {
  const caseFile = useCaseFileTexts()
  const caseForms = useCaseFormsTexts()
  const domain = useDomainTexts()
  const ui = useUiTexts()
  const queries = useQueryClient()
  const apply = useApply()
  const { id_solicitud_main: id, titulo, solicitudes } = solicitud.solicitud_main
  const [motivo, setMotivo, clear] = useDraft(`delete-${id}`, '')
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const needsReason = solicitudes.some(({ status }) => status !== 'pendiente')
  const missing = needsReason && motivo.trim() === ''
  const undo = async () => {
    try {
      await restoreSolicitud(id)
      toast.success(caseFile.caseRestored)
    } catch (failure) {
      toastError(failure, domain.tryAgainLater)
    }
    void invalidate(queries, queryKeys.deletedCases())
    await apply()
  }
  const submit = async () => {
    setShown(true)
    if (missing) return
    setBusy(true)
    setError(null)
    try {
      await deleteSolicitud({ id_solicitud_main: id, ...(needsReason ? { motivo: motivo.trim() } : {}) })
    } catch (failure) {
      if (isUnreported(failure)) setError(problemOf(failure)?.detail ?? domain.tryAgainLater)
      setBusy(false)
      return
    }
    clear()
    toast.success(caseFile.caseDeleted, { action: { label: ui.undo, onClick: () => void undo() } })
    await onDeleted()
    for (const one of solicitudes) queries.removeQueries({ queryKey: queryKeys.solicitud(one.id_solicitud) })
    void invalidate(queries, queryKeys.deletedCases())
    await apply()
  }
  return (
    <FormModal
      busy={busy}
      variant="danger"
      title={caseFile.deleteTitle(titulo)}
      description={caseFile.deleteCaseText(solicitudes.length, recycleDays)}
      submit={caseFile.deleteCase}
      failure={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {needsReason && (
        <Field
          label={caseForms.return.reason}
          error={shown && missing ? caseFile.deleteReasonMissing : undefined}
          required
        >
          <Textarea maxLength={1000} value={motivo} onChange={(event) => setMotivo(event.target.value)} />
        </Field>
      )}
    </FormModal>
  )
}
