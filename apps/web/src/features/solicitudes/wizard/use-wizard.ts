import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { useCallback, useState } from 'react'
import { useDraft } from '../../../lib/session/draft.ts'
import { useWizardTexts } from '../texts/wizard.ts'
import { checkFile, fileLimit } from './check-file.ts'
import { filesOf, newDraft, partiesOf, type Draft, type DraftParty } from './draft.ts'
import { noErrors, type WizardErrors } from './map-problem.ts'
import { useSendDraft } from './use-send-draft.ts'
import { useWizardFiles } from './use-wizard-files.ts'

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** State of the wizard: draft, files, errors and submission. */
export function useWizard() {
  const wizard = useWizardTexts()
  const [draft, setDraft, clearDraft] = useDraft<Draft>('wizard-2', useState(newDraft)[0])
  const [errors, setErrors] = useState<WizardErrors>(noErrors)
  const [notice, setNotice] = useState<string | null>(null)
  const update = useCallback(
    (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change, savedAt: Date.now() })),
    [setDraft],
  )
  const { files, ...arranging } = useWizardFiles({ draft, update, setErrors, setNotice })
  const submission = useSendDraft({ draft, setDraft, clearDraft, files, setErrors })

  /** Why a file cannot be sent; null if it can. */
  const faultOf = (id: string): string | null => {
    const file = files?.get(id)
    if (files !== null && file === undefined) return wizard.lost
    const fault = file === undefined ? null : checkFile(file)
    return fault === null ? (errors.files[id] ?? null) : wizard.faults[fault](fileLimit)
  }
  const faultyFiles = filesOf(draft).filter((file) => faultOf(file.id) !== null).length

  const partyFault = ({ nombre, rol, email }: DraftParty): string | null => {
    if (nombre.trim() === '') return wizard.nameMissing
    if (rol.trim() === '') return wizard.roleMissing
    return email.trim() !== '' && !emailShape.test(email.trim()) ? wizard.emailWrong : null
  }

  /** Validates a step and shows its errors; true if it is valid. */
  const checkStep = (step: number): boolean => {
    if (step === 0) {
      const missing = draft.titulo.trim() === ''
      setErrors((before) => ({ ...before, titulo: missing ? wizard.caseTitleMissing : undefined }))
      return !missing
    }
    if (step === 1) {
      const reading = files === null ? wizard.filesReading : null
      setNotice(draft.requests.length === 0 ? wizard.filesMissing : reading)
      return draft.requests.length > 0 && faultyFiles === 0 && files !== null
    }
    if (step === 2) {
      const found = partiesOf(draft).flatMap((party) => {
        const fault = partyFault(party)
        return fault === null ? [] : [[party.key, fault] as const]
      })
      setErrors((before) => ({ ...before, partes: Object.fromEntries(found) }))
      return found.length === 0
    }
    return true
  }

  return {
    draft,
    update,
    ready: files !== null,
    errors,
    notice: files !== null && notice === wizard.filesReading ? null : notice,
    faultyFiles,
    fileOf: (id: string) => files?.get(id),
    faultOf,
    checkStep,
    ...arranging,
    ...submission,
  }
}

export type Wizard = ReturnType<typeof useWizard>

export const isGroup = (result: SolicitudMain | WizardErrors | null): result is SolicitudMain =>
  result !== null && 'id_solicitud_main' in result
