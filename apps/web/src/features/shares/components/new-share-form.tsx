import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useSharesTexts } from '../texts/shares.ts'
import { LocalLinkNotice } from '../../../shared/local-link-notice.tsx'
import { useAttemptKey } from '../../../lib/api/uuid.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { createShare, type NewShare } from '../api/shares.ts'
import { bodyOf, checkForm, emptyForm, expiries, type ShareForm } from '../share-form.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'
import { ErrorAlert } from '../../../shared/error-alert.tsx'

const ShareQr = lazyPart(async () => (await import('./share-qr.tsx')).ShareQr)

type Shared = { id_documento: string; nombre: string }

/** The options of a new link, and then the link. A double click or a retry after a lost response creates one link. */
export function NewShareForm({ document }: { document: Shared }) {
  const shares = useSharesTexts()
  const queries = useQueryClient()
  const { keyFor, reset: newAttempt } = useAttemptKey()
  const [form, setForm] = useState<ShareForm>(emptyForm)
  const sent = useRef<NewShare | null>(null)
  const [wrong, setWrong] = useState<ReturnType<typeof checkForm>>({})
  const change = (part: Partial<ShareForm>) => setForm((before) => ({ ...before, ...part }))
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: (body: NewShare) => createShare(body),
    onSuccess: async () => {
      newAttempt()
      setForm(emptyForm)
      await invalidate(queries, queryKeys.shares(document.id_documento))
    },
  })

  if (data !== undefined) return <CreatedLink url={data.url} nombre={document.nombre} onAnother={reset} />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkForm(form)
    setWrong(found)
    if (Object.keys(found).length > 0 || isPending) return
    // A retry repeats the same body, so «in 30 days» counts from the first attempt.
    const key = keyFor(form)
    const body = sent.current?.key === key ? sent.current : { ...bodyOf(document.id_documento, form), key }
    sent.current = body
    mutate(body)
  }
  const say = (field: keyof typeof wrong) => {
    const problem = wrong[field]
    return problem === undefined ? undefined : shares[problem]
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <Field label={shares.expiry}>
          <Select
            value={form.expiry}
            onValueChange={(expiry) => change({ expiry })}
            options={expiries.map((value) => ({ value, label: shares.expiries[value] }))}
          />
        </Field>
        {form.expiry === 'date' && (
          <Field label={shares.lastDay} error={say('date')}>
            <Input type="date" value={form.date} onChange={(event) => change({ date: event.target.value })} />
          </Field>
        )}
        <Field label={shares.password} hint={shares.passwordHint} error={say('password')} optional>
          <PasswordInput
            autoComplete="new-password"
            value={form.password}
            onChange={(event) => change({ password: event.target.value })}
          />
        </Field>
        <Field label={shares.maxViews} hint={shares.maxViewsHint} error={say('maxViews')} optional>
          <Input
            inputMode="numeric"
            value={form.maxViews}
            onChange={(event) => change({ maxViews: event.target.value })}
          />
        </Field>
      </div>
      <Switch
        label={shares.download}
        hint={shares.downloadHint}
        checked={form.download}
        onCheckedChange={(download) => change({ download })}
      />
      <ErrorAlert error={error} title={shares.failed} />
      <Button type="submit" variant="primary" loading={isPending} className="self-end max-sm:w-full">
        {shares.create}
      </Button>
    </form>
  )
}

function CreatedLink({ url, nombre, onAnother }: { url: string; nombre: string; onAnother: () => void }) {
  const shares = useSharesTexts()
  return (
    <div className="flex flex-col gap-3">
      <Alert variant="success" title={shares.created}>
        {shares.onceText}
      </Alert>
      <Field label={shares.link}>
        <Input readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <LocalLinkNotice url={url} />
      <div className="flex justify-end gap-2 max-sm:*:flex-1">
        <Button variant="ghost" onClick={onAnother}>
          {shares.another}
        </Button>
        <CopyButton text={url} label={shares.copy} variant="primary" size="md" />
      </div>
      <ShareQr fallback={<Skeleton className="h-30 w-full" />} url={url} nombre={nombre} />
    </div>
  )
}
