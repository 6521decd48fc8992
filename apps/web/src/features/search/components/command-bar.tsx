import type { SearchReason } from '@foja/contracts/home'
import { useQuery } from '@tanstack/react-query'
import { FileText, FolderOpen, Hash, LayoutTemplate, Search, Tag, UserRound, UsersRound } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { StatusBadge } from '../../../shared/badges.tsx'
import { useCommandsTexts } from '../texts/commands.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { paths } from '../../../lib/router/paths.ts'
import { takeTyped } from '../../../lib/typed-ahead.ts'
import { useDebounced } from '../../../shared/use-debounced.ts'
import { useCloseOnBack } from '../../../lib/router/use-close-on-back.ts'
import { cn } from '../../../ui/cn.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useFocusReturn } from '../../../ui/use-focus-return.ts'
import { searchQuery, type Found } from '../api/search.ts'
import { highlight, matches } from '../highlight.ts'
import { keepRecentPlace, readRecentPlaces } from '../recent-places.ts'

/** A page or action offered besides search results. */
export type Command = {
  id: string
  /** Companies are offered only after their name is typed. */
  group: 'company' | 'places' | 'actions'
  label: string
  icon: ReactNode
  /** Other words that match. */
  words?: string
  run: () => void
}

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  commands: readonly Command[]
  /** Users link to the user list instead of their requests, and the list can be searched for more. */
  keepsPeople: boolean
  /** Navigates to an address of `paths`. */
  onGo: (to: string) => void
}

type Option = {
  id: string
  label: string
  note?: string
  /** Before the note. */
  noteIcon?: ReactNode
  icon: ReactNode
  end?: ReactNode
  run: () => void
}
type Group = { id: string; label: string; options: Option[] }

/** Maximum number of commands per group. */
const most = 20

type Kind = Found['kind']

const icons: Record<Kind, ReactNode> = {
  solicitud: <FolderOpen />,
  document: <FileText />,
  template: <LayoutTemplate />,
  person: <UserRound />,
}

const reasonIcons: Record<SearchReason, ReactNode> = {
  codigo: <Hash />,
  titulo: <FolderOpen />,
  parte: <UserRound />,
  identificacion: <UserRound />,
  responsable: <UserRound />,
  autor: <UserRound />,
  tipo: <Tag />,
  documento: <FileText />,
}

/** The address of each kind, from id and title. */
const placeOf: Record<Kind, (id: string, title: string) => string> = {
  solicitud: paths.solicitud,
  document: paths.document,
  template: (id) => paths.template(id),
  person: (_, title) => `${paths.solicitudes()}?q=${encodeURIComponent(title)}`,
}

function useGroups(q: string, { commands, keepsPeople, onGo }: Props) {
  const texts = useCommandsTexts()
  const settled = useDebounced(q, 160)
  const found = useQuery(searchQuery(q === '' ? '' : settled))
  const results = q === '' ? [] : (found.data ?? [])
  const noteOf = ({ kind, note, suelto }: Found) => {
    if (kind !== 'document') return note
    return suelto ? texts.loose : note === '' ? texts.shared : note
  }
  const toPlace = (one: Pick<Found, 'kind' | 'id' | 'title' | 'note'>): Option => ({
    id: `${one.kind}-${one.id}`,
    label: one.title,
    note: one.note,
    icon: icons[one.kind],
    run: () => {
      if (one.kind !== 'person') keepRecentPlace({ kind: one.kind, id: one.id, title: one.title, note: one.note })
      onGo(one.kind === 'person' && keepsPeople ? paths.findUser(one.title) : placeOf[one.kind](one.id, one.title))
    },
  })
  const toFound = (one: Found): Option => {
    const { reason, status } = one
    return {
      ...toPlace({ ...one, note: noteOf(one) }),
      ...(reason !== null && {
        note: `${texts.reasons[reason.kind]}: ${reason.text}`,
        noteIcon: reasonIcons[reason.kind],
      }),
      end: status === null ? undefined : <StatusBadge status={status} />,
    }
  }
  const groups: Group[] = []
  const add = (id: keyof typeof texts.groups, options: Option[]) => {
    if (options.length > 0) groups.push({ id, label: texts.groups[id], options })
  }
  if (q === '') add('recent', readRecentPlaces().map(toPlace))
  for (const kind of ['solicitud', 'document', 'template', 'person'] as const) {
    add(kind, results.filter((one) => one.kind === kind).map(toFound))
  }
  for (const group of ['company', 'places', 'actions'] as const) {
    const offered = group === 'company' && q === '' ? [] : commands.filter((one) => one.group === group)
    add(group, offered.filter((one) => matches(`${one.label} ${one.words ?? ''}`, q)).slice(0, most))
  }
  if (q !== '') {
    const inList = () => onGo(`${paths.solicitudes()}?q=${encodeURIComponent(q)}`)
    const last = { id: 'in-list', label: texts.inList(q), icon: <Search />, run: inList }
    const inUsers = () => onGo(paths.findUser(q))
    const people = { id: 'in-users', label: texts.inUsers(q), icon: <UsersRound />, run: inUsers }
    groups.push({ id: 'in-list', label: '', options: keepsPeople ? [people, last] : [last] })
  }
  return {
    groups,
    count: q === '' ? 0 : groups.reduce((sum, { id, options }) => (id === 'in-list' ? sum : sum + options.length), 0),
    searching: q !== '' && (q !== settled || found.isFetching),
    failed: found.isError,
  }
}

