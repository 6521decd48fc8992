import { useRef, useState } from 'react'
import type { uploadDocument } from '@foja/contracts/documents'
import { useTexts } from '../../i18n/texts.tsx'
import { callUpload } from '../../lib/api/call-upload.ts'
import { problemOf, type ReplyOf } from '../../lib/api/call.ts'
import { filesForm, type UploadProgress } from '../../lib/api/upload.ts'
import { newUuid } from '../../lib/api/uuid.ts'
import { detectFields } from './api/detect-fields.ts'
import { fetchPdfPath, type FoundDocument } from './api/find-documents.ts'
import { titleOf } from './title-of.ts'

type Detected = Awaited<ReturnType<typeof detectFields>>

/** A PDF that a template can stand upon, with what was found in it. */
export type NewBase = Detected & { pdf_path: string; name: string }

type State =
  | { step: 'choose'; failure: { title: string; text: string } | null }
  /** `progress` while the file goes up; null while it is read. */
  | { step: 'busy'; progress: UploadProgress | null }
  | { step: 'found'; base: NewBase }

const isPdf = (file: File) => file.type === 'application/pdf' || /\.pdf$/i.test(file.name)

/** Brings the PDF of a new template to the server, or takes one that is there, and asks for its fields. */
export function useNewBase() {
  const { templateNew: texts, domain } = useTexts()
  const [state, setState] = useState<State>({ step: 'choose', failure: null })
  const stop = useRef<AbortController | null>(null)

  const fail = (text: string, title: string = texts.failedTitle) =>
    setState({ step: 'choose', failure: { title, text } })

  /** `find` gives the handle of the PDF; null where there is none, which has been said then. */
  const run = async (name: string, find: (signal: AbortSignal) => Promise<string | null>) => {
    const controller = new AbortController()
    stop.current = controller
    setState({ step: 'busy', progress: null })
    try {
      const pdf_path = await find(controller.signal)
      if (pdf_path === null) return
      setState({ step: 'busy', progress: null })
      const detected = await detectFields(pdf_path)
      if (!controller.signal.aborted) setState({ step: 'found', base: { ...detected, pdf_path, name: titleOf(name) } })
    } catch (error) {
      const problem = problemOf(error)
      if (controller.signal.aborted) setState({ step: 'choose', failure: null })
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
