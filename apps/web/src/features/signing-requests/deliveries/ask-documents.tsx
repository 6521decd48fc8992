import { documentRequestLimits } from '@foja/contracts/requirement-rules'
import type { DocumentRequest } from '@foja/contracts/document-requests'
import { useQueryClient } from '@tanstack/react-query'
import { Info, Plus, Send, UserPlus, X } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useAttemptKey } from '../../../lib/api/uuid.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { TermFields } from '../../../shared/term-fields.tsx'
import { useTermTexts } from '../../../shared/texts/term.ts'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshRequests } from '../api/signing-requests.ts'
import { createDelivery } from '../api/document-requests.ts'
import type { KnownPerson } from '../components/recipient-list.tsx'
import { PersonFields } from '../components/person-fields.tsx'
import { useAskTexts } from '../texts/ask.ts'
import { useDeliveriesTexts } from '../texts/deliveries.ts'
import {
  checkDelivery,
  deliveryBody,
  emptyDelivery,
  kindChoices,
  newItem,
  newPerson,
  sentItems,
  sentPeople,
  type DeliveryDraft,
  type DraftItem,
  type DraftPerson,
} from './draft.ts'

type Props = {
  idSolicitud: string
  people: readonly KnownPerson[]
  /** The list of the last time; empty without one. */
  offered: readonly DraftItem[]
  mailReady: boolean
  onDone: (request: DocumentRequest) => void
}

const personFields = ['nombre', 'email', 'telefono'] as const
const itemFields = ['nombre', 'ayuda', 'obligatorio'] as const
const rows = (count: number) => Array.from({ length: count }, (_, at) => at)
const fields = [
  'mensaje',
  'expires_at',
  ...rows(documentRequestLimits.recipients).flatMap((at) => personFields.map((name) => `recipients.${at}.${name}`)),
  ...rows(documentRequestLimits.requirements).flatMap((at) => itemFields.map((name) => `requirements.${at}.${name}`)),
]
const byCode = {
  recipient_repeated: 'recipients.0.email',
  date_in_past: 'expires_at',
  request_term_too_long: 'expires_at',
}

/** The draft, its errors by row, and what sends it. */
function useDelivery({ idSolicitud, offered, onDone }: Pick<Props, 'idSolicitud' | 'offered' | 'onDone'>) {
  const ask = useAskTexts()
  const texts = useDeliveriesTexts()
  const term = useTermTexts()
  const queries = useQueryClient()
  const { keyFor } = useAttemptKey()
  const [draft, setDraft] = useState<DeliveryDraft>(() => emptyDelivery(offered))
  /** Ids of the rows in the order of the last attempt: errors count them. */
  const [order, setOrder] = useState<{ people: readonly string[]; items: readonly string[] }>({ people: [], items: [] })
  const { errors, state, submit, mend } = useFormSend<string, DocumentRequest>({
    send: () => {
      const body = deliveryBody(draft, idSolicitud)
      return createDelivery({ ...body, key: keyFor(body) })
    },
    fields,
    byCode,
    onDone: async (request) => {
      toast.success(ask.sent)
      await refreshRequests(queries)
      onDone(request)
    },
  })
  const change = (part: Partial<DeliveryDraft>) => {
    for (const field of fields) mend(field)
    setDraft((before) => ({ ...before, ...part }))
  }
  return {
    draft,
    change,
    errors,
    state,
    personError: (id: string, name: (typeof personFields)[number]) =>
      errors[`recipients.${order.people.indexOf(id)}.${name}`],
    itemError: (id: string, name: (typeof itemFields)[number]) =>
      errors[`requirements.${order.items.indexOf(id)}.${name}`],
    attempt: () => {
      if (state.busy) return
      setOrder({ people: sentPeople(draft).map(({ id }) => id), items: sentItems(draft).map(({ id }) => id) })
      const faults = Object.entries(checkDelivery(draft))
      const words = { ...term.faults, ...texts.faults }
      submit(Object.fromEntries(faults.map(([field, fault]) => [field, words[fault]])))
    },
  }
}

/** Asks people for documents by a list: who, which, until when. */
export function AskDocuments({ people, mailReady, ...rest }: Props) {
  const texts = useDeliveriesTexts()
  const ask = useAskTexts()
  const { list } = useFormat()
  const { draft, change, errors, state, personError, itemError, attempt } = useDelivery(rest)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (state.attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [state.attempt])
  const named = draft.people.map(({ nombre, email }) => nombre.trim() || email.trim()).filter(Boolean)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    attempt()
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit}
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        {!mailReady && <Alert variant="warning">{ask.mailOff}</Alert>}
        {state.failure !== null && <Alert variant="error">{state.failure}</Alert>}
        <People
          people={draft.people}
          mailReady={mailReady}
          known={people}
          errorOf={personError}
          onChange={(next) => change({ people: next })}
        />
        <Items
          items={draft.items}
          note={rest.offered.length > 0 ? texts.listNote : undefined}
          errorOf={itemError}
          onChange={(items) => change({ items })}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-20">
        <Card>
          <CardBody className="flex flex-col gap-4">
            <TermFields {...draft} error={errors['expires_at']} onChange={change} />
            <Field label={ask.message} optional error={errors['mensaje']}>
              <Textarea
                rows={3}
                maxLength={2000}
                value={draft.mensaje}
                onChange={(event) => change({ mensaje: event.target.value })}
              />
            </Field>
          </CardBody>
        </Card>
        {mailReady && named.length > 0 && (
          <p className="flex gap-2 text-small text-ink-muted">
            <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
            {texts.goesTo(list(named))}
          </p>
        )}
        <Button type="submit" variant="primary" size="lg" block icon={<Send />} loading={state.busy}>
          {ask.send}
        </Button>
      </div>
    </form>
  )
}

