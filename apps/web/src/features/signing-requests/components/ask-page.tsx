import { isSigner } from '@foja/contracts/request-states'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { Info, Save, Send } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { TermFields } from '../../../shared/term-fields.tsx'
import { textLink } from '../../../ui/link.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { isBlank, shortName, type Draft, type DraftRecipient } from '../draft.ts'
import { useAskTexts } from '../texts/ask.ts'
import { useAsk, type FromTemplate } from '../use-ask.ts'
import { DocumentTiles, type AskDocument } from './document-tiles.tsx'
import { MailPreview } from './mail-preview.tsx'
import { PlaceButton } from './place-button.tsx'
import { RecipientList, type KnownPerson } from './recipient-list.tsx'

type Props = {
  /** The PDFs that can be asked for; `chosen` are marked at first. */
  documents: readonly AskDocument[]
  chosen: readonly string[]
  people: readonly KnownPerson[]
  /** All of `people` are recipients at first, as for the minutes of a mediation. */
  asksAll?: boolean
  /** The person for whom the page was opened: a recipient at first. */
  first?: KnownPerson | undefined
  /** A kept draft, which is changed. */
  kept?: SigningRequest | undefined
  /** The only one of `documents` does not exist yet. */
  template?: FromTemplate
  /** The title that the request has if none is typed. */
  usualTitle: string
  /** False: the server cannot send email. */
  mailReady: boolean
  /** The office cannot seal simple signatures: the user uploads its certificate, or asks for it. */
  sealMissing?: 'upload' | 'ask' | null
  /** Name of the user. */
  sender: string
  /** The dialog that chooses where a recipient signs the marked documents. */
  placing?: (props: {
    recipient: DraftRecipient
    /** The other signers, whose places stay free. */
    others: readonly DraftRecipient[]
    documents: readonly string[]
    onPlaces: (places: DraftRecipient['places']) => void
    onClose: () => void
  }) => ReactNode
  /**
   * Where there is room, instead of the dialog: the places of all recipients, beside the list. The page then fills the
   * height. `active`: the recipient whose place is chosen.
   */
  board?:
    | ((props: {
        recipients: readonly DraftRecipient[]
        documents: readonly string[]
        active: string | null
        onActive: (id: string) => void
        onPlaces: (places: Readonly<Record<string, DraftRecipient['places']>>) => void
      }) => ReactNode)
    | undefined
  /** Beside the board: the top bar, for the button that keeps a draft. */
  tools?: HTMLElement | null
  onDone: (request: SigningRequest) => void
}

