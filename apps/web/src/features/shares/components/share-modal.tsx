import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'
import { problemOf } from '../../../lib/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { createShare } from '../api/shares.ts'
import { ShareList } from './share-list.tsx'

type Shared = { id_documento: string; nombre: string }
type Expiry = '1' | '7' | '30' | '90' | 'never'

const expiries: readonly Expiry[] = ['1', '7', '30', '90', 'never']
const day = 24 * 60 * 60 * 1000

type Props = { document: Shared | null; onClose: () => void }

/** Makes a link, shows it once, and lists the ones that there are. */
export function ShareModal({ document, onClose }: Props) {
  const { shares } = useTexts()
  return (
    <Modal
      open={document !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={shares.title(document?.nombre ?? '')}
      description={shares.text}
    >
      {document !== null && (
        <div className="flex flex-col gap-5 pb-2">
          <NewShareForm document={document} />
          <ShareList idDocumento={document.id_documento} />
        </div>
      )}
    </Modal>
  )
}

function NewShareForm({ document }: { document: Shared }) {
  const { shares, domain } = useTexts()
  const queries = useQueryClient()
  const [expiry, setExpiry] = useState<Expiry>('30')
  const [password, setPassword] = useState('')
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const [allow, setAllow] = useState(true)
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: () =>
      createShare({
        id_documento: document.id_documento,
        allow_download: allow,
        ...(expiry === 'never' ? {} : { expires_at: new Date(Date.now() + Number(expiry) * day).toISOString() }),
        ...(password === '' ? {} : { password }),
      }),
    onSuccess: async () => {
      setPassword('')
      await queries.invalidateQueries({ queryKey: ['shares', document.id_documento] })
    },
  })

  if (data !== undefined) return <CreatedLink url={data.url} onAnother={reset} />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = password !== '' && password.length < 4 ? shares.passwordShort : null
    setPasswordError(wrong)
    if (wrong === null && !isPending) mutate()
  }
  const problem = problemOf(error)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <Field label={shares.expiry}>
          <Select
            value={expiry}
            onValueChange={setExpiry}
            options={expiries.map((value) => ({ value, label: shares.expiries[value] }))}
          />
        </Field>
        <Field label={shares.password} hint={shares.passwordHint} error={passwordError} optional>
          <PasswordInput
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </div>
      <Switch label={shares.download} hint={shares.downloadHint} checked={allow} onCheckedChange={setAllow} />
      {error !== null && (
        <Alert variant="error" title={problem?.title ?? shares.failed}>
          {problem?.detail ?? domain.tryAgainLater}
        </Alert>
      )}
      <Button type="submit" variant="primary" loading={isPending} className="self-end max-sm:w-full">
        {shares.create}
      </Button>
    </form>
  )
}

function CreatedLink({ url, onAnother }: { url: string; onAnother: () => void }) {
  const { shares } = useTexts()
  return (
    <div className="flex flex-col gap-3">
      <Alert variant="success" title={shares.created}>
        {shares.onceText}
      </Alert>
      <Field label={shares.link}>
        <Input readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex justify-end gap-2 max-sm:*:flex-1">
        <Button variant="ghost" onClick={onAnother}>
          {shares.another}
        </Button>
        <CopyButton text={url} label={shares.copy} variant="primary" size="md" />
      </div>
    </div>
  )
}
