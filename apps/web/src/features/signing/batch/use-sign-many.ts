import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/texts/texts.tsx'
import { useSigningTexts } from '../texts/signing.ts'
import { problemOf } from '../../../lib/api/call.ts'
import type { Signable } from '../api/signable.ts'
import { signerQuery } from '../api/signer.ts'
import { settingsQuery } from '../api/signing.ts'
import { checkCertificateFiles, type FilesProblem } from '../check-certificate-files.ts'
import { chooseDefaults, emptyDraft, lookOf, plainDefaults, type SignDraft } from '../sign-draft.ts'
import { keyCodeOf, wrongPassphrase } from '../attempt.ts'
import type { BatchInput, Outcome } from './run-batch.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'

type Phase = 'choosing' | 'running' | 'done'

/** Asks before leaving during a batch; after leaving, no further request starts. */
function useLeaving(running: boolean, stop: () => void) {
  useEffect(() => stop, [stop])
  useEffect(() => {
    if (!running) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [running])
}

// Loaded while the passphrase is typed.
const loadRun = () => import('./run-batch.ts')

/** State of signing documents with one passphrase: key, appearance, progress and outcomes. */
export function useSignMany(documents: readonly Signable[], positionIn: BatchInput['positionIn']) {
  const signing = useSigningTexts()
  const { language } = useLanguage()
  const queries = useQueryClient()
  const settings = useQuery(settingsQuery).data
  const signer = useQuery(signerQuery).data
  const [draft, setDraft] = useState<SignDraft>(() => emptyDraft(''))
  const [files, setFiles] = useState<File[]>([])
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<{ files: FilesProblem | null; password: string | null }>({
    files: null,
    password: null,
  })
  const [phase, setPhase] = useState<Phase>('choosing')
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [stopping, setStopping] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const stopped = useRef(false)
  const halt = useCallback(() => {
    stopped.current = true
  }, [])

  useLeaving(phase === 'running', halt)

  const company = settings === undefined ? plainDefaults : { ...settings, everyPage: settings.repeat === 'every_page' }
  const defaults = chooseDefaults(draft, company, signer?.has_image !== false)

  const run = async () => {
    stopped.current = false
    setStopping(false)
    setFailure(null)
    setPhase('running')
    let signed = 0
    const tell = (id: string, outcome: Outcome) => {
      if (outcome.state === 'signed') signed += 1
      setOutcomes((before) => new Map(before).set(id, outcome))
    }
    try {
      const first = documents.every(({ signatures }) => signatures.count === 0)
      const { repeat, ...rest } = lookOf(draft, defaults, language, first)
      const look = first && draft.everyPage !== null ? { ...rest, repeat } : rest
      const input = { documents, source: draft.source, files, password, look, positionIn }
      const { runBatch } = await loadRun()
      await runBatch(input, { tell, stopped: () => stopped.current })
    } catch (error) {
      setFailure(error)
      // A refused request signed none of its documents.
      setOutcomes((before) => new Map([...before].filter(([, { state }]) => state !== 'signing')))
      const code = problemOf(error)?.code ?? keyCodeOf(error)
      // Documents signed before the failure must not be signed again.
      if (code === wrongPassphrase && signed === 0) {
        setWrong({ files: null, password: problemOf(error)?.detail ?? signing.wrongPassphrase })
        setOutcomes(new Map())
        setPhase('choosing')
        return
      }
    }
    setPassword('')
    setPhase('done')
    await invalidate(
      queries,
      queryKeys.document(),
      queryKeys.solicitud(),
      queryKeys.solicitudes(),
      queryKeys.signable(),
      queryKeys.summary(),
      queryKeys.preflight(),
    )
  }

  /** True if there is a key to open; otherwise shows what is missing. */
  const requireKey = () => {
    const wrongFiles = draft.source === 'stored' ? null : checkCertificateFiles(files)
    const missing = password === '' ? signing.passphraseMissing : null
    setWrong({ files: wrongFiles, password: missing })
    return wrongFiles === null && missing === null
  }

  const submit = () => {
    if (requireKey() && phase !== 'running' && documents.length > 0) {
      setOutcomes(new Map())
      void run()
    }
  }

  return {
    draft,
    defaults,
    change: (next: Partial<SignDraft>) => {
      if (next.source !== undefined && next.source !== draft.source) {
        // A passphrase belongs to one key.
        setPassword('')
        setFailure(null)
      }
      setDraft((before) => ({ ...before, ...next }))
    },
    files,
    setFiles: (next: File[]) => {
      setFiles(next)
      setWrong({ files: null, password: null })
    },
    password,
    setPassword: (next: string) => {
      setPassword(next)
      // What fails to load now is loaded again with the first signature.
      void loadRun().catch(() => {})
      setWrong((before) => ({ ...before, password: null }))
    },
    wrong,
    requireKey,
    refusePassword: (text: string) => setWrong({ files: null, password: text }),
    phase,
    outcomes,
    failure,
    stopping,
    submit,
    /** Lets the running request finish and starts no other. */
    stop: () => {
      halt()
      setStopping(true)
    },
    /** Back to choosing, with the key, without the outcomes. */
    reset: () => {
      setPhase('choosing')
      setOutcomes(new Map())
      setFailure(null)
    },
  }
}

export type SignMany = ReturnType<typeof useSignMany>
