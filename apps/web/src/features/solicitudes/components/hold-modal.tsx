import type { holdCase, readCaseHold } from '@foja/contracts/privacy'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { getQuery } from '../../../lib/api/get-query.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useHoldTexts } from '../texts/hold.ts'
import { useApply } from '../use-apply.ts'

const holdQuery = (id: string) =>
  getQuery<typeof readCaseHold>(queryKeys.caseHold(id), '/api/v1/case_hold/{id}/', { params: { id } })

/** Holds a case file with a reason, or releases it. */
export function HoldModal({ solicitud, onClose }: { solicitud: SolicitudDetails; onClose: () => void }) {
  const texts = useHoldTexts()
  const { date } = useFormat()
  const queries = useQueryClient()
  const apply = useApply()
  const { id_solicitud } = solicitud
  const { data, isLoadingError, error, refetch } = useQuery({ ...holdQuery(id_solicitud), staleTime: 0 })
  const [motivo, setMotivo, clear] = useDraft(`hold-${id_solicitud}`, '')
  const [shown, setShown] = useState(false)
  const held = data?.hold ?? null
  const missing = motivo.trim() === ''
  const change = useToastMutation({
    mutationFn: (retener: boolean) =>
      call<typeof holdCase>('POST', '/api/v1/hold_case/', {
        body: { id_solicitud, retener, ...(retener ? { motivo: motivo.trim() } : {}) },
      }),
    onSuccess: async (next, retener) => {
      clear()
      queries.setQueryData(holdQuery(id_solicitud).queryKey, next)
      toast.success(retener ? texts.done : texts.released)
      onClose()
      await apply()
    },
  })
  const submit = () => {
    if (data === undefined) return
    setShown(true)
    if (held === null && missing) return
    change.mutate(held === null)
  }
  return (
    <FormModal
      busy={change.isPending}
      title={held === null ? texts.title : texts.heldTitle}
      description={held === null ? texts.text : texts.by(held.by, date(held.at))}
      submit={held === null ? texts.submit : texts.release}
      disabled={data === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonList rows={1} />
      ) : held === null ? (
        <Field label={texts.reason} error={shown && missing ? texts.reasonMissing : undefined} required>
          <Textarea maxLength={500} value={motivo} onChange={(event) => setMotivo(event.target.value)} />
        </Field>
      ) : (
        <p className="wrap-anywhere">{held.motivo}</p>
      )}
    </FormModal>
  )
}
