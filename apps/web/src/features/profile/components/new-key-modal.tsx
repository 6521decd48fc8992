import { serviceRoles } from '@foja/contracts/api-keys'
import { longestKeyName, mostKeyDays } from '@foja/contracts/constants'
import type { KeyScope } from '@foja/contracts/key-scopes'
import type { Proof } from '@foja/contracts/passkeys'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { fromLocalMoment } from '../../../lib/format/local-moment.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { Input } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { apiKeysQuery, sendNewKey, type NewKey } from '../api/api-keys.ts'
import { useApiKeysTexts } from '../texts/api-keys.ts'
import { useSend } from '../use-send.ts'
import { ProofForm } from './proof-form.tsx'
import { ScopesField } from './scopes-field.tsx'

const expiries = ['30', '90', '365', 'date'] as const
type Expiry = (typeof expiries)[number]
type ServiceRole = (typeof serviceRoles)[number]
type Form = {
  name: string
  role: ServiceRole
  scopes: ReadonlySet<KeyScope>
  expiry: Expiry
  date: string
  networks: string
}
const emptyForm: Form = { name: '', role: 'usuario', scopes: new Set(), expiry: '90', date: '', networks: '' }

const dayMs = 86_400_000

/** When a key of the form expires; null: the date is missing or out of range. */
function expiresAt({ expiry, date }: Form): string | null {
  const now = Date.now()
  if (expiry !== 'date') return new Date(now + Number(expiry) * dayMs).toISOString()
  const moment = fromLocalMoment({ date, time: date === '' ? '' : '23:59' })
  if (moment === null || moment === undefined) return null
  const days = (Date.parse(moment) - now) / dayMs
  return days > 0 && days <= mostKeyDays ? moment : null
}

/** Refusals that the form can correct, not the proof. */
const ofForm: ReadonlySet<string> = new Set(['key_expiry_wrong', 'key_network_wrong', 'key_limit', 'company_unknown'])

type Props = { company: string | undefined; onClose: () => void }

/** Three steps: what the key may do, the proof, and the key itself, which only «saved» closes. */
export function NewKeyModal({ company, onClose }: Props) {
  const texts = useApiKeysTexts()
  const id = useId()
  const queries = useQueryClient()
  const { send, busy, refusal, forget } = useSend()
  const [form, setForm] = useState(emptyForm)
  const [proving, setProving] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const shown = key !== null

  const create = async (proof: Proof) => {
    const { name, role, scopes, networks } = form
    const body: NewKey = {
      nombre: name.trim(),
      scopes: [...scopes],
      expires_at: expiresAt(form) ?? '',
      networks: networks.split(/[\s,;]+/).filter(Boolean),
      ...(company === undefined ? {} : { service: { role, id_company: company } }),
      ...proof,
    }
    const created = await send(() => sendNewKey(body))
    if (created !== undefined) setKey(created.key)
  }
  const isOfForm = refusal !== null && ofForm.has(refusal.code ?? '')
  const asksProof = proving && !isOfForm
  const finish = () => {
    void queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
    onClose()
  }
  const back = () => {
    forget()
    setProving(false)
  }
  const [title, description] = shown
    ? [texts.shownTitle, texts.shownText]
    : asksProof
      ? [texts.proofTitle, texts.proofText]
      : [texts.newTitle, texts.newText]
  return (
    <Modal
      open
      onOpenChange={shown ? () => {} : onClose}
      busy={shown || busy}
      title={title}
      description={description}
      footer={
        shown ? (
          <Button variant="primary" onClick={finish}>
            {texts.done}
          </Button>
        ) : asksProof ? (
          <FormFooter form={id} submit={texts.make} busy={busy} cancel={texts.back} onCancel={back} />
        ) : (
          <FormFooter form={id} submit={texts.next} onCancel={onClose} />
        )
      }
    >
      {shown ? (
        <ShownKey value={key} />
      ) : asksProof ? (
        <ProofForm form={id} busy={busy} refusal={refusal} onProof={(proof) => void create(proof)} />
      ) : (
        <KeyForm
          id={id}
          form={form}
          isService={company !== undefined}
          failure={isOfForm ? refusal.detail : null}
          onChange={(change) => setForm((before) => ({ ...before, ...change }))}
          onDone={() => {
            forget()
            setProving(true)
          }}
        />
      )}
    </Modal>
  )
}

type FormProps = {
  id: string
  form: Form
  isService: boolean
  failure: string | null
  onChange: (change: Partial<Form>) => void
  onDone: () => void
}

function KeyForm({ id, form, isService, failure, onChange, onDone }: FormProps) {
  const texts = useApiKeysTexts()
  const { roles } = useDomainTexts()
  const [attempt, setAttempt] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus()
  }, [attempt])
  const tried = attempt > 0
  const faults = {
    name: form.name.trim() === '' ? texts.nameMissing : undefined,
    scopes: form.scopes.size === 0 ? texts.scopesMissing : undefined,
    date: expiresAt(form) === null ? texts.dateWrong : undefined,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (Object.values(faults).every((fault) => fault === undefined)) onDone()
    else setAttempt((before) => before + 1)
  }
  return (
    <form ref={element} id={id} noValidate onSubmit={submit} className="flex flex-col gap-4 pb-1">
      {failure !== null && <Alert variant="error">{failure}</Alert>}
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        error={tried ? faults.name : undefined}
        maxLength={longestKeyName}
        autoFocus
        value={form.name}
        onValueChange={(name) => onChange({ name })}
      />
      {isService && (
        <Field label={texts.role} hint={texts.roleHints[form.role]}>
          <Select
            value={form.role}
            onValueChange={(role) => onChange({ role })}
            options={serviceRoles.toReversed().map((value) => ({ value, label: roles[value] }))}
          />
        </Field>
      )}
      <ScopesField
        value={form.scopes}
        error={tried ? faults.scopes : undefined}
        onChange={(scopes) => onChange({ scopes })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.expiry}>
          <Select
            value={form.expiry}
            onValueChange={(expiry) => onChange({ expiry })}
            options={expiries.map((value) => ({ value, label: texts.expiries[value] }))}
          />
        </Field>
        {form.expiry === 'date' && (
          <Field label={texts.lastDay} error={tried ? faults.date : undefined}>
            <Input type="date" value={form.date} onChange={(event) => onChange({ date: event.target.value })} />
          </Field>
        )}
      </div>
      <TextField
        label={texts.networks}
        hint={texts.networksHint}
        optional
        code
        value={form.networks}
        onValueChange={(networks) => onChange({ networks })}
      />
    </form>
  )
}

function ShownKey({ value }: { value: string }) {
  const texts = useApiKeysTexts()
  return (
    <div className="flex flex-col items-start gap-4">
      <output
        aria-label={texts.key}
        className="code w-full rounded-lg border border-line bg-canvas p-4 text-ink wrap-anywhere"
      >
        {value}
      </output>
      <CopyButton variant="secondary" text={value} label={texts.copy} />
      <p className="text-small text-ink-muted">
        {texts.usage} <code className="code wrap-anywhere">Authorization: Bearer foja_…</code>
      </p>
    </div>
  )
}