/** Ctrl+K: finds cases, documents and users, and goes to any page. A combobox with a listbox (ARIA APG). */
export function CommandBar(props: Props) {
  const { open, onOpenChange } = props
  const texts = useCommandsTexts()
  const focus = useFocusReturn()
  useCloseOnBack(open, () => onOpenChange(false))
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-[rgb(18_23_30/0.55)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.keep}
          onCloseAutoFocus={focus.give}
          className="fixed inset-x-4 top-16 z-40 mx-auto flex max-h-[calc(100dvh-8rem)] max-w-180 animate-in flex-col overflow-hidden rounded-xl border border-line bg-panel text-ink shadow-float focus:outline-none max-sm:inset-x-0 max-sm:top-0 max-sm:max-h-dvh max-sm:rounded-none"
        >
          <Dialog.Title className="sr-only">{texts.title}</Dialog.Title>
          <Finder {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder(props: Props) {
  const texts = useCommandsTexts()
  const ui = useUiTexts()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const q = text.trim()
  const { groups, count, searching, failed } = useGroups(q, props)
  const options = groups.flatMap((group) => group.options)
  const active = options[Math.min(at, options.length - 1)]
  const optionId = (option: Option) => `${id}-${option.id}`

  const choose = (option: Option | undefined) => {
    if (option === undefined) return
    props.onOpenChange(false)
    option.run()
  }
  const move = (to: number) => {
    const next = (to + options.length) % options.length
    setAt(next)
    const option = options[next]
    if (option !== undefined) document.getElementById(optionId(option))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const now = Math.min(at, options.length - 1)
    if (event.key === 'ArrowDown') move(now + 1)
    else if (event.key === 'ArrowUp') move(now - 1)
    else if (event.key === 'PageDown') move(Math.min(now + 6, options.length - 1))
    else if (event.key === 'PageUp') move(Math.max(now - 6, 0))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(active)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-4.5 text-ink-muted" />
        <input
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={active === undefined ? undefined : optionId(active)}
          aria-autocomplete="list"
          aria-label={texts.title}
          placeholder={texts.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onFocus={() => {
            const ahead = takeTyped()
            setText((before) => before + ahead)
          }}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
            list.current?.scrollTo?.({ top: 0 })
          }}
          onKeyDown={onKeyDown}
          className="h-15 min-w-0 flex-1 bg-panel text-[1rem] outline-none"
        />
        {searching && <Spinner label={null} className="size-4 text-ink-muted" />}
        <Dialog.Close className="text-small font-medium text-ink-muted hover:text-ink">
          <span className="sm:hidden">{ui.close}</span>
          <span className="max-sm:hidden">
            <span className="sr-only">{ui.close} </span>
            <Kbd>Esc</Kbd>
          </span>
        </Dialog.Close>
      </div>
      <output className="sr-only">{q === '' || searching ? '' : texts.found(count)}</output>
      {failed && <p className="px-4 pt-3 text-small text-error-ink">{texts.failed}</p>}
      {q !== '' && !searching && !failed && count === 0 && (
        <p className="px-4 pt-3 text-small text-ink-muted">{texts.nothing(q)}</p>
      )}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={texts.results}
        tabIndex={-1}
        className="min-h-0 overflow-y-auto p-2"
      >
        {groups.map((group) => (
          <div key={group.id} role="group" aria-label={group.label === '' ? texts.results : group.label}>
            {group.label !== '' && (
              <div aria-hidden className="px-2 pt-2 pb-1 text-meta font-medium text-ink-muted">
                {group.label}
              </div>
            )}
            {group.options.map((option) => (
              <OptionRow
                key={option.id}
                id={optionId(option)}
                option={option}
                q={q}
                active={option === active}
                onPoint={() => setAt(options.indexOf(option))}
                onChoose={() => choose(option)}
              />
            ))}
          </div>
        ))}
      </div>
      <footer
        aria-hidden
        className="flex gap-4 border-t border-line px-4 py-2.5 text-meta text-ink-muted max-sm:hidden"
      >
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {texts.keys.move}
        </span>
        <span>
          <Kbd>Enter</Kbd> {texts.keys.open}
        </span>
      </footer>
    </>
  )
}

type RowProps = { id: string; option: Option; q: string; active: boolean; onPoint: () => void; onChoose: () => void }

function OptionRow({ id, option, q, active, onPoint, onChoose }: RowProps) {
  const isTall = option.note !== undefined && option.note !== ''
  return (
    // Keyboard events go to the text field, which has aria-activedescendant.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onPointerMove={active ? undefined : onPoint}
      onClick={onChoose}
      className={cn(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 [&>svg]:size-4.5 [&>svg]:text-ink-muted',
        isTall && 'min-h-12.5',
        active && 'bg-muted',
      )}
    >
      {option.icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <Marked text={option.label} q={q} />
        </span>
        {isTall && (
          <span className="flex items-center gap-1.5 text-meta text-ink-muted [&>svg]:size-3.5 [&>svg]:shrink-0">
            {option.noteIcon}
            <span className="truncate">
              <Marked text={option.note ?? ''} q={q} />
            </span>
          </span>
        )}
      </span>
      {option.end}
    </div>
  )
}

/** Marks the matches in bold. */
function Marked({ text, q }: { text: string; q: string }) {
  return highlight(text, q).map((piece, at) =>
    piece.hit ? (
      // The pieces never change order, so the index is a stable key.
      // oxlint-disable-next-line react/no-array-index-key
      <strong key={at} className="font-semibold text-gold-ink">
        {piece.text}
      </strong>
    ) : (
      piece.text
    ),
  )
}
