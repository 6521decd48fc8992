import type { Document } from '@foja/contracts/documents'
import type { Template } from '@foja/contracts/templates'
import type { ValueProblem } from '@foja/forms/value-problems'
import { problemWords } from '@foja/forms/problem-words'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, useCallback, useEffect } from 'react'
import { templateLimits } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'
import { useLanguage } from '../../../lib/texts/texts.tsx'
import { useTemplateFillTexts } from '../texts/template-fill.ts'
import { useTemplateFormTexts } from '../../../shared/texts/template-form.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { useAttemptKey } from '../../../lib/api/uuid.ts'
import { fillTemplate, templateValuesQuery } from '../api/templates.ts'
import { entriesOf, isLeftToRecipient, readEntries, type Entry } from '../../../shared/template-form/entries.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'
import { readFiles, removeFiles, writeFiles } from '../../../lib/files/file-store.ts'
import { imageData, ImageRefused } from '../../../lib/files/image-data.ts'

type Chosen = { file: File; data: string }
type ImageFault = ImageRefused['reason']

const faultOf = (error: unknown): ImageFault => (error instanceof ImageRefused ? error.reason : 'unreadable')

/**
 * The images of a form, scaled to their printed size and stored in this browser until the form is sent. `draft` is the
 * storage key.
 */
function useFormImages(fields: readonly TemplateField[], draft: string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  const [faults, setFaults] = useState<ReadonlyMap<string, ImageFault>>(new Map())

  const read = useCallback(
    async (key: string, file: File): Promise<Chosen | null> => {
      const box = fields.find((field) => field.key === key && field.type === 'image')
      return box === undefined ? null : { file, data: await imageData(file, box, templateLimits.imageBytes) }
    },
    [fields],
  )

  useEffect(() => {
    let here = true
    const restore = async () => {
      const files = await readFiles(draft)
      const found = await Promise.all(
        [...files].map(async ([key, file]) => [key, await read(key, file).catch(() => null)] as const),
      )
      const kept = found.flatMap(([key, image]) => (image === null ? [] : [[key, image] as const]))
      if (here && kept.length > 0) setChosen((now) => new Map([...kept, ...now]))
    }
    void restore()
    return () => {
      here = false
    }
  }, [draft, read])

  const keep = (next: ReadonlyMap<string, Chosen>) => {
    setChosen(next)
    void writeFiles(draft, new Map([...next].map(([key, { file }]) => [key, file])))
  }
  const setFault = (key: string, fault: ImageFault | null) =>
    setFaults((now) => {
      const next = new Map(now)
      if (fault === null) next.delete(key)
      else next.set(key, fault)
      return next
    })

  return {
    /** `data:` URLs by field key. */
    data: Object.fromEntries([...chosen].map(([key, image]) => [key, image.data])),
    faults,
    choose: async (key: string, file: File) => {
      try {
        const image = await read(key, file)
        if (image !== null) keep(new Map([...chosen, [key, image]]))
        setFault(key, null)
      } catch (error) {
        setFault(key, faultOf(error))
      }
    },
    remove: (key: string) => {
      keep(new Map([...chosen].filter(([other]) => other !== key)))
      setFault(key, null)
    },
    /** Removes all images and returns an undo function. */
    clear: () => {
      setChosen(new Map())
      setFaults(new Map())
      void removeFiles(draft)
      return () => keep(chosen)
    },
  }
}

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
  const formTexts = useTemplateFormTexts()
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
    if (fault !== undefined) return formTexts.imageRefused[fault]
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
  /** The document exists: its draft is removed. */
  const finish = () => {
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
  }
  const fill = useMutation({
    mutationFn: () => fillTemplate({ ...wish, key: keyFor(wish) }),
    onSuccess: (document) => {
      finish()
      onDone(document)
    },
    onError: (error) => {
      const problem = problemOf(error)
      const byField = Object.fromEntries(
        (problem?.errors ?? []).map(({ field, message }) => [field.replace(/^data\./, ''), message]),
      )
      setRefused(byField)
      const known = fields.find((field) => field.key in byField)
      setFailure(known === undefined && isUnreported(error) ? (problem?.detail ?? domain.tryAgainLater) : null)
      if (known !== undefined) onRefused(known.key)
    },
  })
  const wrong = fields.flatMap(({ key }) =>
    images.faults.has(key) || key in refused || problems.some((one) => one.field === key) ? [key] : [],
  )

  const isNamed = nombre.trim() !== ''
  /** Shows what is missing. False if something must be corrected first. */
  const check = (faults: readonly ValueProblem[]): boolean => {
    const ready = faults.length === 0 && isNamed
    setSubmitted(true)
    if (ready) setFailure(null)
    return ready
  }
  /** Those of the fields that the office has to fill before it asks for signatures. */
  const officeProblems = problems.filter((problem) => !isLeftToRecipient(problem, fields))

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
      if (!check(problems)) return false
      fill.mutate()
      return true
    },
    /** Like `submit`: signatures can be asked for while fields of their recipients are missing. */
    checkToAsk: (): boolean => check(officeProblems),
    /** The document as it is asked for; null if something must be corrected first. */
    filling: officeProblems.length === 0 && isNamed && !values.isPending ? wish : null,
    finish,
  }
}

export type FillForm = ReturnType<typeof useFillForm>
