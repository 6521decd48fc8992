import type { Problem } from '@foja/contracts/problem'
import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { createId } from '@foja/contracts/ids'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'
import { useClientState } from '../../../lib/client-state.tsx'
import { useDraft } from '../../../lib/draft.ts'
import { readFiles, removeFiles, writeFiles } from '../../../lib/file-store.ts'
import { readUpload, type UploadProgress } from '../../../lib/upload.ts'
import { createSolicitudMain } from '../api/create-solicitud-main.ts'
import { checkFile, fileLimit, limits, titleOf } from './check-file.ts'
import { newDraft, partiesOf, toGroup, withNewIds, type Draft, type DraftParty } from './draft.ts'
import { mapProblem, noErrors, type WizardErrors } from './map-problem.ts'

export type Sending =
  | { state: 'idle' }
  | { state: 'sending'; progress: UploadProgress | null }
  | { state: 'unanswered' }
  | { state: 'id-in-use' }

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The draft with its files, what is wrong with it, and how it is sent. */
export function useWizard() {
  const { wizard } = useTexts()
  const { addGroup } = useClientState()
  const queries = useQueryClient()
  const [draft, setDraft, clearDraft] = useDraft<Draft>('wizard', useState(newDraft)[0])
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

  const addFiles = (chosen: readonly File[]) => {
    const known = new Set(draft.files.map((file) => `${file.name}/${file.size}`))
    const fresh = chosen.filter((file) => !known.has(`${file.name}/${file.size}`))
    const room = limits.files - draft.files.length
    const added = fresh.slice(0, Math.max(0, room)).map((file) => ({ file, id: createId() }))
    const next = new Map(files)
    for (const { file, id } of added) next.set(id, file)
    const repeated = chosen.find((file) => known.has(`${file.name}/${file.size}`))
    setNotice(
      fresh.length > added.length
        ? wizard.tooMany(limits.files)
        : repeated === undefined
          ? null
          : wizard.repeated(repeated.name),
    )
    keep(next)
    update({
      files: [
        ...draft.files,
        ...added.map(({ file, id }) => ({ id_solicitud: id, name: file.name, size: file.size, tipo: '' })),
      ],
    })
  }

  /** Puts a file back that a reload lost, or another in its place. */
  const replaceFile = (id: string, file: File) => {
    keep(new Map(files).set(id, file))
    dropError(id)
    update({
      files: draft.files.map((one) => (one.id_solicitud === id ? { ...one, name: file.name, size: file.size } : one)),
    })
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
    update({ files: draft.files.filter((one) => one.id_solicitud !== id) })
  }

  /** What stands in the way of sending a file; null when nothing does. */
  const faultOf = (id: string): string | null => {
    const file = files?.get(id)
    if (files !== null && file === undefined) return wizard.lost
    const fault = file === undefined ? null : checkFile(file)
    return fault === null ? (errors.files[id] ?? null) : wizard.faults[fault](fileLimit)
  }

  const faultyFiles = draft.files.filter((file) => faultOf(file.id_solicitud) !== null).length

  const partyFault = ({ nombre, rol, email }: DraftParty): string | null => {
    if (nombre.trim() === '') return wizard.nameMissing
    if (rol.trim() === '') return wizard.roleMissing
    return email.trim() !== '' && !emailShape.test(email.trim()) ? wizard.emailWrong : null
  }

  /** Checks a step and shows what is wrong; true when one may go on. */
  const checkStep = (step: number): boolean => {
    if (step === 0) {
      const missing = draft.titulo.trim() === ''
      setErrors((before) => ({ ...before, titulo: missing ? wizard.caseTitleMissing : undefined }))
      return !missing
    }
    if (step === 1) {
      setNotice(draft.files.length === 0 ? wizard.filesMissing : null)
      return draft.files.length > 0 && faultyFiles === 0 && files !== null
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

  /** Sends it. Resolves to the created group, to the errors to show, or to null when it can simply be sent again. */
  const send = async (sent: Draft = draft): Promise<SolicitudMain | WizardErrors | null> => {
    const bodies = sent.files.flatMap((_, at) => files?.get(draft.files[at]?.id_solicitud ?? '') ?? [])
    const controller = new AbortController()
    stop.current = controller
    setSending({ state: 'sending', progress: null })
    setErrors(noErrors)
    const reply = await addGroup(toGroup(sent, titleOf), async (group) => {
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
    const moved = new Map(
      next.files.flatMap((file, at) => {
        const body = files?.get(draft.files[at]?.id_solicitud ?? '')
        return body === undefined ? [] : [[file.id_solicitud, body] as const]
      }),
    )
    const result = send(next)
    void removeFiles(key)
    setFiles(moved)
    void writeFiles(next.id_solicitud_main, moved)
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
    notice,
    sending,
    faultyFiles,
    addFiles,
    replaceFile,
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
