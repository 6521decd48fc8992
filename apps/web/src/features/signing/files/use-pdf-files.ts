import { maxBatch, uploadLimits } from '@foja/contracts/constants'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { problemOf } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { newUuid } from '../../../lib/api/uuid.ts'
import { isPdfFile } from '../../../lib/files/dropped-pdfs.ts'
import { toast } from '../../../ui/toast-store.ts'
import { nullIfMissing, signableById, type Signable } from '../api/signable.ts'
import { useSignFilesTexts } from '../texts/sign-files.ts'

/** The file size limit in words: MB of 1,048,576 bytes. */
export const sizeLimit = `${Math.round(uploadLimits.bytesPerFile / 1024 / 1024)} MB`

/** A file that is not stored yet. `key`: its idempotency key, reused by a retry. */
type Sending = { key: string; file: File; share: number; error: string | null; locked?: boolean }

/** A row of the list: a stored document, one that cannot be signed, or a file on its way. */
export type PdfFile =
  | { state: 'ready'; key: string; name: string; document: Signable }
  | { state: 'loading'; key: string; name: string }
  | { state: 'sending'; key: string; name: string; share: number }
  | { state: 'failed'; key: string; name: string; error: string; retry: boolean }
  /** The file asks for a password. */
  | { state: 'locked'; key: string; name: string; file: File }

/**
 * The PDFs to sign: those of the address, and files that are uploaded one after the other and join them. A reload keeps
 * what was stored.
 */
export function usePdfFiles(ids: readonly string[], onIds: (change: (ids: readonly string[]) => string[]) => void) {
  const texts = useSignFilesTexts()
  const queries = useQueryClient()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const stop = useRef(new Map<string, AbortController>())
  const queue = useRef<Promise<void>>(Promise.resolve())
  const stored = useQuery({
    queryKey: queryKeys.signable('named', ids),
    // null: missing, or not of the caller. `useQueries` would bring every page its code.
    queryFn: async () =>
      new Map(
        await Promise.all(
          ids.map(async (id) => [id, await nullIfMissing(queries.fetchQuery(signableById(id)))] as const),
        ),
      ),
    placeholderData: keepPreviousData,
  })

  useEffect(() => {
    const controllers = stop.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const change = useCallback(
    (key: string, next: Partial<Sending>) =>
      setSending((before) => before.map((one) => (one.key === key ? { ...one, ...next } : one))),
    [],
  )

  const send = useCallback(
    async ({ key, file }: Sending) => {
      const controller = stop.current.get(key)
      if (controller === undefined || controller.signal.aborted) return
      try {
        const onProgress = ({ loaded, total }: { loaded: number; total: number }) =>
          change(key, { share: total === 0 ? 0 : loaded / total })
        const { uploadPdf } = await import('../api/pdf-files.ts')
        const document = await uploadPdf(file, key, { signal: controller.signal, onProgress })
        queries.setQueryData(signableById(document.id_documento).queryKey, document)
        setSending((before) => before.filter((one) => one.key !== key))
        onIds((before) => [...before, document.id_documento])
      } catch (error) {
        if (controller.signal.aborted) return
        const problem = problemOf(error)
        change(key, { error: problem?.detail ?? texts.notSent, locked: problem?.code === 'pdf_encrypted' })
      }
    },
    [change, onIds, queries, texts],
  )

  const enqueue = useCallback(
    (one: Sending) => {
      stop.current.set(one.key, new AbortController())
      queue.current = queue.current.then(() => send(one))
    },
    [send],
  )

  const fault = useCallback(
    ({ size }: File): string | null =>
      size === 0 ? texts.empty : size > uploadLimits.bytesPerFile ? texts.tooLarge(sizeLimit) : null,
    [texts],
  )

  const room = maxBatch - ids.length - sending.length
  const add = useCallback(
    (files: readonly File[]) => {
      const pdfs = files.filter(isPdfFile)
      if (pdfs.length < files.length) toast.error(texts.onlyPdf)
      if (pdfs.length > room) toast.warning(texts.tooMany)
      const chosen = pdfs
        .slice(0, Math.max(0, room))
        .map((file) => ({ key: newUuid(), file, share: 0, error: fault(file) }))
      setSending((before) => [...before, ...chosen])
      for (const one of chosen) if (one.error === null) enqueue(one)
    },
    [enqueue, fault, room, texts],
  )

  const ofStored = (id: string): PdfFile => {
    // After a failure, those that were loaded.
    const data = stored.data === undefined ? queries.getQueryData(signableById(id).queryKey) : stored.data.get(id)
    if (data === null) return { state: 'failed', key: id, name: '…', error: texts.notFound, retry: false }
    if (data === undefined) {
      return stored.isLoadingError
        ? { state: 'failed', key: id, name: '…', error: texts.notLoaded, retry: true }
        : { state: 'loading', key: id, name: '' }
    }
    if (data.paginas === null) return { state: 'failed', key: id, name: data.nombre, error: texts.notPdf, retry: false }
    return { state: 'ready', key: id, name: data.nombre, document: data }
  }
  const rows: PdfFile[] = [
    ...ids.map(ofStored),
    ...sending.map(({ key, file, share, error, locked }): PdfFile => {
      const { name } = file
      if (error === null) return { state: 'sending', key, name, share }
      if (locked === true) return { state: 'locked', key, name, file }
      return { state: 'failed', key, name, error, retry: fault(file) === null }
    }),
  ]
  return {
    rows,
    documents: rows.flatMap((row) => (row.state === 'ready' ? [row.document] : [])),
    add,
    /** Takes a row off the list; a stored document stays in the loose ones. */
    remove: (key: string) => {
      stop.current.get(key)?.abort()
      setSending((before) => before.filter((one) => one.key !== key))
      onIds((before) => before.filter((id) => id !== key))
    },
    retry: (key: string) => {
      const one = sending.find((other) => other.key === key)
      if (one === undefined) {
        void stored.refetch()
        return
      }
      change(key, { error: null, share: 0 })
      enqueue(one)
    },
    /** Uploads a copy in the place of a file that asked for a password. */
    replace: (key: string, file: File) => {
      const one: Sending = { key: newUuid(), file, share: 0, error: null }
      setSending((before) => before.map((other) => (other.key === key ? one : other)))
      enqueue(one)
    },
  }
}

export type PdfFiles = ReturnType<typeof usePdfFiles>