const changed = <T extends { id: string }>(all: readonly T[], id: string, part: Partial<T>): T[] =>
  all.map((one) => (one.id === id ? { ...one, ...part } : one))
const without = <T extends { id: string }>(all: readonly T[], id: string): T[] => all.filter((one) => one.id !== id)

type PeopleProps = {
  people: readonly DraftPerson[]
  known: readonly KnownPerson[]
  mailReady: boolean
  errorOf: (id: string, name: (typeof personFields)[number]) => string | undefined
  onChange: (people: DraftPerson[]) => void
}

function People({ people, known, mailReady, errorOf, onChange }: PeopleProps) {
  const texts = useDeliveriesTexts()
  const { number } = useFormat()
  const addresses = new Set(people.map(({ email }) => email.trim().toLowerCase()))
  const offered = known.filter(({ email }) => !addresses.has(email.toLowerCase()))
  const add = (person: Partial<DraftPerson>) =>
    onChange([...people.filter(({ nombre, email }) => nombre.trim() !== '' || email.trim() !== ''), newPerson(person)])
  return (
    <Card aria-labelledby="people-title">
      <CardHeader title={texts.people} titleId="people-title" count={number(people.length)} />
      <CardBody className="flex flex-col gap-4">
        <ul className="flex flex-col gap-4">
          {people.map((person, at) => {
            const { id, nombre } = person
            const set = (part: Partial<DraftPerson>) => onChange(changed(people, id, part))
            return (
              <li key={id} className="flex items-start gap-2">
                <PersonFields
                  person={person}
                  mailReady={mailReady}
                  errorOf={(name) => errorOf(id, name)}
                  onChange={set}
                  className="min-w-0 flex-1"
                />
                {people.length > 1 && (
                  <IconButton
                    label={texts.remove(nombre.trim() || texts.person(at + 1))}
                    className="mt-6"
                    onClick={() => onChange(without(people, id))}
                  >
                    <X />
                  </IconButton>
                )}
              </li>
            )
          })}
        </ul>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            icon={<UserPlus />}
            disabled={people.length >= documentRequestLimits.recipients}
            onClick={() => onChange([...people, newPerson()])}
          >
            {texts.addPerson}
          </Button>
          {offered.length > 0 && <span className="text-small text-ink-muted">{texts.fromCase}</span>}
          {offered.slice(0, 6).map(({ nombre, email }) => (
            <Button
              key={email}
              size="sm"
              variant="ghost"
              icon={<Plus />}
              aria-label={texts.add(nombre)}
              onClick={() => add({ nombre, email })}
            >
              {nombre}
            </Button>
          ))}
        </div>
        {people.length > 1 && <p className="text-small text-ink-muted">{texts.peopleNote}</p>}
      </CardBody>
    </Card>
  )
}

type ItemsProps = {
  items: readonly DraftItem[]
  note: string | undefined
  errorOf: (id: string, name: (typeof itemFields)[number]) => string | undefined
  onChange: (items: DraftItem[]) => void
}

function Items({ items, note, errorOf, onChange }: ItemsProps) {
  const texts = useDeliveriesTexts()
  const { number } = useFormat()
  return (
    <Card aria-labelledby="items-title">
      <CardHeader title={texts.list} titleId="items-title" count={number(items.length)} />
      <CardBody className="flex flex-col gap-4">
        {note !== undefined && <p className="text-small text-ink-muted">{note}</p>}
        <ol className="flex flex-col gap-4">
          {items.map((item, at) => {
            const { id, nombre, ayuda, kinds, several, optional } = item
            const set = (part: Partial<DraftItem>) => onChange(changed(items, id, part))
            const called = nombre.trim() || texts.item(at + 1)
            return (
              <li key={id} aria-label={called} className="flex items-start gap-2 rounded-lg border border-line p-3">
                <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
                  <Field label={texts.itemName} required error={errorOf(id, 'nombre') ?? errorOf(id, 'obligatorio')}>
                    <Input
                      autoComplete="off"
                      maxLength={120}
                      placeholder={texts.itemPlaceholder}
                      value={nombre}
                      onChange={(event) => set({ nombre: event.target.value })}
                    />
                  </Field>
                  <Field label={texts.help} optional error={errorOf(id, 'ayuda')}>
                    <Input
                      autoComplete="off"
                      maxLength={500}
                      placeholder={texts.helpPlaceholder}
                      value={ayuda}
                      onChange={(event) => set({ ayuda: event.target.value })}
                    />
                  </Field>
                  <div className="flex flex-wrap items-center gap-x-5 gap-y-2 sm:col-span-2">
                    <Select
                      label={`${texts.kinds}: ${called}`}
                      value={kinds}
                      onValueChange={(next) => set({ kinds: next })}
                      options={kindChoices.map((value) => ({ value, label: texts.kindOptions[value] }))}
                      className="w-48 max-sm:w-full"
                    />
                    <Checkbox label={texts.several} checked={several} onCheckedChange={(on) => set({ several: on })} />
                    <Checkbox
                      label={texts.optional}
                      checked={optional}
                      onCheckedChange={(on) => set({ optional: on })}
                    />
                  </div>
                </div>
                {items.length > 1 && (
                  <IconButton label={texts.removeItem(called)} onClick={() => onChange(without(items, id))}>
                    <X />
                  </IconButton>
                )}
              </li>
            )
          })}
        </ol>
        <div>
          <Button
            size="sm"
            icon={<Plus />}
            disabled={items.length >= documentRequestLimits.requirements}
            onClick={() => onChange([...items, newItem()])}
          >
            {texts.addItem}
          </Button>
        </div>
      </CardBody>
    </Card>
  )
}
