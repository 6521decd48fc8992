import { useRef, useState } from 'react'
import type { uploadDocument } from '@foja/contracts/documents'
import { useTemplateNewTexts } from './texts/template-new.ts'
import { useDomainTexts } from '../../shared/texts/domain.ts'
import { callUpload, filesForm, type UploadProgress } from '../../lib/api/upload.ts'
import { isUnreported, problemOf, type ReplyOf } from '../../lib/api/call.ts'
import { newUuid } from '../../lib/api/uuid.ts'
import { detectFields, fetchPdfPath, type FoundDocument } from './api/templates.ts'
import { titleOfFile } from '../../lib/files/title-of-file.ts'

type Detected = Awaited<ReturnType<typeof detectFields>>

/** A PDF for a new template, with the fields found in it. */
export type NewBase = Detected & { pdf_path: string; name: string }

type State =
  | { step: 'choose'; failure: { title: string; text: string } | null }
  /** `progress` during the upload; null while the server reads the file. */
  | { step: 'busy'; progress: UploadProgress | null }
  | { step: 'found'; base: NewBase }

const isPdf = (file: File) => file.type === 'application/pdf' || /\.pdf$/i.test(file.name)

/** Uploads the PDF of a new template, or uses an existing one, and detects its fields. */
export function useNewBase() {
  const texts = useTemplateNewTexts()
  const domain = useDomainTexts()
  const [state, setState] = useState<State>({ step: 'choose', failure: null })
  const stop = useRef<AbortController | null>(null)

  const fail = (text: string, title: string = texts.failedTitle) =>
    setState({ step: 'choose', failure: { title, text } })

  /** `find` returns the handle of the PDF, or null after it has shown an error. */
  const run = async (name: string, find: (signal: AbortSignal) => Promise<string | null>) => {
    const controller = new AbortController()
    stop.current = controller
    setState({ step: 'busy', progress: null })
    try {
      const pdf_path = await find(controller.signal)
      if (pdf_path === null) return
      setState({ step: 'busy', progress: null })
      const detected = await detectFields(pdf_path)
      if (!controller.signal.aborted)
        setState({ step: 'found', base: { ...detected, pdf_path, name: titleOfFile(name).slice(0, 120) } })
    } catch (error) {
      const problem = problemOf(error)
      if (controller.signal.aborted || !isUnreported(error)) setState({ step: 'choose', failure: null })
      else fail(problem?.detail ?? domain.tryAgainLater, problem?.title)
    }
  }

  const upload = (file: File) => {
    if (!isPdf(file)) return fail(texts.notPdf(file.name))
    if (file.size === 0) return fail(texts.empty(file.name))
    return void run(file.name, async (signal) => {
      const form = filesForm([file], { key: newUuid() })
      const onProgress = (progress: UploadProgress) => setState({ step: 'busy', progress })
      const { documents }: ReplyOf<typeof uploadDocument> = await callUpload<typeof uploadDocument>(
        '/api/v1/upload_document/',
        form,
        { signal, onProgress },
      )
      return documents[0]?.pdf_path ?? null
    })
  }

  const take = ({ id, name, pdf_path }: FoundDocument) =>
    void run(name, async () => {
      const found = pdf_path ?? (await fetchPdfPath(id))
      if (found === null) fail(texts.notPdfDocument)
      return found
    })

  return {
    state,
    upload,
    take,
    fail,
    stop: () => {
      stop.current?.abort()
      setState({ step: 'choose', failure: null })
    },
  }
}
