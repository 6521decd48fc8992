import { isAsked } from '@foja/contracts/request-states'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../../lib/api/call.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import type { BrowserKeyHandle } from '../../lib/files/browser-key.ts'
import { useLanguage } from '../../lib/texts/texts.tsx'
import { signingQuery, type Completed, type RecipientDocument, type View } from './api/recipient.ts'
import type { Failed, KeyRefusedError } from './sign-documents.ts'
import { describeKeyProblem } from './describe-key-problem.ts'
import { tellHost } from './tell-host.ts'
import { useRecipientTexts } from './texts/recipient.ts'
import { isClosed } from './use-act.ts'

/** Loaded while the passphrase is typed. */
const loadSigning = () => import('./sign-documents.ts')

export type Progress = { id: string; at: number; of: number }

/** Codes of the server about the certificate: the same for every document. */
const isOfKey = (code: string | undefined): boolean =>
  code !== undefined && /^(certificate_|identification_differs$)/.test(code)

/** By name, because its class is loaded on demand. */
const isKeyRefused = (error: unknown): error is KeyRefusedError =>
  error instanceof Error && error.name === 'KeyRefusedError'

/** The request after one more document is signed; its new links are loaded afterwards. */
function withSigned(view: View, { id_documento }: RecipientDocument, { document, status }: Completed): View {
  return {
    ...view,
    recipient: { ...view.recipient, status },
    acts: isAsked(status) ? view.acts : view.acts.filter((act) => act === 'read'),
    documents: view.documents.map((one) =>
      one.id_documento === id_documento ? { ...one, signed: true, sha256: document.sha256 } : one,
    ),
  }
}

const noFaults: { file: string | null; password: string | null } = { file: null, password: null }

/** Signs all documents with one key, which stays open in this browser until the end or another file is chosen. */
export function useSitting(token: string, view: View) {
  const texts = useRecipientTexts()
  const { language } = useLanguage()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState(noFaults)
  const [progress, setProgress] = useState<Progress | null>(null)
  const [failed, setFailed] = useState<Failed | null>(null)
  const [opened, setOpened] = useState(false)
  const [busy, setBusy] = useState(false)
  const key = useRef<BrowserKeyHandle | null>(null)
  const last = useRef(new Set<string>())

  const forget = () => {
    key.current?.forget()
    key.current = null
    setOpened(false)
  }
  useEffect(
    () => () => {
      key.current?.forget()
      key.current = null
    },
    [],
  )
  useEffect(() => {
    if (!busy) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [busy])

  const query = signingQuery(token)
  const readLatest = () => queries.fetchQuery({ ...query, staleTime: 0 })
  const note = (document: RecipientDocument, reply: Completed) => {
    if (reply.status === 'firmado') tellHost('signed', view.id)
    queries.setQueryData(query.queryKey, (before) =>
      before === undefined ? before : withSigned(before, document, reply),
    )
  }

  /** The key cannot sign any document: another file or passphrase is needed. */
  const refuseKey = (code: string, words: string) => {
    forget()
    setPassword('')
    setFaults(code === 'p12_wrong_passphrase' ? { file: null, password: words } : { file: words, password: null })
  }

  const stopAt = (failure: Failed) => {
    const { error, document } = failure
    const problem = problemOf(error)
    if (isKeyRefused(error)) refuseKey(error.code, describeKeyProblem(error, texts))
    else if (problem !== null && isOfKey(problem.code)) refuseKey(problem.code, problem.detail)
    else {
      last.current.add(document.id_documento)
      setFailed(failure)
      // The request may have ended: then the page says so.
      if (isClosed(error)) void queries.invalidateQueries(query)
    }
  }

  const run = async () => {
    const again = failed
    const [first] = view.documents.filter(({ signed }) => !signed)
    if (first === undefined) return
    setBusy(true)
    setFailed(null)
    try {
      const { openKey, signDocuments } = await loadSigning()
      if (key.current === null) {
        if (file === null) return
        key.current = await openKey(file, password, view.recipient.identificacion)
        setOpened(true)
        setPassword('')
      }
      // An answer that was lost may have been a signature.
      const current = again === null ? view : await readLatest()
      const failure = await signDocuments(
        { token, key: key.current, language, view: current, last: last.current },
        {
          onStart: ({ id_documento: id }, at, of) => setProgress({ id, at, of }),
          onSigned: note,
          readLatest,
        },
      )
      if (failure === null) forget()
      else stopAt(failure)
    } catch (error) {
      stopAt({ document: again?.document ?? first, error })
    } finally {
      setBusy(false)
      setProgress(null)
      // New links, and the state of the others.
      void queries.invalidateQueries({ queryKey: queryKeys.recipientRequest(token) })
    }
  }

  const submit = () => {
    if (busy) return
    const missing = {
      file: file === null ? texts.key.fileMissing : null,
      password: password === '' ? texts.key.passwordMissing : null,
    }
    if (!opened) setFaults(missing)
    if (opened || (missing.file === null && missing.password === null)) void run()
  }

  return {
    file,
    choose: (next: File) => {
      if (busy) return
      forget()
      setFailed(null)
      setPassword('')
      const fits = /\.(p12|pfx)$/i.test(next.name)
      setFile(fits ? next : null)
      setFaults({ file: fits ? null : texts.key.fileType(next.name), password: null })
    },
    password,
    setPassword: (next: string) => {
      setPassword(next)
      setFaults((before) => ({ ...before, password: null }))
      // What fails to load now is loaded again with the first signature.
      void loadSigning().catch(() => {})
    },
    faults,
    /** The key is open: no passphrase is needed to go on. */
    opened,
    busy,
    progress,
    failed,
    submit,
  }
}

export type Sitting = ReturnType<typeof useSitting>
