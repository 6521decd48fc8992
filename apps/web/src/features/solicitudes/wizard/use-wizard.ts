import type { Problem } from '@foja/contracts/problem'
import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { createId } from '@foja/contracts/ids'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useWizardTexts } from '../texts/wizard.ts'
import { useClientState } from '../../../lib/session/client-state.tsx'
import { useDraft } from '../../../lib/session/draft.ts'
import { readFiles, removeFiles, writeFiles } from '../../../lib/files/file-store.ts'
import { readUpload, type UploadProgress } from '../../../lib/api/upload.ts'
import { createSolicitudMain } from '../api/create-solicitud-main.ts'
import {
  addFiles as withFiles,
  mostInRequest,
  mostRequests,
  removeFile as withoutFile,
  replaceFiles,
  roomFor,
} from './arrange.ts'
import { checkFile, fileLimit, limits } from './check-file.ts'
import {
  filesOf,
  newDraft,
  partiesOf,
  toGroup,
  withNewIds,
  type Draft,
  type DraftParty,
  type DraftRequest,
} from './draft.ts'
import { mapProblem, noErrors, type WizardErrors } from './map-problem.ts'

export type Sending =
  | { state: 'idle' }
  | { state: 'sending'; progress: UploadProgress | null }
  | { state: 'unanswered' }
  | { state: 'id-in-use' }

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** State of the wizard: draft, files, errors and submission. */
export function useWizard() {
  const wizard = useWizardTexts()
  const { addGroup } = useClientState()
  const queries = useQueryClient()
  const [draft, setDraft, clearDraft] = useDraft<Draft>('wizard-2', useState(newDraft)[0])
  const [files, setFiles] = useState<ReadonlyMap<string, File> | null>(null)
  const [kept, setKept] = useState(true)
  const [errors, setErrors] = useState<WizardErrors>(noErrors)
  const [notice, setNotice] = useState<string | null>(null)
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const stop = useRef<AbortController | null>(null)
  const key = draft.id_solicitud_main

  useEffect(() => {
    let here = true
    void readFiles(key).then((found) => here && setFiles((known) => known ?? found))
    return () => {
      here = false
    }
  }, [key])

  const update = useCallback(
    (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change, savedAt: Date.now() })),
    [setDraft],
  )

  const keep = (next: ReadonlyMap<string, File>) => {
    setFiles(next)
    void writeFiles(key, next).then(setKept)
  }

  const setRequests = (requests: DraftRequest[]) => {
    setNotice(null)
    update({ requests })
  }

  /** `into`: the request that gets the files as attachments. */
  const addFiles = (chosen: readonly File[], into?: string) => {
    const known = new Set(filesOf(draft).map((file) => `${file.name}/${file.size}`))
    const fresh = chosen.filter((file) => !known.has(`${file.name}/${file.size}`))
    const added = fresh.slice(0, roomFor(draft.requests, into)).map((file) => ({ file, id: createId() }))
    const repeated = chosen.find((file) => known.has(`${file.name}/${file.size}`))
    keep(new Map([...(files ?? []), ...added.map(({ file, id }) => [id, file] as const)]))
    const more = added.map(({ file, id }) => ({ id, name: file.name, size: file.size }))
    update({ requests: withFiles(draft.requests, more, into) })
    setNotice(
      fresh.length > added.length
        ? wizard.tooMany(limits.files, mostRequests, mostInRequest)
        : repeated === undefined
          ? null
          : wizard.repeated(repeated.name),
    )
  }

  /** Restores a file lost by a reload, or replaces it. */
  const replaceFile = (id: string, file: File) => {
    keep(new Map(files).set(id, file))
    dropError(id)
    setRequests(
      draft.requests.map((request) => ({
        ...request,
        files: request.files.map((one) => (one.id === id ? { ...one, name: file.name, size: file.size } : one)),
      })),
    )
  }

  /** Replaces several files by one PDF made of images. */
  const joinFiles = (ids: readonly string[], file: File) => {
    const id = createId()
    const next = new Map(files)
    for (const old of ids) next.delete(old)
    keep(next.set(id, file))
    setRequests(replaceFiles(draft.requests, new Set(ids), { id, name: file.name, size: file.size }))
  }

  const dropError = (id: string) =>
    setErrors((before) => {
      const { [id]: _gone, ...rest } = before.files
      return { ...before, files: rest }
    })

  const removeFile = (id: string) => {
    const next = new Map(files)
    next.delete(id)
    keep(next)
    dropError(id)
    setNotice(null)
    update({ requests: withoutFile(draft.requests, id) })
  }

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

  const finish = async () => {
    clearDraft()
    await removeFiles(key)
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['solicitudes'] }),
      queries.invalidateQueries({ queryKey: ['metrics'] }),
    ])
  }

  /** Submits the draft. Resolves to the created group, to errors, or to null if it can be retried unchanged. */
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
      await finish()
      return reply.data as SolicitudMain
    }
    const problem = reply.data as Problem
    setSending({ state: problem.code === 'id_in_use' ? 'id-in-use' : 'idle' })
    if (problem.code === 'id_in_use') return null
    const mapped = mapProblem(problem, sent)
    setErrors(mapped)
    return mapped
  }

  const sendAsNew = () => {
    const next = withNewIds(draft)
    const result = send(next)
    void removeFiles(key)
    if (files !== null) void writeFiles(next.id_solicitud_main, files)
    setDraft(next)
    return result
  }

  const discard = async () => {
    clearDraft()
    await removeFiles(key)
  }

  return {
    draft,
    update,
    ready: files !== null,
    kept,
    errors,
    notice: files !== null && notice === wizard.filesReading ? null : notice,
    sending,
    faultyFiles,
    fileOf: (id: string) => files?.get(id),
    setRequests,
    addFiles,
    replaceFile,
    joinFiles,
    removeFile,
    faultOf,
    checkStep,
    send,
    sendAsNew,
    stop: () => stop.current?.abort(),
    discard,
  }
}

export type Wizard = ReturnType<typeof useWizard>

export const isGroup = (result: SolicitudMain | WizardErrors | null): result is SolicitudMain =>
  result !== null && 'id_solicitud_main' in result
