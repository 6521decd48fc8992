import { signingRequestLimits as limits } from '@foja/contracts/request-states'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { useQueryClient } from '@tanstack/react-query'
import { Info, Save, Send } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useAttemptKey } from '../../../lib/api/uuid.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { createRequest, refreshRequests } from '../api/signing-requests.ts'
import {
  bodyOf,
  checkDraft,
  emptyDraft,
  fieldOf,
  isBlank,
  sentOf,
  templateBodyOf,
  type AskedOfTemplate,
  type Draft,
  type DraftRecipient,
  type TemplateRole,
} from '../draft.ts'
import { useAskTexts } from '../texts/ask.ts'
import { MailPreview } from './mail-preview.tsx'
import { PlaceButton } from './place-button.tsx'
import { RecipientList, type KnownPerson } from './recipient-list.tsx'
import type { RowErrors } from './recipient-row.tsx'
import { TermFields } from './term-fields.tsx'

type AskDocument = { id_documento: string; nombre: string; paginas: number | null; requested: boolean }

/** A document that the request makes from a template. */
type FromTemplate = {
  /** Each is a recipient at first. */
  roles: readonly TemplateRole[]
  create: (body: AskedOfTemplate) => Promise<SigningRequest>
}

type Props = {
  /** The PDFs that can be asked for; `chosen` are marked at first. */
  documents: readonly AskDocument[]
  chosen: readonly string[]
  people: readonly KnownPerson[]
  /** All of `people` are recipients at first, as for the minutes of a mediation. */
  asksAll?: boolean
  /** The only one of `documents` does not exist yet. */
  template?: FromTemplate
  /** The title that the request has if none is typed. */
  usualTitle: string
  /** False: the server cannot send email. */
  mailReady: boolean
  /** Name of the user. */
  sender: string
  /** The dialog that chooses where a recipient signs the marked documents. */
  placing?: (props: {
    recipient: DraftRecipient
    documents: readonly string[]
    onPlaces: (places: DraftRecipient['places']) => void
    onClose: () => void
  }) => ReactNode
  /** Where there is room: the same for all recipients, beside the list. `active`: the one that was chosen there. */
  board?:
    | ((props: {
        recipients: readonly DraftRecipient[]
        documents: readonly string[]
        active: string | null
        onActive: (id: string) => void
        onPlaces: (id: string, places: DraftRecipient['places']) => void
      }) => ReactNode)
    | undefined
  onDone: (request: SigningRequest) => void
}

const names = ['nombre', 'email', 'telefono', 'identificacion'] as const
const fields = [
  'titulo',
  'mensaje',
  'documents',
  'recipients',
  'expires_at',
  ...Array.from({ length: limits.recipients }, (_, at) => names.map((name) => fieldOf(at, name))).flat(),
]

/** Fields of errors that the server reports by code. */
const byCode = {
  document_not_pdf: 'documents',
  document_requested: 'documents',
  documents_apart: 'documents',
  recipients_missing: 'recipients',
  recipient_repeated: 'recipients',
  date_in_past: 'expires_at',
  request_term_too_long: 'expires_at',
}

/** Each address once. */
const knownOnce = (people: readonly KnownPerson[]): Partial<DraftRecipient>[] => {
  const addresses = people.map(({ email }) => email.toLowerCase())
  return people
    .filter((_, at) => addresses.indexOf(addresses[at]!) === at)
    .map(({ identificacion = '', ...one }) => ({ ...one, identificacion }))
}

