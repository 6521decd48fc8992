import { signingRequestLimits as limits } from '@foja/contracts/request-states'
import { UserPlus } from 'lucide-react'
import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { addKnown, arrange, moveBy, newRecipient, putInTurn, turnsOf, type DraftRecipient } from '../draft.ts'
import { useAskTexts } from '../texts/ask.ts'
import { RecipientRow, type RowErrors } from './recipient-row.tsx'

/** A person of the case file who can be asked. */
export type KnownPerson = { nombre: string; email: string; identificacion?: string | undefined }

type Props = {
  recipients: readonly DraftRecipient[]
  people: readonly KnownPerson[]
  errorsOf: (id: string) => RowErrors
  /** An error of the whole list. */
  error: string | undefined
  onChange: (recipients: DraftRecipient[]) => void
  /** Something in a row has changed. */
  onMend: (id: string, change: Partial<DraftRecipient>) => void
  place?: ((recipient: DraftRecipient) => ReactNode) | undefined
}

/** Height of a turn's heading, above which a new turn opens. */
const heading = 28

/** The turn under the pointer: the upper edge of a turn opens one before it, and below the last opens the next. */
function turnAt(list: HTMLElement, y: number): number {
  let last = 0
  for (const section of list.querySelectorAll<HTMLElement>('[data-turn]')) {
    const { top, bottom } = section.getBoundingClientRect()
    last = Number(section.dataset['turn'])
    if (y < top + heading) return last - 0.5
    if (y <= bottom) return last
  }
  return last + 0.5
}

/** Drags a recipient into another turn. */
function useTurnDrag(onPut: (id: string, turno: number) => void) {
  const list = useRef<HTMLDivElement>(null)
  const [drop, setDrop] = useState<{ id: string; turno: number | null } | null>(null)
  const handlers = (id: string): ComponentProps<'span'> => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !event.isPrimary) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrop({ id, turno: null })
    },
    onPointerMove: (event: PointerEvent) => {
      if (drop?.id === id && list.current !== null) setDrop({ id, turno: turnAt(list.current, event.clientY) })
    },
    onPointerUp: () => {
      if (drop?.id === id && drop.turno !== null) onPut(id, drop.turno)
      setDrop(null)
    },
    onPointerCancel: () => setDrop(null),
  })
  return { list, drop, handlers }
}