/** Asks people for signatures: documents, recipients by turn, term and message on one screen. */
export function AskPage(props: Props) {
  const { documents, people, usualTitle, mailReady, sealMissing = null, sender, placing, board, tools, ...rest } = props
  const ask = useAskTexts()
  const { list } = useFormat()
  const { draft, change, errors, errorsOf, mendRow, state, sends, attempt } = useAsk({ ...rest, people })
  const { recipients } = draft
  const [placed, setPlaced] = useState<string | null>(null)
  /** Whose place the dialog chooses. */
  const [placedHere, setPlacedHere] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (state.attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [state.attempt])
  const wide = board !== undefined
  const unsealed = recipients.some(({ rol }) => rol === 'firma_simple') ? sealMissing : null
  const notes = !mailReady || unsealed !== null
  const marked = documents.filter(({ id_documento: id }) => draft.documents.includes(id))
  const acting = recipients.filter((one) => one.rol !== 'copia' && !isBlank(one))
  const first = acting.filter(({ turno }) => turno === 1)
  const signers = recipients.filter(({ rol }) => isSigner(rol))
  const chosen = signers.find(({ id }) => id === placed) ?? signers[0]
  const placesIn = (id: string) =>
    signers.filter(({ places }) => places.some(({ id_documento }) => id_documento === id)).length
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    attempt(true)
  }
  const target = recipients.find(({ id }) => id === placedHere)
  const putPlaces = (all: Readonly<Record<string, DraftRecipient['places']>>) =>
    change({ recipients: recipients.map((one) => ({ ...one, places: all[one.id] ?? one.places })) })
  const save = (
    <Button block={!wide} icon={<Save />} loading={state.busy && !sends} onClick={() => attempt(false)}>
      {ask.save}
    </Button>
  )
  const options = <Options draft={draft} errors={errors} usualTitle={usualTitle} onChange={change} />
  const preview = (
    <MailPreview
      sender={sender}
      to={first[0]}
      documents={marked}
      draft={draft}
      title={draft.titulo.trim() || usualTitle}
    />
  )
  return (
    <>
      <form
        ref={form}
        noValidate
        onSubmit={onSubmit}
        className={
          wide
            ? 'grid h-[calc(100dvh-3.5rem)] min-w-0 flex-1 grid-cols-[33rem_minmax(0,1fr)_21rem]'
            : 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]'
        }
      >
        <div
          data-column={wide ? '' : undefined}
          className={cn(
            'flex min-w-0 flex-col',
            wide ? 'scroll-pb-20 overflow-y-auto border-r border-line bg-panel' : 'gap-4',
          )}
        >
          {notes && (
            <div className={wide ? 'flex flex-col gap-4 p-4' : 'contents'}>
              {!mailReady && <Alert variant="warning">{ask.mailOff}</Alert>}
              {unsealed !== null && (
                <Alert
                  variant="warning"
                  action={
                    unsealed === 'upload' && (
                      <AppLink to={paths.signingSettings()} className={textLink}>
                        {ask.sealSettings}
                      </AppLink>
                    )
                  }
                >
                  {ask.sealMissing[unsealed]}
                </Alert>
              )}
            </div>
          )}
          {rest.template === undefined && (
            <DocumentTiles
              documents={documents}
              chosen={draft.documents}
              error={errors['documents']}
              placesIn={placesIn}
              flat={wide}
              onChange={(next) => change({ documents: next })}
            />
          )}
          <RecipientList
            recipients={recipients}
            people={people}
            mailReady={mailReady}
            errorsOf={errorsOf}
            error={errors['recipients']}
            onChange={(next) => change({ recipients: next })}
            onMend={mendRow}
            fills={wide}
            active={wide ? (chosen?.id ?? null) : null}
            onActive={wide ? setPlaced : undefined}
            place={
              wide || placing === undefined || marked.length === 0
                ? undefined
                : ({ id, places }) => (
                    <PlaceButton
                      count={places.filter((one) => draft.documents.includes(one.id_documento)).length}
                      onClick={() => setPlacedHere(id)}
                    />
                  )
            }
          />
        </div>
        {board?.({
          recipients,
          documents: draft.documents,
          active: chosen?.id ?? null,
          onActive: setPlaced,
          onPlaces: putPlaces,
        })}
        <div
          className={cn(
            'flex min-w-0 flex-col',
            wide
              ? 'scroll-pb-20 overflow-y-auto border-l border-line bg-panel'
              : // Below the header of the page, or in a frame that scrolls by itself.
                cn('gap-4 lg:sticky', rest.template === undefined ? 'lg:top-20' : 'lg:top-6'),
          )}
        >
          {wide ? (
            <div className="flex flex-col gap-4 p-4">
              {options}
              {preview}
            </div>
          ) : (
            <>
              <Card>
                <CardBody className="flex flex-col gap-4">{options}</CardBody>
              </Card>
              <Card>
                <CardBody>{preview}</CardBody>
              </Card>
            </>
          )}
          <div
            className={cn(
              'flex flex-col gap-3',
              wide && 'sticky bottom-0 z-2 mt-auto border-t border-line bg-panel px-4 py-3',
            )}
          >
            {state.failure !== null && <Alert variant="error">{state.failure}</Alert>}
            {mailReady && first.length > 0 && (
              <p className="flex gap-2 text-small text-ink-muted">
                <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
                {ask.goesTo(
                  list(first.map((one) => ask.toName(shortName(one, recipients)))),
                  acting.length > first.length,
                )}
              </p>
            )}
            <Button type="submit" variant="primary" size="lg" block icon={<Send />} loading={state.busy && sends}>
              {ask.send}
            </Button>
            {!wide && save}
          </div>
        </div>
      </form>
      {wide && tools != null && createPortal(save, tools)}
      {target !== undefined &&
        !wide &&
        placing?.({
          recipient: target,
          others: signers.filter((one) => one !== target),
          documents: draft.documents,
          onPlaces: (places) => putPlaces({ [target.id]: places }),
          onClose: () => setPlacedHere(null),
        })}
    </>
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
