import { isSigner, signingRequestLimits as limits } from '@foja/contracts/request-states'
import { UserPlus, Users } from 'lucide-react'
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
import { cn } from '../../../ui/cn.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { addKnown, arrange, isBlank, moveBy, newRecipient, putInTurn, turnsOf, type DraftRecipient } from '../draft.ts'
import { useAskTexts } from '../texts/ask.ts'
import { ListCard } from './list-card.tsx'
import { RecipientRow, type RowErrors } from './recipient-row.tsx'

/** A person of the case file who can be asked. */
export type KnownPerson = { nombre: string; email: string; identificacion?: string | undefined }

type Props = {
  recipients: readonly DraftRecipient[]
  people: readonly KnownPerson[]
  mailReady: boolean
  errorsOf: (id: string) => RowErrors
  /** An error of the whole list. */
  error: string | undefined
  onChange: (recipients: DraftRecipient[]) => void
  /** Something in a row has changed. */
  onMend: (id: string, change: Partial<DraftRecipient>) => void
  place?: ((recipient: DraftRecipient) => ReactNode) | undefined
  /** The list fills a column, and what adds recipients stays at its end. */
  fills: boolean
  /** The recipient whose place is chosen beside the list. */
  active: string | null
  onActive: ((id: string) => void) | undefined
}

/** How many sign in a turn; 0 if others act there too. */
const signersOf = (turn: readonly DraftRecipient[] = []) => (turn.every(({ rol }) => isSigner(rol)) ? turn.length : 0)

/** Height of a turn's heading, above which a new turn opens. */
const heading = 28
/** Height of an end of the list that scrolls it; twice below, where buttons are. */
const edge = 64

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

/** Scrolls the list, or the page, while something is dragged near its upper or lower end. */
function scrollNear(list: HTMLElement, y: number): void {
  const column = list.closest<HTMLElement>('[data-column]')
  const [top, bottom] = column === null ? [0, innerHeight] : [column.offsetTop, column.offsetTop + column.clientHeight]
  const by = y > bottom - 2 * edge ? 12 : y < top + edge ? -12 : 0
  if (by !== 0) (column ?? document.documentElement).scrollTop += by
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
      if (drop?.id !== id || list.current === null) return
      scrollNear(list.current, event.clientY)
      setDrop({ id, turno: turnAt(list.current, event.clientY) })
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
export function RecipientList(props: Props) {
  const { recipients, people, mailReady, errorsOf, error, onChange, onMend, place, fills, active, onActive } = props
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
  const movable = recipients.length - copies.length > 1
  const full = recipients.length >= limits.recipients

  useEffect(() => {
    const { id, control } = focused.current ?? {}
    focused.current = null
    if (id === undefined) return
    const row = list.current?.querySelector(`[data-row="${id}"]`)
    row?.querySelector<HTMLElement>(control === '' ? 'button' : `[name="${control}"]`)?.focus()
  })

  const addresses = new Set(recipients.map(({ email }) => email.trim().toLowerCase()))
  const offered = people
    .filter(({ email }) => !addresses.has(email.toLowerCase()))
    .slice(0, limits.recipients - recipients.filter((one) => !isBlank(one)).length)
  const setOpenOf = (id: string, on: boolean) => {
    if (on === open.has(id)) return
    // From the button that opens it to the first field, and back.
    focused.current = { id, control: on ? 'nombre' : '' }
    const next = new Set(open)
    if (on) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const add = (known: readonly KnownPerson[] = []) => {
    const turno = Math.max(1, turns.length)
    const fresh =
      known.length === 0
        ? [newRecipient({ turno })]
        : known.map(({ nombre, email, identificacion = '' }) => newRecipient({ turno, nombre, email, identificacion }))
    const next =
      known.length === 0
        ? arrange([...recipients, ...fresh])
        : fresh.reduce<DraftRecipient[]>(addKnown, [...recipients])
    const incomplete = next.filter(({ nombre, email }) => nombre.trim() === '' || email.trim() === '')
    setOpen(new Set(incomplete.map(({ id }) => id)))
    if (known.length === 0) focused.current = { id: fresh[0]?.id ?? '', control: 'nombre' }
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
    const acts = rol !== 'copia' && movable
    return (
      <RecipientRow
        key={id}
        recipient={recipient}
        mailReady={mailReady}
        at={recipients.indexOf(recipient) + 1}
        errors={errors}
        open={open.has(id) || [errors.nombre, errors.email, errors.telefono].some((one) => one !== undefined)}
        onOpen={(on) => setOpenOf(id, on)}
        onChange={(change) => {
          onMend(id, change)
          // A row that an error has opened stays open when it is corrected.
          if ('nombre' in change || 'email' in change || 'telefono' in change) setOpen(new Set(open).add(id))
          const next = recipients.map((one) => (one.id === id ? { ...one, ...change } : one))
          onChange(change.rol === undefined ? next : arrange(next))
        }}
        onRemove={
          recipients.length > 1 ? () => onChange(arrange(recipients.filter((one) => one.id !== id))) : undefined
        }
        onUp={acts && !(turno === 1 && alone) ? move(-1) : undefined}
        onDown={acts && !(turno === turns.length && alone) ? move(1) : undefined}
        movable={movable}
        active={id === active}
        onActive={isSigner(rol) && onActive !== undefined ? () => onActive(id) : undefined}
        drag={acts ? handlers(id) : undefined}
        dragged={drop?.id === id && drop.turno !== null}
        place={place?.(recipient)}
      />
    )
  }
  const foot = (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={<UserPlus />} disabled={full} onClick={() => add()}>
        {ask.add}
      </Button>
      {offered.length > 0 && (
        <Menu
          align="start"
          trigger={
            <Button variant="ghost" icon={<Users />}>
              {ask.fromCase}
            </Button>
          }
        >
          {offered.map((one) => (
            <MenuItem
              key={one.email}
              label={
                <span className="min-w-0">
                  <span className="block truncate font-medium">{one.nombre}</span>
                  <span className="block truncate text-small text-ink-muted">{one.email}</span>
                </span>
              }
              onSelect={() => add([one])}
            />
          ))}
          {offered.length > 1 && (
            <>
              <MenuSeparator />
              <MenuItem icon={<Users />} label={ask.addAll(offered.length)} onSelect={() => add(offered)} />
            </>
          )}
        </Menu>
      )}
    </div>
  )
  return (
    <ListCard
      title={ask.recipients}
      titleId="recipients-title"
      count={number(recipients.length)}
      action={
        movable ? (
          <span className="flex items-center gap-1.5 text-small text-ink-muted max-sm:hidden">
            {ask.byKeys} <Kbd>Alt</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd>
          </span>
        ) : undefined
      }
      flat={fills}
      foot={foot}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the row of the focused control */}
      <div ref={list} onKeyDown={onKeyDown} className="flex flex-col gap-3">
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
            <TurnHeading title={ask.turn(at + 1)} note={ask.turnNote(at + 1, turn.length, signersOf(turns[at - 1]))} />
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
      <output className="sr-only">{moved}</output>
    </ListCard>
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
