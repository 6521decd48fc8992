import { Search, X } from 'lucide-react'
import { useId, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { usePeople } from './people.ts'
import { useCaseFormsTexts } from './texts/case-forms.ts'
import { useSession } from '../lib/session/session.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { cn } from '../ui/cn.ts'
import { useFieldProps } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Input } from '../ui/input.tsx'

export type Chosen = { id: string; nombre: string }

type Props = {
  value: Chosen | null
  onChange: (person: Chosen | null) => void
  /** Only for admins: the company of the users; by default their own. */
  company?: string | undefined
  /** A user who is not offered. */
  without?: string | undefined
}

const most = 6

/** Selects a user who handles requests, by name or email. Inside a Field. */
export function PersonPicker({ value, onChange, company, without }: Props) {
  const caseForms = useCaseFormsTexts()
  const tied = useFieldProps<{ id?: string | undefined }>({})
  // After selecting or removing, the focused element is gone: focus its replacement.
  const [touched, setTouched] = useState(false)
  const change = (person: Chosen | null) => {
    setTouched(true)
    onChange(person)
  }
  if (value === null) return <PersonSearch autoFocus={touched} onChange={change} company={company} without={without} />
  return (
    <div
      id={tied.id}
      className="flex min-h-9 items-center gap-2.5 rounded-lg border border-control bg-panel px-2.5 py-1 max-sm:min-h-11"
    >
      <Avatar name={value.nombre} size="sm" silent />
      <span className="min-w-0 flex-1 truncate font-medium">{value.nombre}</span>
      <IconButton
        autoFocus={touched}
        size="sm"
        label={caseForms.removePerson(value.nombre)}
        onClick={() => change(null)}
      >
        <X />
      </IconButton>
    </div>
  )
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** True if the typed text matches this user: results of the previous query are not offered by mistake. */
function isMeant(typed: string, { nombre, email }: { nombre: string; email: string }): boolean {
  const whole = plain(`${nombre} ${email}`)
  return plain(typed)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

function PersonSearch({ autoFocus, onChange, company, without }: Omit<Props, 'value'> & { autoFocus: boolean }) {
  const caseForms = useCaseFormsTexts()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const list = useId()
  const { data, isError } = usePeople(text, { staff: true, company, enabled: open })
  const { data: session } = useSession()
  const me = session?.user
  const mine =
    me !== undefined &&
    (me.role === 'admin' || (me.role !== 'usuario' && (company === undefined || company === me.id_company)))
  const self = mine ? [{ ...me, nombre: me.name }] : []
  const people = [...self, ...(data ?? []).filter((one) => one.id !== me?.id)]
    .filter((one) => one.id !== without && isMeant(text.trim(), one))
    .slice(0, most)
  const active = Math.min(at, people.length - 1)
  const choose = (person: Chosen | undefined) => {
    if (person !== undefined) onChange({ id: person.id, nombre: person.nombre })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setOpen(true)
      setAt((Math.max(0, active) + step + people.length) % Math.max(1, people.length))
    } else if (event.key === 'Enter' && open && people.length > 0) {
      event.preventDefault()
      choose(people[active])
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }
  const leave = (event: FocusEvent<HTMLElement>) => {
    const { currentTarget, relatedTarget } = event
    if (currentTarget.contains(relatedTarget)) return
    // Closing the list moves the content below: the pressed button must receive its click first.
    if (relatedTarget?.matches(':active') === true) {
      relatedTarget.addEventListener('click', () => setOpen(false), { once: true })
    } else setOpen(false)
  }
  return (
    <div onBlur={leave}>
      <Input
        autoFocus={autoFocus}
        role="combobox"
        aria-expanded={open && people.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        icon={<Search />}
        placeholder={caseForms.findPerson}
        value={text}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setText(event.target.value)
          setOpen(true)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={list}
        role="listbox"
        aria-label={caseForms.assignee}
        className={cn('mt-1 overflow-hidden rounded-lg border border-line', (!open || people.length === 0) && 'hidden')}
      >
        {people.map((person, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox input handles the keys
          <div
            key={person.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(person)}
            onMouseEnter={() => setAt(index)}
            className={cn(
              'flex min-h-9 cursor-pointer items-center gap-2.5 px-2.5 py-1 max-sm:min-h-11',
              index === active && 'bg-muted',
            )}
          >
            <Avatar name={person.nombre} size="sm" silent />
            <span className="max-w-[70%] shrink-0 truncate">{person.nombre}</span>
            <span className="ml-auto min-w-0 truncate text-small text-ink-muted">{person.email}</span>
          </div>
        ))}
      </div>
      <output
        className={
          open && (isError || (data !== undefined && people.length === 0))
            ? 'mt-1 block text-small text-ink-muted'
            : 'sr-only'
        }
      >
        {!open
          ? ''
          : isError
            ? caseForms.peopleFailed
            : data !== undefined && people.length === 0
              ? caseForms.noPerson
              : ''}
      </output>
    </div>
  )
}