/** Who is asked, by turn. Recipients move by drag, by buttons, or with Alt and the arrow keys. */
export function RecipientList({ recipients, people, errorsOf, error, onChange, onMend, place }: Props) {
  const ask = useAskTexts()
  const { number } = useFormat()
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(recipients.filter(({ nombre }) => nombre === '').map(({ id }) => id)),
  )
  const [moved, setMoved] = useState('')
  /** The control that keeps the focus when its row moves. */
  const focused = useRef<{ id: string; control: string } | null>(null)
  const put = (next: DraftRecipient[], id: string) => {
    onChange(next)
    const one = next.find((recipient) => recipient.id === id)
    if (one !== undefined) setMoved(ask.movedTo(one.nombre === '' ? ask.someone : one.nombre, one.turno))
  }
  const { list, drop, handlers } = useTurnDrag((id, turno) => put(putInTurn(recipients, id, turno), id))
  const turns = turnsOf(recipients)
  const copies = recipients.filter(({ rol }) => rol === 'copia')
  const full = recipients.length >= limits.recipients

  useEffect(() => {
    const { id, control } = focused.current ?? {}
    focused.current = null
    if (id === undefined) return
    const row = list.current?.querySelector(`[data-row="${id}"]`)
    row?.querySelector<HTMLElement>(control === '' ? 'button' : `[name="${control}"]`)?.focus()
  })

  const addresses = new Set(recipients.map(({ email }) => email.trim().toLowerCase()))
  const offered = people.filter(({ email }) => !addresses.has(email.toLowerCase()))
  const setOpenOf = (id: string, on: boolean) => {
    const next = new Set(open)
    if (on) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const add = (known?: KnownPerson) => {
    const last = Math.max(1, ...turns.map((_, at) => at + 1))
    const fresh = newRecipient({
      turno: last,
      ...(known === undefined
        ? {}
        : { nombre: known.nombre, email: known.email, identificacion: known.identificacion ?? '' }),
    })
    const next = known === undefined ? arrange([...recipients, fresh]) : addKnown(recipients, fresh)
    const incomplete = next.filter(({ nombre, email }) => nombre.trim() === '' || email.trim() === '')
    setOpen(new Set(incomplete.map(({ id }) => id)))
    if (known === undefined) focused.current = { id: fresh.id, control: 'nombre' }
    onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0 || !event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
    const id = event.target.closest<HTMLElement>('[data-row]')?.dataset['row']
    if (id === undefined) return
    event.preventDefault()
    focused.current = { id, control: event.target.getAttribute('name') ?? '' }
    put(moveBy(recipients, id, by), id)
  }
  const row = (recipient: DraftRecipient) => {
    const { id, rol, turno } = recipient
    const errors = errorsOf(id)
    const alone = turns[turno - 1]?.length === 1
    const move = (by: -1 | 1) => () => put(moveBy(recipients, id, by), id)
    const acts = rol !== 'copia' && recipients.length - copies.length > 1
    return (
      <RecipientRow
        key={id}
        recipient={recipient}
        at={recipients.indexOf(recipient) + 1}
        errors={errors}
        open={open.has(id) || errors.nombre !== undefined || errors.email !== undefined}
        onOpen={(on) => setOpenOf(id, on)}
        onChange={(change) => {
          onMend(id, change)
          const next = recipients.map((one) => (one.id === id ? { ...one, ...change } : one))
          onChange(change.rol === undefined ? next : arrange(next))
        }}
        onRemove={
          recipients.length > 1 ? () => onChange(arrange(recipients.filter((one) => one.id !== id))) : undefined
        }
        onUp={acts && !(turno === 1 && alone) ? move(-1) : undefined}
        onDown={acts && !(turno === turns.length && alone) ? move(1) : undefined}
        drag={acts ? handlers(id) : undefined}
        dragged={drop?.id === id && drop.turno !== null}
        place={place?.(recipient)}
      />
    )
  }
  return (
    <Card aria-labelledby="recipients-title">
      <CardHeader
        title={ask.recipients}
        titleId="recipients-title"
        count={number(recipients.length)}
        action={
          turns.flat().length > 1 ? (
            <span className="flex items-center gap-1.5 text-small text-ink-muted max-sm:hidden">
              {ask.byKeys} <Kbd>Alt</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd>
            </span>
          ) : undefined
        }
      />
      <CardBody className="flex flex-col gap-4">
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the row of the focused control */}
        <div ref={list} onKeyDown={onKeyDown} className="flex flex-col gap-4">
          {turns.map((turn, at) => (
            <section
              key={turn[0]?.id ?? at}
              data-turn={at + 1}
              aria-label={ask.turn(at + 1)}
              className={cn(
                'rounded-lg',
                drop?.turno === at + 1 && 'bg-selected outline-2 outline-offset-4 outline-gold-ink',
                drop?.turno === at + 0.5 && 'border-t-2 border-primary',
              )}
            >
              <TurnHeading title={ask.turn(at + 1)} note={ask.turnNote(at + 1, turn.length)} />
              <ul className="flex flex-col gap-2">{turn.map(row)}</ul>
            </section>
          ))}
          {drop !== null && (
            <p
              className={cn(
                'rounded-lg border border-dashed border-control py-2 text-center text-small text-ink-muted',
                drop.turno === turns.length + 0.5 && 'border-gold-ink bg-selected text-ink',
              )}
            >
              {ask.nextTurn(turns.length + 1)}
            </p>
          )}
        </div>
        {copies.length > 0 && (
          <section aria-label={ask.copies}>
            <TurnHeading title={ask.copies} note={ask.copiesNote} />
            <ul className="flex flex-col gap-2">{copies.map(row)}</ul>
          </section>
        )}
        {error !== undefined && (
          <p role="alert" className="text-small text-error-ink">
            {error}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" icon={<UserPlus />} disabled={full} onClick={() => add()}>
            {ask.add}
          </Button>
          {offered.length > 0 && !full && (
            <>
              <span className="ml-2 text-small text-ink-muted max-sm:ml-0 max-sm:basis-full">{ask.fromCase}:</span>
              {offered.map((one) => (
                <Button
                  key={one.email}
                  size="sm"
                  variant="ghost"
                  icon={<UserPlus />}
                  aria-label={ask.addPerson(one.nombre)}
                  onClick={() => add(one)}
                >
                  {one.nombre}
                </Button>
              ))}
            </>
          )}
        </div>
        <output className="sr-only">{moved}</output>
      </CardBody>
    </Card>
  )
}

function TurnHeading({ title, note }: { title: string; note: string }) {
  return (
    <h3 className="flex h-7 items-center gap-2 text-small">
      <span className="font-semibold">{title}</span>
      <span className="text-ink-muted">{note}</span>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </h3>
  )
}
