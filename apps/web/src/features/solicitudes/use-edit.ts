import type { Solicitud } from '@foja/contracts/solicitudes'
import { useState } from 'react'
import { useCaseFormsTexts } from '../../shared/texts/case-forms.ts'
import { useDomainTexts } from '../../shared/texts/domain.ts'
import { isUnreported, problemOf } from '../../lib/api/call.ts'
import { useDraft } from '../../lib/session/draft.ts'
import { toast } from '../../ui/toast-store.ts'
import { updateSolicitud, type SolicitudChange } from './api/solicitudes.ts'
import { faultOfDate } from './appointment.ts'
import { errorsOf, fromForm, toForm, wrongParties, type EditErrors, type EditForm } from './edit-form.ts'
import { changedFields, editableOf, mergedOf, wireChange, type Editable, type Picks } from './merge.ts'
import { useApply } from './use-apply.ts'

type Draft = { base: Editable; version: number; form: EditForm }
export type Conflict = { base: Editable; mine: Editable; theirs: Solicitud }

const isSolicitud = (value: unknown): value is Solicitud =>
  typeof value === 'object' && value !== null && 'version' in value && 'titulo' in value

const noErrors: EditErrors = { partes: {} }

/** Form state of a request, kept as a draft in the tab; after a conflict, the versions to merge. */
export function useEdit(solicitud: Solicitud, onDone: () => void) {
  const caseForms = useCaseFormsTexts()
  const domain = useDomainTexts()
  const apply = useApply()
  const fresh = { base: editableOf(solicitud), version: solicitud.version }
  const [draft, setDraft, clearDraft] = useDraft<Draft>(
    `edit-${solicitud.id_solicitud}`,
    useState({ ...fresh, form: toForm(solicitud) })[0],
  )
  const [kept, setKept] = useState(() => changedFields(draft.base, fromForm(draft.form, draft.base)).length > 0)
  const [errors, setErrors] = useState(noErrors)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [busy, setBusy] = useState(false)
  const { base, form, version } = draft

  const change = (next: Partial<EditForm>) => setDraft((before) => ({ ...before, form: { ...before.form, ...next } }))
  const startAgain = () => {
    setDraft({ ...fresh, form: toForm(solicitud) })
    setKept(false)
    setErrors(noErrors)
  }

  /** Saves the changed fields; a conflict opens the merge. */
  const store = async (
    readAt: number,
    change: Omit<SolicitudChange, 'id_solicitud' | 'version'>,
    whole: Editable,
    was: Editable,
  ) => {
    setBusy(true)
    setErrors(noErrors)
    try {
      const saved = await updateSolicitud({ id_solicitud: solicitud.id_solicitud, version: readAt, ...change })
      clearDraft()
      await apply(saved)
      toast.success(caseForms.edit.saved)
      onDone()
    } catch (error) {
      const problem = problemOf(error)
      if (problem?.code === 'stale_version' && isSolicitud(problem.current)) {
        setConflict({ base: was, mine: whole, theirs: problem.current })
        void apply()
      } else if (isUnreported(error))
        setErrors(problem === null ? { partes: {}, general: domain.tryAgainLater } : errorsOf(problem, form))
    }
    setBusy(false)
  }

  const finish = () => {
    clearDraft()
    toast.info(caseForms.edit.nothing)
    onDone()
  }

  const save = async () => {
    const mine = fromForm(form, base)
    const moved = changedFields(base, mine).includes('fecha_agendada')
    const half = faultOfDate(form.when) === 'dateWrong' ? 'dateWrong' : null
    const fault = half ?? (moved ? faultOfDate(form.when) : null)
    const found: EditErrors = {
      ...(mine.titulo === '' ? { titulo: caseForms.edit.titleMissing } : {}),
      ...(fault === null ? {} : { fecha_agendada: caseForms[fault] }),
      partes: wrongParties(form, caseForms.edit),
    }
    setErrors(found)
    if (Object.keys(found).length > 1 || Object.keys(found.partes).length > 0) return
    const change = wireChange(base, mine)
    if (Object.keys(change).length === 0) finish()
    else await store(version, change, mine, base)
  }

  const saveMerged = async (picks: Picks) => {
    if (conflict === null) return
    const { mine, theirs } = conflict
    const merged = mergedOf(mine, theirs, picks)
    const change = wireChange(theirs, merged)
    if (Object.keys(change).length === 0) finish()
    else await store(theirs.version, change, merged, theirs)
  }

  return { form, change, kept, startAgain, errors, busy, save, conflict, saveMerged }
}

export type Edit = ReturnType<typeof useEdit>
