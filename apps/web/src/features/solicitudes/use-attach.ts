import { useRef, useState } from 'react'
import { useCaseFileTexts } from './texts/case-file.ts'
import { problemOf } from '../../lib/api/call.ts'
import { toast } from '../../ui/toast-store.ts'
import type { UploadProgress } from '../../lib/api/upload.ts'
import { checkFile, fileLimit } from './wizard/check-file.ts'
import { useFetchAhead } from '../../ui/lazy-part.ts'
import { useApply } from './use-apply.ts'

/** Maximum number of files per call. */
const mostAttached = 20

/** The code that uploads: fetched once the page has loaded. */
const loadSending = async () => await import('./api/send-files.ts')
const sending = { fetchAhead: () => void loadSending().catch(() => {}) }

export type Attaching = {
  files: readonly File[]
  /** Idempotency key, reused by a retry so that nothing is added twice. */
  key: string
  progress: UploadProgress | null
  /** The error in words. */
  error: string | null
}

/** Adds files to an existing request, with progress, cancel and retry. */
export function useAttach(idSolicitud: string) {
  const caseFile = useCaseFileTexts()
  const apply = useApply()
  const [now, setNow] = useState<Attaching | null>(null)
  const stop = useRef<AbortController | null>(null)
  useFetchAhead(sending)

  const run = async (files: readonly File[], key: string) => {
    const controller = new AbortController()
    stop.current = controller
    setNow({ files, key, progress: null, error: null })
    try {
      const { signal } = controller
      const onProgress = (progress: UploadProgress) => setNow({ files, key, progress, error: null })
      const { uploadDocument } = await loadSending()
      const { documents } = await uploadDocument(files, idSolicitud, key, { signal, onProgress })
      setNow(null)
      toast.success(caseFile.attached(documents.length))
      await apply()
    } catch (error) {
      if (controller.signal.aborted) setNow(null)
      else setNow({ files, key, progress: null, error: problemOf(error)?.detail ?? caseFile.attachFailed })
    }
  }

  /** Invalid files are reported; the others are uploaded. */
  const attach = (chosen: readonly File[]) => {
    const fine = chosen.filter((file) => checkFile(file) === null)
    const wrong = chosen.find((file) => checkFile(file) !== null)
    const fault = wrong === undefined ? null : checkFile(wrong)
    if (wrong !== undefined && fault !== null) toast.error(caseFile.faults[fault](wrong.name, fileLimit))
    if (fine.length > mostAttached) toast.warning(caseFile.tooMany(mostAttached))
    if (fine.length > 0) void run(fine.slice(0, mostAttached), crypto.randomUUID())
  }

  return {
    now,
    attach,
    retry: () => now !== null && void run(now.files, now.key),
    stop: () => stop.current?.abort(),
    dismiss: () => setNow(null),
  }
}