/** The draft, its errors, and what sends it. */
function useAsk({
  chosen,
  people,
  asksAll = false,
  template,
  onDone,
}: Pick<Props, 'chosen' | 'people' | 'asksAll' | 'template' | 'onDone'>) {
  const ask = useAskTexts()
  const queries = useQueryClient()
  const { keyFor } = useAttemptKey()
  const [draft, setDraft] = useState<Draft>(() =>
    emptyDraft(chosen, template?.roles.map((role) => ({ role })) ?? (asksAll ? knownOnce(people) : [])),
  )
  const [sends, setSends] = useState(true)
  const sendsNow = useRef(true)
  /** Ids of the recipients in the order of the last attempt: errors count them. */
  const [order, setOrder] = useState<readonly string[]>([])
  const { errors, state, submit, mend } = useFormSend<string, SigningRequest>({
    send: () => {
      if (template !== undefined) return template.create(templateBodyOf(draft, sendsNow.current))
      const body = bodyOf(draft, sendsNow.current)
      return createRequest({ ...body, key: keyFor(body) })
    },
    fields,
    byCode,
    onDone: async (request) => {
      toast.success(sendsNow.current ? ask.sent : ask.saved)
      await refreshRequests(queries)
      onDone(request)
    },
  })
  const attempt = (send: boolean) => {
    if (state.busy) return
    sendsNow.current = send
    setSends(send)
    setOrder(sentOf(draft.recipients).map(({ id }) => id))
    const faults = Object.entries(checkDraft(draft))
    submit(Object.fromEntries(faults.map(([field, fault]) => [field, ask.faults[fault]])))
  }
  const change = (part: Partial<Draft>) => {
    for (const name of Object.keys(part)) mend(name === 'lastDay' ? 'expires_at' : name)
    setDraft((before) => ({ ...before, ...part }))
  }
  const errorsOf = (id: string): RowErrors => {
    const at = order.indexOf(id)
    return at === -1 ? {} : Object.fromEntries(names.map((name) => [name, errors[fieldOf(at, name)]]))
  }
  const mendRow = (id: string, part: Partial<DraftRecipient>) => {
    for (const name of names) if (name in part || part.mustMatch === false) mend(fieldOf(order.indexOf(id), name))
  }
  return { draft, change, errors, errorsOf, mendRow, state, sends, attempt }
}

/** Asks people for signatures: documents, recipients by turn, term and message on one screen. */
export function AskPage({ documents, people, usualTitle, mailReady, sender, placing, board, ...rest }: Props) {
  const ask = useAskTexts()
  const { list } = useFormat()
  const { draft, change, errors, errorsOf, mendRow, state, sends, attempt } = useAsk({ ...rest, people })
  const [placed, setPlaced] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (state.attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [state.attempt])
  const marked = documents.filter(({ id_documento: id }) => draft.documents.includes(id))
  const named = draft.recipients.filter((one) => !isBlank(one))
  const acting = named.filter(({ rol }) => rol !== 'copia')
  const first = acting.filter(({ turno }) => turno === 1)
  const nameOf = ({ nombre, email }: DraftRecipient) => (nombre.trim() === '' ? email.trim() : nombre.trim())
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    attempt(true)
  }
  const target = draft.recipients.find(({ id }) => id === placed)
  const putPlaces = (of: string | null, places: DraftRecipient['places']) =>
    change({ recipients: draft.recipients.map((one) => (one.id === of ? { ...one, places } : one)) })
  return (
    <>
      <form
        ref={form}
        noValidate
        onSubmit={onSubmit}
        className={cn(
          'grid items-start gap-4',
          board === undefined
            ? 'lg:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]'
            : 'grid-cols-[minmax(0,1fr)_30rem_21rem]',
        )}
      >
        <div className="flex min-w-0 flex-col gap-4">
          {!mailReady && <Alert variant="warning">{ask.mailOff}</Alert>}
          {state.failure !== null && <Alert variant="error">{state.failure}</Alert>}
          {rest.template === undefined && (
            <Documents
              documents={documents}
              chosen={draft.documents}
              error={errors['documents']}
              onChange={(next) => change({ documents: next })}
            />
          )}
          <RecipientList
            recipients={draft.recipients}
            people={people}
            errorsOf={errorsOf}
            error={errors['recipients']}
            onChange={(recipients) => change({ recipients })}
            onMend={mendRow}
            place={
              placing === undefined || marked.length === 0
                ? undefined
                : ({ id, places }) => (
                    <PlaceButton
                      count={places.filter((one) => draft.documents.includes(one.id_documento)).length}
                      opensDialog={board === undefined}
                      onClick={() => setPlaced(id)}
                    />
                  )
            }
          />
        </div>
        {board !== undefined && (
          <div className="sticky top-20 h-[calc(100dvh-11.5rem)] min-w-0">
            {board({
              recipients: draft.recipients,
              documents: draft.documents,
              active: placed,
              onActive: setPlaced,
              onPlaces: putPlaces,
            })}
          </div>
        )}
        <div
          className={cn(
            'flex min-w-0 flex-col gap-4 lg:sticky',
            // Below the header of the page, or in a frame that scrolls by itself.
            rest.template === undefined ? 'lg:top-20' : 'lg:top-6',
          )}
        >
          <Card>
            <CardBody className="flex flex-col gap-4">
              <Options draft={draft} errors={errors} usualTitle={usualTitle} onChange={change} />
            </CardBody>
          </Card>
          <MailPreview sender={sender} to={first[0]} documents={marked} draft={draft} />
          <div className="flex flex-col gap-2">
            {mailReady && first.length > 0 && (
              <p className="flex gap-2 text-small text-ink-muted">
                <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
                {ask.goesTo(list(first.map(nameOf)), acting.length > first.length)}
              </p>
            )}
            <Button type="submit" variant="primary" size="lg" block icon={<Send />} loading={state.busy && sends}>
              {ask.send}
            </Button>
            <Button block icon={<Save />} loading={state.busy && !sends} onClick={() => attempt(false)}>
              {ask.save}
            </Button>
          </div>
        </div>
      </form>
      {target !== undefined &&
        board === undefined &&
        placing?.({
          recipient: target,
          documents: draft.documents,
          onPlaces: (places) => putPlaces(placed, places),
          onClose: () => setPlaced(null),
        })}
    </>
  )
}

