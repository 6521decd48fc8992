import type { Document } from '@foja/contracts/documents'
import type { Template } from '@foja/contracts/templates'
import { problemWords } from '@foja/forms/problem-words'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLanguage } from '../../../lib/texts/texts.tsx'
import { useTemplateFillTexts } from '../texts/template-fill.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { problemOf } from '../../../lib/api/call.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { useAttemptKey } from '../../../lib/api/use-attempt-key.ts'
import { fillTemplate } from '../api/fill-template.ts'
import { templateValuesQuery } from '../api/template-values.ts'
import { entriesOf, readEntries, type Entry } from './fill-entries.ts'
import { useFormImages } from './use-form-images.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'

/** The user's changes; the other values come from template, request, company and profile. */
type Draft = { typed: Record<string, Entry>; nombre: string | null; flatten: boolean }

const nothing: Draft = { typed: {}, nombre: null, flatten: false }

type Props = {
  template: Template
  /** The request for the document. */
  solicitud: string | undefined
  onDone: (document: Document) => void
  /** Called with the first field that the server rejected. */
  onRefused: (key: string) => void
}

/** State of a template form: values, problems and submission. */
export function useFillForm({ template, solicitud, onDone, onRefused }: Props) {
  const texts = useTemplateFillTexts()
  const domain = useDomainTexts()
  const { language } = useLanguage()
  const queries = useQueryClient()
  const { id, fields, locale } = template
  const draftName = `fill-${id}-${solicitud ?? ''}`
  const [draft, setDraft, clearDraft] = useDraft<Draft>(draftName, nothing)
  const images = useFormImages(fields, draftName)
  const values = useQuery({ ...templateValuesQuery(id, solicitud), staleTime: Infinity })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [submitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const { keyFor } = useAttemptKey()

  const defaults = useMemo(() => entriesOf(fields, values.data?.data ?? {}, locale), [fields, values.data, locale])
  const entries = { ...defaults, ...draft.typed, ...images.data }
  const { data, right, problems } = readEntries(fields, entries, locale)
  const nombre = draft.nombre ?? template.name

  const errorOf = (key: string): string | undefined => {
    const fault = images.faults.get(key)
    if (fault !== undefined) return texts.imageRefused[fault]
    const problem = submitted || left.has(key) ? problems.find((one) => one.field === key) : undefined
    return problem === undefined ? refused[key] : problemWords(problem, language)
  }
  const wish = {
    id,
    data,
    nombre: nombre.trim(),
    ...(solicitud === undefined ? {} : { id_solicitud: solicitud }),
    ...(draft.flatten ? { flatten: true } : {}),
  }
  const fill = useMutation({
    mutationFn: () => fillTemplate({ ...wish, key: keyFor(wish) }),
    onSuccess: (document) => {
      clearDraft()
      images.clear()
      void invalidate(
        queries,
        queryKeys.templates(),
        queryKeys.template(),
        queryKeys.solicitud(),
        queryKeys.solicitudes(),
        queryKeys.summary(),
      )
      onDone(document)
    },
    onError: (error) => {
      const problem = problemOf(error)
      const byField = Object.fromEntries(
        (problem?.errors ?? []).map(({ field, message }) => [field.replace(/^data\./, ''), message]),
      )
      setRefused(byField)
      const known = fields.find((field) => field.key in byField)
      setFailure(known === undefined ? (problem?.detail ?? domain.tryAgainLater) : null)
      if (known !== undefined) onRefused(known.key)
    },
  })
  const wrong = fields.flatMap(({ key }) =>
    images.faults.has(key) || key in refused || problems.some((one) => one.field === key) ? [key] : [],
  )

  return {
    template,
    entries,
    /** Values for the preview. */
    right,
    nombre,
    flatten: draft.flatten,
    errorOf,
    nameError: submitted && nombre.trim() === '' ? texts.nameMissing : undefined,
    /** Keys of wrong fields, in field order. */
    wrong,
    /** The user has tried to submit, so missing values are shown. */
    submitted,
    failure,
    loading: values.isPending,
    busy: fill.isPending,
    changed: Object.keys(draft.typed).length > 0 || Object.keys(images.data).length > 0,
    /** True if the value is the default. */
    isDefault: (key: string) => !(key in draft.typed) && !(key in images.data),
    change: (key: string, entry: Entry) => {
      setDraft((before) => ({ ...before, typed: { ...before.typed, [key]: entry } }))
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== key)))
      setFailure(null)
    },
    leave: (key: string) => setLeft((before) => new Set([...before, key])),
    images,
    rename: (name: string) => setDraft((before) => ({ ...before, nombre: name })),
    setFlatten: (flatten: boolean) => setDraft((before) => ({ ...before, flatten })),
    /** Clears the form and offers to undo. */
    reset: () => {
      const putBack = images.clear()
      setDraft(nothing)
      setSubmitted(false)
      setLeft(new Set())
      setRefused({})
      setFailure(null)
      return () => {
        setDraft(draft)
        putBack()
      }
    },
    /** Creates the document. False if something must be corrected first. */
    submit: (): boolean => {
      setSubmitted(true)
      if (problems.length > 0 || nombre.trim() === '') return false
      setFailure(null)
      fill.mutate()
      return true
    },
  }
}

export type FillForm = ReturnType<typeof useFillForm>
