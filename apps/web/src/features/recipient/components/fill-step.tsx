import { templateLimits } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'
import { problemWords } from '@foja/forms/problem-words'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { imageData, ImageRefused } from '../../../lib/files/image-data.ts'
import { useLanguage } from '../../../lib/texts/texts.tsx'
import { SupportCode } from '../../../shared/support-code.tsx'
import { entriesOf, readEntries, type Entries, type Entry } from '../../../shared/template-form/entries.ts'
import { FieldInput } from '../../../shared/template-form/field-input.tsx'
import { useTemplateFormTexts } from '../../../shared/texts/template-form.ts'
import { Alert } from '../../../ui/alert.tsx'
import { fillFields, signingQuery, type View } from '../api/recipient.ts'
import { useFillTexts } from '../texts/fill.ts'
import { useAct } from '../use-act.ts'
import { StepForm } from './step-form.tsx'

type Props = {
  token: string
  view: View
  fill: NonNullable<View['fill']>
  /** What has been typed; images as `data:` URLs. */
  typed: Entries
  onType: (typed: Entries) => void
  /** Leads back to the document. */
  back: (busy: boolean) => ReactNode
  onFilled: () => void
}

/** The fields of the document that the recipient fills before anybody signs. */
export function FillStep({ token, view, fill, typed, onType, back, onFilled }: Props) {
  const texts = useFillTexts()
  const form = useTemplateFormTexts()
  const { language } = useLanguage()
  const queries = useQueryClient()
  const act = useAct(token)
  const element = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [images, setImages] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const { fields, locale } = fill
  const entries = { ...entriesOf(fields, fill.data, locale), ...typed }
  const { data, problems } = readEntries(fields, entries, locale)

  const faultOf = (name: string): string | undefined => {
    const problem = problems.find(({ field }) => field === name)
    if (problem !== undefined && (tried || left.has(name))) return problemWords(problem, language)
    return images[name] ?? refused[name]
  }
  const goTo = (name: string) =>
    element.current
      ?.querySelector(`[data-field="${name}"]`)
      ?.querySelector<HTMLElement>('input:not([hidden]), textarea, button')
      ?.focus()
  const send = useMutation({
    mutationFn: async () => {
      await act(() => fillFields(token, data))
      // What they may do now.
      await queries.fetchQuery({ ...signingQuery(token), staleTime: 0 })
    },
    onSuccess: onFilled,
    onError: (error) => {
      const errors = problemOf(error)?.errors ?? []
      setRefused(Object.fromEntries(errors.map(({ field, message }) => [field.replace(/^data\./, ''), message])))
      const [first] = errors
      if (first !== undefined) goTo(first.field.replace(/^data\./, ''))
    },
  })
  const submit = () => {
    setTried(true)
    const [first] = problems
    if (first !== undefined) goTo(first.field)
    else if (!send.isPending) send.mutate()
  }
  const change = (name: string, entry: Entry) => {
    onType({ ...typed, [name]: entry })
    setRefused(({ [name]: _before, ...others }) => others)
  }
  const choose = async (field: TemplateField, file: File | null) => {
    setImages(({ [field.key]: _before, ...others }) => others)
    if (file === null) return change(field.key, '')
    try {
      change(field.key, await imageData(file, field, templateLimits.imageBytes))
    } catch (error) {
      const reason = error instanceof ImageRefused ? error.reason : 'unreadable'
      setImages((before) => ({ ...before, [field.key]: form.imageRefused[reason] }))
    }
  }
  const problem = problemOf(send.error)
  return (
    <StepForm
      ref={element}
      title={texts.title}
      company={view.company}
      back={back(send.isPending)}
      submit={texts.submit}
      icon={<Check />}
      busy={send.isPending}
      note={texts.noneSigns}
      onSubmit={submit}
    >
      {fields.some(({ required }) => required) && <p className="text-small text-ink-muted">{form.requiredNote}</p>}
      {fields.map((field) => (
        <div key={field.key} data-field={field.key}>
          <FieldInput
            field={field}
            locale={locale}
            entry={entries[field.key] ?? ''}
            error={faultOf(field.key)}
            source={undefined}
            onChange={(entry) => change(field.key, entry)}
            onLeave={() => setLeft((before) => new Set([...before, field.key]))}
            onImage={(file) => void choose(field, file)}
          />
        </div>
      ))}
      {isUnreported(send.error) && Object.keys(refused).length === 0 && (
        <Alert variant="error" title={texts.failed}>
          <p>{problem?.detail ?? texts.unanswered}</p>
          <SupportCode problem={problem} />
        </Alert>
      )}
    </StepForm>
  )
}
