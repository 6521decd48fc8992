import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { useCallback, useState, useRef } from 'react'
import type { Problem } from '@foja/contracts/problem'
import { useQueryClient } from '@tanstack/react-query'
import { useDraft } from '../../../lib/session/draft.ts'
import { useUnlockTexts } from '../../../shared/texts/unlock.ts'
import { useWizardTexts } from '../texts/wizard.ts'
import { checkFile, fileLimit } from './check-file.ts'
import { faultsOfParty, filesOf, newDraft, partiesOf, type Draft, toGroup, withNewIds } from './draft.ts'
import { noErrors, type WizardErrors, mapProblem } from './map-problem.ts'
import { useWizardFiles } from './use-wizard-files.ts'
import { isRecorded } from '../../../lib/api/failure.ts'
import { readUpload, type UploadProgress } from '../../../lib/api/upload.ts'
import { removeFiles, writeFiles } from '../../../lib/files/file-store.ts'
import { useClientState } from '../../../lib/session/client-state.tsx'
import { createSolicitudMain } from '../api/send-files.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'

type Sending =
  | { state: 'idle' }
  | { state: 'sending'; progress: UploadProgress | null }
  | { state: 'unanswered' }
  | { state: 'id-in-use' }

type Options = {
  draft: Draft
  setDraft: (draft: Draft) => void
  clearDraft: () => void
  files: ReadonlyMap<string, File> | null
  setErrors: (errors: WizardErrors) => void
}

/** Submits the draft with its files, and deletes both afterwards. */
function useSendDraft({ draft, setDraft, clearDraft, files, setErrors }: Options) {
  const { addGroup } = useClientState()
  const queries = useQueryClient()
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const stop = useRef<AbortController | null>(null)

  const discard = async () => {
    clearDraft()
    await removeFiles(draft.id_solicitud_main)
  }

  /** Resolves to the created group, to errors, or to null if it can be retried unchanged. */
  const send = async (sent: Draft = draft): Promise<SolicitudMain | WizardErrors | null> => {
    const bodies = filesOf(sent).flatMap(({ id }) => files?.get(id) ?? [])
    const controller = new AbortController()
    stop.current = controller
    setSending({ state: 'sending', progress: null })
    setErrors(noErrors)
    const reply = await addGroup(toGroup(sent), async (group) => {
      const { signal } = controller
      const onProgress = (progress: UploadProgress) => setSending({ state: 'sending', progress })
      const answer = await createSolicitudMain(group, bodies, { signal, onProgress })
      return answer === undefined ? undefined : readUpload(answer)
    })
    if (reply === undefined) {
      setSending({ state: controller.signal.aborted || isRecorded('list_solicitud_main_type') ? 'idle' : 'unanswered' })
      return null
    }
    if (reply.status === 200 || reply.status === 201) {
      await discard()
      await invalidate(queries, queryKeys.solicitudes(), queryKeys.metrics())
      return reply.data as SolicitudMain
    }
    const problem = reply.data as Problem
    setSending({ state: problem.code === 'id_in_use' ? 'id-in-use' : 'idle' })
    if (problem.code === 'id_in_use') return null
    const mapped = mapProblem(problem, sent)
    setErrors(mapped)
    return mapped
  }

  return {
    sending,
    send,
    /** Submits the draft under new ids. */
    sendAsNew: () => {
      const next = withNewIds(draft)
      const result = send(next)
      void removeFiles(draft.id_solicitud_main)
      if (files !== null) void writeFiles(next.id_solicitud_main, files)
      setDraft(next)
      return result
    },
    stop: () => stop.current?.abort(),
    discard,
  }
}

/** State of the wizard: draft, files, errors and submission. */
export function useWizard() {
  const wizard = useWizardTexts()
  const unlock = useUnlockTexts()
  const [draft, setDraft, clearDraft] = useDraft<Draft>('wizard-2', useState(newDraft)[0])
  const [errors, setErrors] = useState<WizardErrors>(noErrors)
  const [notice, setNotice] = useState<string | null>(null)
  const update = useCallback(
    (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change, savedAt: Date.now() })),
    [setDraft],
  )
  const { files, locked, ...arranging } = useWizardFiles({ draft, update, setErrors, setNotice })
  const submission = useSendDraft({ draft, setDraft, clearDraft, files, setErrors })

  /** Why a file cannot be sent; null if it can. */
  const faultOf = (id: string): string | null => {
    const file = files?.get(id)
    if (files !== null && file === undefined) return wizard.lost
    if (locked.has(id)) return unlock.needed
    const fault = file === undefined ? null : checkFile(file)
    return fault === null ? (errors.files[id] ?? null) : wizard.faults[fault](fileLimit)
  }
  const faultyFiles = filesOf(draft).filter((file) => faultOf(file.id) !== null).length

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
        const faults = faultsOfParty(party, wizard)
        return Object.keys(faults).length === 0 ? [] : [[party.key, faults] as const]
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
    isLocked: (id: string) => locked.has(id),
    checkStep,
    ...arranging,
    ...submission,
  }
}

export type Wizard = ReturnType<typeof useWizard>

export const isGroup = (result: SolicitudMain | WizardErrors | null): result is SolicitudMain =>
  result !== null && 'id_solicitud_main' in result
