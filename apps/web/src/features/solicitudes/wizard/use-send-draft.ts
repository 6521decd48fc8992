import type { Problem } from '@foja/contracts/problem'
import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readUpload, type UploadProgress } from '../../../lib/api/upload.ts'
import { removeFiles, writeFiles } from '../../../lib/files/file-store.ts'
import { useClientState } from '../../../lib/session/client-state.tsx'
import { createSolicitudMain } from '../api/create-solicitud-main.ts'
import { filesOf, toGroup, withNewIds, type Draft } from './draft.ts'
import { mapProblem, noErrors, type WizardErrors } from './map-problem.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'

export type Sending =
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
export function useSendDraft({ draft, setDraft, clearDraft, files, setErrors }: Options) {
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
      setSending({ state: controller.signal.aborted ? 'idle' : 'unanswered' })
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
