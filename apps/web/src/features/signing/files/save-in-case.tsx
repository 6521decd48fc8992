import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderCheck, FolderInput } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'
import { paths } from '../../../lib/router/paths.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { useDebounced } from '../../../shared/use-debounced.ts'
import { useMay } from '../../../shared/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { newAttempt, openCasesQuery, saveInCase } from '../api/pdf-files.ts'
import type { Signable } from '../api/signable.ts'
import { useSignedFilesTexts } from '../texts/signed-files.ts'
import { ErrorAlert } from '../../../shared/error-alert.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'

const toNew = 'new'

/** Copies the signed documents into an open case file or a new one. */
export function SaveInCase({ documents }: { documents: readonly Signable[] }) {
  const texts = useSignedFilesTexts()
  const queries = useQueryClient()
  const mayCreate = useMay('solicitud.create')
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [title, setTitle] = useState(documents[0]?.nombre.replace(/\.pdf$/i, '') ?? '')
  const [missing, setMissing] = useState(false)
  const [attempt, setAttempt] = useState(newAttempt)
  const found = useQuery(openCasesQuery(useDebounced(q.trim(), 200)))
  const save = useMutation({
    mutationFn: () =>
      saveInCase(
        documents,
        chosen === null || chosen === toNew ? { titulo: title.trim() } : { id_solicitud: chosen },
        attempt,
      ),
    onSuccess: () => invalidate(queries, queryKeys.solicitud(), queryKeys.solicitudes(), queryKeys.summary()),
  })
  if (save.data !== undefined)
    return (
      <Card>
        <CardHeader title={texts.saveTitle} />
        <CardBody className="flex flex-col gap-3">
          <p role="status" className="flex items-center gap-2 font-medium">
            <FolderCheck aria-hidden className="size-5 text-on-soft-success" /> {texts.saved(documents.length)}
          </p>
          <Button asChild block>
            <AppLink to={paths.solicitud(save.data)}>{texts.seeCase}</AppLink>
          </Button>
        </CardBody>
      </Card>
    )
  const choose = (value: string) => {
    setChosen(value)
    setMissing(false)
    // Another destination is another attempt.
    setAttempt(newAttempt())
    save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const incomplete = chosen === null || (chosen === toNew && title.trim() === '')
    setMissing(incomplete)
    if (!incomplete && !save.isPending) save.mutate()
  }
  return (
    <Card>
      <CardHeader title={texts.saveTitle} />
      <form noValidate onSubmit={submit}>
        <CardBody className="flex flex-col gap-3">
          <p className="text-small text-pretty text-ink-muted">{texts.saveText}</p>
          <SearchInput label={texts.saveSearch} value={q} onValueChange={setQ} />
          <fieldset disabled={save.isPending} className="flex flex-col gap-2">
            <legend className="sr-only">{texts.saveTitle}</legend>
            {found.data?.length === 0 && <p className="text-small text-ink-muted">{texts.saveNone}</p>}
            {found.data?.map(({ id_solicitud, id_solicitud_main, titulo, main }) => (
              <Choice key={id_solicitud} checked={chosen === id_solicitud} onChoose={() => choose(id_solicitud)}>
                <span className="block truncate font-medium">{titulo}</span>
                <span className="block truncate text-meta text-ink-muted">
                  {main === titulo ? id_solicitud_main : `${main} · ${id_solicitud_main}`}
                </span>
              </Choice>
            ))}
            {mayCreate && (
              <Choice checked={chosen === toNew} onChoose={() => choose(toNew)}>
                <span className="block font-medium">{texts.saveNew}</span>
              </Choice>
            )}
            {chosen === toNew && (
              <Field label={texts.saveNewTitle} error={missing ? texts.saveName : null}>
                <Input maxLength={200} value={title} onChange={({ target }) => setTitle(target.value)} />
              </Field>
            )}
          </fieldset>
          {missing && chosen === null && (
            <p role="alert" className="text-small text-error-ink">
              {texts.saveChoose}
            </p>
          )}
          <ErrorAlert error={save.error} />
          <Button type="submit" block icon={<FolderInput />} loading={save.isPending}>
            {texts.save(documents.length)}
          </Button>
        </CardBody>
      </form>
    </Card>
  )
}

type ChoiceProps = { checked: boolean; onChoose: () => void; children: ReactNode }

function Choice({ checked, onChoose, children }: ChoiceProps) {
  return (
    <label
      className={cn(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg border px-3 py-2',
        checked ? 'border-gold-ink bg-selected' : 'border-line',
      )}
    >
      <input
        type="radio"
        name="case"
        checked={checked}
        onChange={onChoose}
        className="size-4 shrink-0 accent-gold-ink"
      />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  )
}