type DocumentsProps = {
  documents: readonly AskDocument[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: readonly string[]) => void
}

function Documents({ documents, chosen, error, onChange }: DocumentsProps) {
  const ask = useAskTexts()
  const { number, plural } = useFormat()
  return (
    <Card aria-labelledby="ask-documents-title">
      <CardHeader title={ask.documents} titleId="ask-documents-title" count={number(chosen.length)} />
      {documents.length === 0 ? (
        <p className="p-5 text-ink-muted">{ask.noDocuments}</p>
      ) : (
        <CardList>
          {documents.map(({ id_documento: id, nombre, paginas, requested }) => (
            <CardRow key={id}>
              <Checkbox
                className="min-w-0 flex-1"
                label={<span className="font-medium wrap-anywhere">{nombre}</span>}
                checked={chosen.includes(id)}
                disabled={!chosen.includes(id) && (requested || chosen.length >= limits.documents)}
                onCheckedChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
              />
              <span className="text-small whitespace-nowrap text-ink-muted figures">
                {requested ? ask.requested : paginas !== null && plural(paginas, ask.pages)}
              </span>
            </CardRow>
          ))}
        </CardList>
      )}
      {error !== undefined && (
        <p role="alert" className="border-t border-line px-5 py-3 text-small text-error-ink max-sm:px-4">
          {error}
        </p>
      )}
    </Card>
  )
}

type OptionsProps = {
  draft: Draft
  errors: Partial<Record<string, string>>
  usualTitle: string
  onChange: (part: Partial<Draft>) => void
}

function Options({ draft, errors, usualTitle, onChange }: OptionsProps) {
  const ask = useAskTexts()
  return (
    <>
      <TermFields {...draft} error={errors['expires_at']} onChange={onChange} />
      <Switch
        place="end"
        label={ask.delegation}
        checked={draft.delegation}
        onCheckedChange={(delegation) => onChange({ delegation })}
      />
      <Field label={ask.requestTitle} optional error={errors['titulo']}>
        <Input
          maxLength={200}
          autoComplete="off"
          placeholder={usualTitle}
          value={draft.titulo}
          onChange={(event) => onChange({ titulo: event.target.value })}
        />
      </Field>
      <Field label={ask.message} optional error={errors['mensaje']}>
        <Textarea
          rows={2}
          maxLength={2000}
          value={draft.mensaje}
          onChange={(event) => onChange({ mensaje: event.target.value })}
        />
      </Field>
    </>
  )
}
