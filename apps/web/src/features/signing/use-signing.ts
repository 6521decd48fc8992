import type { DocumentDetails } from '@foja/contracts/documents'
import type { Level } from '@foja/contracts/constants'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../lib/texts/texts.tsx'
import { useSigningTexts } from './texts/signing.ts'
import { ProblemError, problemOf } from '../../lib/api/call.ts'
import { useDraft } from '../../lib/session/draft.ts'
import { toast } from '../../ui/toast-store.ts'
import { signerQuery } from './api/signer.ts'
import { settingsQuery } from './api/signing.ts'
import { levels } from '@foja/contracts/constants'
import { keyCodeOf, newKey, wrongPassphrase } from './attempt.ts'
import { checkCertificateFiles, type FilesProblem } from './check-certificate-files.ts'
import { rememberPlace } from './last-place.ts'
import { chooseDefaults, emptyDraft, lookOf, needsPlace, plainDefaults, type SignDraft } from './sign-draft.ts'
import { finish, signAtServer, type Unfinished } from './sign-with.ts'
import { usePlacement } from './use-placement.ts'
import { invalidate, queryKeys } from '../../lib/api/query-keys.ts'

/** Codes of a level that could not be reached; the user decides whether to sign at a lower one. */
const levelCodes = new Set([
  'timestamp_not_configured',
  'timestamp_failed',
  'revocation_unavailable',
  'chain_incomplete',
])

/** The next level that avoids this error. */
function lowerLevel(code: string | undefined, level: Level): Level | null {
  if (code === undefined || !levelCodes.has(code) || level === 'B-B') return null
  return code === 'revocation_unavailable' || code === 'chain_incomplete' ? 'B-T' : 'B-B'
}

function useDefaults(draft: SignDraft, active: boolean) {
  const { data } = useQuery(settingsQuery)
  const signer = useQuery({ ...signerQuery, enabled: active }).data
  const company = data === undefined ? plainDefaults : { ...data, everyPage: data.repeat === 'every_page' }
  return chooseDefaults(draft, company, signer?.has_image !== false)
}

/** A signature value that the server has not accepted: what it signs, and the level that it was prepared for. */
type Kept = { value: Unfinished; about: string; level: Level }

/** True if the value still matches what is to be signed; the reserved space suffices for lower levels too. */
const mayFinish = (kept: Kept | null, about: string, level: Level): kept is Kept =>
  kept?.about === about && levels.indexOf(level) <= levels.indexOf(kept.level)

