import type { DocumentDetails } from '@foja/contracts/documents'
import type { Level } from '@foja/contracts/signing'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '../../i18n/texts.tsx'
import { ProblemError, problemOf } from '../../lib/call.ts'
import { useDraft } from '../../lib/draft.ts'
import { toast } from '../../ui/toast-store.ts'
import { settingsQuery } from './api/signing.ts'
import { checkCertificateFiles, type FilesProblem } from './check-certificate-files.ts'
import { rememberPlace } from './last-place.ts'
import { emptyDraft, lookOf, needsPlace, plainDefaults, type SignDefaults, type SignDraft } from './sign-draft.ts'
import { finish, signAtServer, signInBrowser, type Unfinished } from './sign-with.ts'
import { usePlacement } from './use-placement.ts'

/** A name for one attempt; `crypto.randomUUID` needs https, which an office's own server may not have. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** Codes of a level that could not be reached; signing at a lower one is the person's to decide. */
const levelCodes = new Set([
  'timestamp_not_configured',
  'timestamp_failed',
  'revocation_unavailable',
  'chain_incomplete',
])

/** The level at which the same signature would not have failed so. */
function lowerLevel(code: string | undefined, level: Level): Level | null {
  if (code === undefined || !levelCodes.has(code) || level === 'B-B') return null
  return code === 'revocation_unavailable' || code === 'chain_incomplete' ? 'B-T' : 'B-B'
}

export const wrongPassphrase = 'p12_wrong_passphrase'

/** The code of a failure of the key in this browser; its class comes with code that most signatures never load. */
export const keyCodeOf = (error: unknown): string | null =>
  error instanceof Error && error.name === 'BrowserKeyError' && 'code' in error ? String(error.code) : null

function useDefaults(draft: SignDraft): SignDefaults {
  const { data } = useQuery(settingsQuery)
  const company: SignDefaults =
    data === undefined
      ? plainDefaults
      : { appearance: data.appearance, level: data.level, everyPage: data.repeat === 'every_page' }
  return {
    appearance: draft.appearance ?? company.appearance,
    level: draft.level ?? company.level,
    everyPage: draft.everyPage ?? company.everyPage,
  }
}

/** The state of signing one document: key, place, look, words, passphrase, and how the call went. */
export function useSigning(document: DocumentDetails, active: boolean, onSigned: () => void) {
  const { signing } = useTexts()
  const { language } = useLanguage()
  const queries = useQueryClient()
  const { id_documento, sha256 } = document
  const [draft, setDraft] = useDraft<SignDraft>(`sign:${id_documento}`, emptyDraft(sha256))
  const chosen = useDefaults(draft)
  const placement = usePlacement(draft.sha256 === sha256 ? draft.placed : null, active)
  const [files, setFiles] = useState<File[]>([])
  const [filesError, setFilesError] = useState<FilesProblem | null>(null)
  const [password, setPassword] = useState('')
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const [placeError, setPlaceError] = useState(false)
  const attempt = useRef<{ text: string; key: string } | null>(null)
  const unfinished = useRef<Unfinished | null>(null)
  const { placed, commit } = placement

  useEffect(() => {
    setDraft((before) => ({ ...before, placed, sha256 }))
    if (placed !== null) setPlaceError(false)
  }, [placed, sha256, setDraft])

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (level: Level) => {
      if (unfinished.current !== null) return await finish(unfinished.current, level)
      const look = lookOf(draft, { ...chosen, level }, language)
      // The same attempt keeps its key, so that a lost answer does not sign twice; another content gets its own.
      const text = JSON.stringify([look, draft.source, files.map(({ name, size }) => [name, size])])
      if (attempt.current?.text !== text) attempt.current = { text, key: newKey() }
      const { key } = attempt.current
      const target = { id_documento, sha256 }
      if (draft.source !== 'browser')
        return await signAtServer(target, look, password, draft.source === 'once' ? files : null, key)
      return await signInBrowser(target, look, password, files, key, (value) => {
        unfinished.current = value
      })
    },
    onSuccess: async ({ documents: [signed] }) => {
      attempt.current = null
      unfinished.current = null
      setPassword('')
      setFiles([])
      if (placed !== null && document.paginas !== null) rememberPlace(placed, document.paginas)
      commit(null)
      setDraft((before) => ({ ...before, field: null, level: null }))
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['document', id_documento] }),
        queries.invalidateQueries({ queryKey: ['solicitud'] }),
        queries.invalidateQueries({ queryKey: ['solicitudes'] }),
        queries.invalidateQueries({ queryKey: ['preflight'] }),
      ])
      toast.success(signing.signed, signed?.repaired === true ? { description: signing.repaired } : {})
      onSigned()
    },
    onError: (failure) => {
      const problem = problemOf(failure)
      const code = problem?.code ?? keyCodeOf(failure)
      // A refusal ends the attempt: what is sent next is another one. Only an answer that got lost is repeated.
      if (problem !== null) attempt.current = null
      if (!levelCodes.has(problem?.code ?? '') && failure instanceof ProblemError) unfinished.current = null
      if (code === wrongPassphrase) setPasswordError(problem?.detail ?? signing.wrongPassphrase)
    },
  })

  const mustPlace = needsPlace(chosen.appearance, draft.field)

  const submit = (level: Level = chosen.level) => {
    if (isPending) return
    if (unfinished.current !== null) return mutate(level)
    const missingPlace = mustPlace && placed === null
    const wrongFiles = draft.source === 'stored' ? null : checkCertificateFiles(files)
    setPlaceError(missingPlace)
    setFilesError(wrongFiles)
    setPasswordError(password === '' ? signing.passphraseMissing : null)
    if (!missingPlace && wrongFiles === null && password !== '') mutate(level)
  }

  return {
    draft,
    chosen,
    mustPlace,
    change: (next: Partial<Omit<SignDraft, 'placed' | 'sha256'>>) => {
      // What was signed already was prepared with the look that it had then.
      unfinished.current = null
      setDraft((before) => ({ ...before, ...next }))
    },
    placement,
    files,
    filesError,
    setFiles: (next: File[]) => {
      unfinished.current = null
      setFiles(next)
      setFilesError(null)
      setPasswordError(null)
      reset()
    },
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
    /** The level to offer after a failure of this one. */
    lower: lowerLevel(problemOf(error)?.code, chosen.level),
    /** After `stale_document`: fetches the version that is there now. */
    reload: async () => {
      reset()
      unfinished.current = null
      await queries.invalidateQueries({ queryKey: ['document', id_documento] })
    },
  }
}

export type Signing = ReturnType<typeof useSigning>
