import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLanguage, useTexts } from '../../../i18n/texts.tsx'
import { problemOf } from '../../../lib/call.ts'
import type { Signable } from '../api/signable.ts'
import { settingsQuery } from '../api/signing.ts'
import { checkCertificateFiles, type FilesProblem } from '../check-certificate-files.ts'
import { emptyDraft, lookOf, plainDefaults, type SignDraft } from '../sign-draft.ts'
import { keyCodeOf, wrongPassphrase } from '../use-signing.ts'
import type { BatchPlace } from './batch-place.ts'
import { runBatch, type Outcome } from './run-batch.ts'

type Phase = 'choosing' | 'running' | 'done'

/** Many documents, one passphrase: what is chosen, how far it is, and what became of each. */
export function useBatch() {
  const { signing } = useTexts()
  const { language } = useLanguage()
  const queries = useQueryClient()
  const settings = useQuery(settingsQuery).data
  const [chosen, setChosen] = useState<ReadonlyMap<string, Signable>>(new Map())
  const [draft, setDraft] = useState<SignDraft>(() => emptyDraft(''))
  const [place, setPlace] = useState<BatchPlace>('last_right')
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
  const stop = useRef(false)

  const defaults = {
    appearance: draft.appearance ?? settings?.appearance ?? plainDefaults.appearance,
    level: draft.level ?? settings?.level ?? plainDefaults.level,
    everyPage: draft.everyPage ?? settings?.repeat === 'every_page',
  }

  const toggle = (document: Signable) =>
    setChosen((before) => {
      const after = new Map(before)
      if (!after.delete(document.id_documento)) after.set(document.id_documento, document)
      return after
    })

  const run = async (documents: readonly Signable[]) => {
    stop.current = false
    setStopping(false)
    setFailure(null)
    setPhase('running')
    const tell = (id: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(id, outcome))
    try {
      const look = lookOf(draft, defaults, language)
      const input = { documents, source: draft.source, files, password, look, place }
      await runBatch(input, { tell, stopped: () => stop.current })
      setPassword('')
    } catch (error) {
      setFailure(error)
      const code = problemOf(error)?.code ?? keyCodeOf(error)
      if (code === wrongPassphrase) {
        setWrong({ files: null, password: problemOf(error)?.detail ?? signing.wrongPassphrase })
        setOutcomes(new Map())
        setPhase('choosing')
        return
      }
    }
    setPhase('done')
    await Promise.all(
      ['document', 'solicitud', 'solicitudes', 'signable', 'preflight'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    )
  }

  const submit = () => {
    const wrongFiles = draft.source === 'stored' ? null : checkCertificateFiles(files)
    const missing = password === '' ? signing.passphraseMissing : null
    setWrong({ files: wrongFiles, password: missing })
    if (phase !== 'running' && chosen.size > 0 && wrongFiles === null && missing === null) {
      setOutcomes(new Map())
      void run([...chosen.values()])
    }
  }

  return {
    chosen,
    toggle,
    choose: (documents: readonly Signable[]) =>
      setChosen((before) => new Map([...before, ...documents.map((one) => [one.id_documento, one] as const)])),
    draft,
    defaults,
    change: (next: Partial<SignDraft>) => setDraft((before) => ({ ...before, ...next })),
    place,
    setPlace,
    files,
    setFiles: (next: File[]) => {
      setFiles(next)
      setWrong({ files: null, password: null })
    },
    password,
    setPassword: (next: string) => {
      setPassword(next)
      setWrong((before) => ({ ...before, password: null }))
    },
    wrong,
    phase,
    outcomes,
    failure,
    stopping,
    submit,
    /** What is under way ends; nothing more begins. */
    stop: () => {
      stop.current = true
      setStopping(true)
    },
    again: () => {
      setPhase('choosing')
      setOutcomes(new Map())
      setFailure(null)
      setChosen((before) => new Map([...before].filter(([id]) => outcomes.get(id)?.state !== 'signed')))
    },
  }
}

export type Batch = ReturnType<typeof useBatch>
