import type { DocumentDetails } from '@foja/contracts/documents'
import type { AppearanceKind } from '@foja/contracts/signing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '../../i18n/texts.tsx'
import { problemOf } from '../../lib/call.ts'
import { useDraft } from '../../lib/draft.ts'
import { toast } from '../../ui/toast-store.ts'
import { sendSigning, type SignBody } from './api/sign.ts'
import { usePlacement, type Placed } from './use-placement.ts'

/** A name for one attempt; `crypto.randomUUID` needs https, which an office's own server may not have. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

type SignDraft = { appearance: AppearanceKind; reason: string; location: string; placed: Placed | null; sha256: string }

/** The state of signing one document: place, appearance, words, passphrase, and how the call went. */
export function useSigning(document: DocumentDetails, active: boolean, onSigned: () => void) {
  const { signing } = useTexts()
  const { language } = useLanguage()
  const queries = useQueryClient()
  const empty: SignDraft = { appearance: 'qr', reason: '', location: '', placed: null, sha256: document.sha256 }
  const [draft, setDraft] = useDraft<SignDraft>(`sign:${document.id_documento}`, empty)
  const placement = usePlacement(draft.sha256 === document.sha256 ? draft.placed : null, active)
  const [password, setPassword] = useState('')
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const [placeError, setPlaceError] = useState(false)
  const attempt = useRef<{ text: string; key: string } | null>(null)
  const { placed, commit } = placement

  useEffect(() => {
    setDraft((before) => ({ ...before, placed, sha256: document.sha256 }))
    if (placed !== null) setPlaceError(false)
  }, [placed, document.sha256, setDraft])

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: SignBody) => {
      // The same attempt keeps its key, so that a lost answer does not sign twice; another content gets its own.
      const text = JSON.stringify({ ...body, password: '' })
      if (attempt.current?.text !== text) attempt.current = { text, key: newKey() }
      return sendSigning(body, attempt.current.key)
    },
    onSuccess: async () => {
      attempt.current = null
      setPassword('')
      commit(null)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['document', document.id_documento] }),
        queries.invalidateQueries({ queryKey: ['solicitud'] }),
        queries.invalidateQueries({ queryKey: ['solicitudes'] }),
      ])
      toast.success(signing.signed)
      onSigned()
    },
    onError: (failure) => {
      const problem = problemOf(failure)
      // A refusal ends the attempt: what is sent next is another one. Only an answer that got lost is repeated.
      if (problem !== null) attempt.current = null
      if (problem?.code === 'p12_wrong_passphrase') setPasswordError(problem.detail)
    },
  })

  const submit = () => {
    if (isPending) return
    const missingPlace = draft.appearance !== 'invisible' && placed === null
    setPlaceError(missingPlace)
    setPasswordError(password === '' ? signing.passphraseMissing : null)
    if (missingPlace || password === '') return
    mutate({
      id_documento: document.id_documento,
      password,
      sha256: document.sha256,
      appearance: draft.appearance,
      ...(placed === null || draft.appearance === 'invisible'
        ? {}
        : { position: { page: placed.page, ...placed.rect } }),
      // The stamp writes the time as the signer's clock shows it, in the signer's words.
      utc_offset: -new Date().getTimezoneOffset(),
      language,
      ...(draft.reason.trim() === '' ? {} : { reason: draft.reason.trim() }),
      ...(draft.location.trim() === '' ? {} : { location: draft.location.trim() }),
    })
  }

  return {
    draft,
    change: (next: Partial<Omit<SignDraft, 'placed' | 'sha256'>>) => setDraft((before) => ({ ...before, ...next })),
    placement,
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
    /** After `stale_document`: fetches the version that is there now. */
    reload: async () => {
      reset()
      await queries.invalidateQueries({ queryKey: ['document', document.id_documento] })
    },
  }
}

export type Signing = ReturnType<typeof useSigning>