/** State of signing one document: key, position, appearance, passphrase and the request. */
export function useSigning(document: DocumentDetails, active: boolean, onSigned: () => void) {
  const signing = useSigningTexts()
  const { language } = useLanguage()
  const queries = useQueryClient()
  const { id_documento, sha256 } = document
  const [draft, setDraft] = useDraft<SignDraft>(`sign:${id_documento}`, emptyDraft(sha256))
  const chosen = useDefaults(draft, active)
  const placement = usePlacement(draft.sha256 === sha256 ? draft.placed : null, active)
  const [files, setFiles] = useState<File[]>([])
  const [filesError, setFilesError] = useState<FilesProblem | null>(null)
  const [password, setPassword] = useState('')
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const [placeError, setPlaceError] = useState(false)
  const attempt = useRef<{ text: string; key: string } | null>(null)
  const unfinished = useRef<Kept | null>(null)
  const { placed, commit } = placement
  const look = lookOf(draft, chosen, language, document.signatures.count === 0)
  const about = JSON.stringify([
    sha256,
    { ...look, level: null },
    draft.source,
    files.map(({ name, size }) => [name, size]),
  ])

  useEffect(() => {
    setDraft((before) => ({ ...before, placed, sha256 }))
    if (placed !== null) setPlaceError(false)
  }, [placed, sha256, setDraft])

  // The passphrase must not remain after the user has switched to something else.
  useEffect(() => {
    if (!active) setPassword('')
  }, [active])

  const { mutate, isPending, error, reset } = useMutation({
    // The variables contain the passphrase, so the mutation is not cached.
    gcTime: 0,
    mutationFn: async (level: Level) => {
      const kept = unfinished.current
      if (mayFinish(kept, about, level)) return await finish(kept.value, level)
      unfinished.current = null
      // The same content keeps its key, so that a lost response does not sign twice; other content gets a new key.
      const text = `${level} ${about}`
      if (attempt.current?.text !== text) attempt.current = { text, key: newKey() }
      const { key } = attempt.current
      const target = { id_documento, sha256 }
      const request = { ...look, level }
      if (draft.source === 'stored') return await signAtServer(target, request, password, undefined, key)
      // Loaded on demand, because most keys are stored.
      const { keyFilesOf, signInBrowser } = await import('./sign-with-file.ts')
      if (draft.source === 'once') return await signAtServer(target, request, password, await keyFilesOf(files), key)
      return await signInBrowser(target, request, password, files, key, (value) => {
        unfinished.current = { value, about, level }
      })
    },
    onSuccess: async ({ documents: [signed] }) => {
      attempt.current = null
      unfinished.current = null
      setPassword('')
      setFiles([])
      if (placed !== null && document.paginas !== null) rememberPlace(placed, document.paginas)
      commit(null)
      setDraft((before) => ({ ...before, field: null, fieldAt: undefined, level: null }))
      await invalidate(
        queries,
        queryKeys.document(id_documento),
        queryKeys.solicitud(),
        queryKeys.solicitudes(),
        queryKeys.preflight(),
      )
      toast.success(signing.signed, signed?.repaired === true ? { description: signing.repaired } : {})
    },
    onError: (failure) => {
      const problem = problemOf(failure)
      const code = problem?.code ?? keyCodeOf(failure)
      // An error response ends the attempt, so the next request gets a new key. Only a lost response is repeated.
      if (problem !== null) attempt.current = null
      if (!levelCodes.has(problem?.code ?? '') && failure instanceof ProblemError) unfinished.current = null
      if (code === wrongPassphrase) setPasswordError(problem?.detail ?? signing.wrongPassphrase)
    },
  })

  const mustPlace = needsPlace(chosen.appearance, draft.field)

  /** True if there is a key to open; otherwise shows what is missing. */
  const requireKey = () => {
    const wrongFiles = draft.source === 'stored' ? null : checkCertificateFiles(files)
    setFilesError(wrongFiles)
    setPasswordError(password === '' ? signing.passphraseMissing : null)
    return wrongFiles === null && password !== ''
  }

  const submit = (level: Level = chosen.level) => {
    if (isPending) return
    const missingPlace = mustPlace && placed === null
    setPlaceError(missingPlace)
    const ready = mayFinish(unfinished.current, about, level) || (requireKey() && !missingPlace)
    // Does not navigate if the user has left the page meanwhile.
    if (ready) mutate(level, { onSuccess: onSigned })
  }

  return {
    draft,
    chosen,
    mustPlace,
    change: (next: Partial<Omit<SignDraft, 'placed' | 'sha256'>>) => {
      if (isPending) return
      if (next.source !== undefined && next.source !== draft.source) {
        // A passphrase belongs to one key.
        setPassword('')
        setPasswordError(null)
        reset()
      }
      setDraft((before) => ({ ...before, ...next }))
    },
    placement,
    files,
    filesError,
    setFiles: (next: File[]) => {
      if (isPending) return
      setFiles(next)
      setFilesError(null)
      setPasswordError(null)
      reset()
    },
    requireKey,
    setPasswordError,
    password,
    setPassword: (value: string) => {
      setPassword(value)
      setPasswordError(null)
    },
    passwordError,
    placeError,
    busy: isPending,
    error,
    reset,
    submit,
    /** The level to offer after this one failed. */
    lower: lowerLevel(problemOf(error)?.code, chosen.level),
    /** After `stale_document`: fetches the current version. */
    reload: async () => {
      reset()
      await invalidate(queries, queryKeys.document(id_documento))
    },
  }
}

export type Signing = ReturnType<typeof useSigning>
