import type { SearchReason } from '@foja/contracts/home'
import { searchMost } from '@foja/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { FileText, FolderOpen, Hash, LayoutTemplate, Search, Send, Tag, UserRound, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusBadge } from '../../shared/badges.tsx'
import { useDebounced } from '../../shared/use-debounced.ts'
import { paths } from '../../lib/router/paths.ts'
import { searchQuery, type Found } from './api/search.ts'
import { matches } from './highlight.ts'
import { keepRecentPlace, readRecentPlaces } from './recent-places.ts'
import { useCommandsTexts } from './texts/commands.ts'

/** A page or action offered besides search results. */
export type Command = {
  id: string
  /** Companies are offered only after their name is typed. */
  group: 'company' | 'places' | 'actions'
  label: string
  icon: ReactNode
  /** Other words that match. */
  words?: string
  /** Also offered where no command matches. */
  suggested?: boolean
  run: () => void
}

export type Sources = {
  commands: readonly Command[]
  /** Users link to the user list instead of their requests, and the list can be searched for more. */
  keepsPeople: boolean
  /** Asks a person for a signature. */
  onAsk: (person: { nombre: string; email: string }) => void
  /** Navigates to an address of `paths`. */
  onGo: (to: string) => void
}

export type Option = {
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

export type Kind = Found['kind']

const icons: Record<Kind, ReactNode> = {
  solicitud: <FolderOpen />,
  document: <FileText />,
  template: <LayoutTemplate />,
  person: <UserRound />,
  request: <Send />,
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
  destinatario: <UserRound />,
}

/** The kinds in the order of their groups. */
const kinds = ['solicitud', 'document', 'template', 'person', 'request'] as const satisfies readonly Kind[]

type Place = Pick<Found, 'kind' | 'id' | 'title' | 'note' | 'pedido'>

/** The page of a request for signatures or documents: its case file, or its first document. */
function pageOfPedido(pedido: Found['pedido']): string {
  if (pedido === undefined) return paths.signingRequests()
  if (pedido.id_solicitud !== null) return paths.solicitud(pedido.id_solicitud)
  return pedido.id_documento === null ? paths.signingRequests() : `${paths.document(pedido.id_documento)}?tab=firmas`
}

/** The address of each kind. */
const placeOf: Record<Kind, (place: Place) => string> = {
  solicitud: ({ id }) => paths.solicitud(id),
  document: ({ id }) => paths.document(id),
  template: ({ id }) => paths.template(id),
  person: ({ title }) => `${paths.solicitudes()}?q=${encodeURIComponent(title)}`,
  request: ({ pedido }) => pageOfPedido(pedido),
}

/** How many results there are; `+` where the search may have more. */
const counted = (results: readonly Found[], of: readonly Kind[]): string => {
  const counts = of.map((kind) => results.filter((one) => one.kind === kind).length)
  const sum = counts.reduce((total, count) => total + count, 0)
  return `${sum}${counts.includes(searchMost) ? '+' : ''}`
}

/** What is offered for a text, in groups; `only` limits it to results of one kind where there are several. */
export function useGroups(q: string, only: Kind | null, { commands, keepsPeople, onAsk, onGo }: Sources) {
  const texts = useCommandsTexts()
  const settled = useDebounced(q, 160)
  const found = useQuery(searchQuery(q === '' ? '' : settled))
  const results = q === '' ? [] : (found.data ?? [])
  const foundKinds = kinds.filter((kind) => results.some((one) => one.kind === kind))
  const several = foundKinds.length > 1
  const filter = several && only !== null && foundKinds.includes(only) ? only : null

  const noteOf = ({ kind, note, suelto, pedido }: Found) => {
    if (kind === 'request') return note === '' && pedido?.tipo === 'firmas' ? texts.loose : note
    if (kind !== 'document') return note
    return suelto ? texts.loose : note === '' ? texts.shared : note
  }
  const toPlace = (one: Place): Option => ({
    id: `${one.kind}-${one.id}`,
    label: one.title,
    note: one.note,
    icon: icons[one.kind],
    run: () => {
      const { kind, id, title, note } = one
      if (kind !== 'person' && kind !== 'request') keepRecentPlace({ kind, id, title, note })
      onGo(kind === 'person' && keepsPeople ? paths.findUser(title) : placeOf[kind](one))
    },
  })
  const endOf = ({ status, pedido }: Found): ReactNode => {
    if (status !== null) return <StatusBadge status={status} />
    if (pedido === undefined) return undefined
    const { tipo, hechos, total } = pedido
    const text = pedido.status === 'enviada' ? texts.progress[tipo](hechos, total) : texts.ended[pedido.status]
    return <span className="shrink-0 text-meta text-ink-muted figures">{text}</span>
  }
  const toFound = (one: Found): Option => {
    const { reason } = one
    return {
      ...toPlace({ ...one, note: noteOf(one) }),
      ...(reason !== null && {
        note: `${texts.reasons[reason.kind]}: ${reason.text}`,
        noteIcon: reasonIcons[reason.kind],
      }),
      end: endOf(one),
    }
  }

  const toAsk = ({ title, note }: Found): Option => ({
    id: 'ask-person',
    label: texts.askPerson(title),
    icon: <Send />,
    run: () => onAsk({ nombre: title, email: note }),
  })

  const groups: Group[] = []
  const add = (id: keyof typeof texts.groups, options: Option[]) => {
    if (options.length > 0) groups.push({ id, label: texts.groups[id], options })
  }
  const matching = (group: Command['group']) =>
    commands.filter((one) => one.group === group && matches(`${one.label} ${one.words ?? ''}`, q)).slice(0, most)
  if (q === '') {
    add('recent', readRecentPlaces().map(toPlace))
    add('actions', matching('actions'))
    add('places', matching('places'))
    return { groups, count: 0, chips: [], filter, searching: false, failed: false }
  }
  for (const kind of filter === null ? kinds : [filter]) {
    add(kind, results.filter((one) => one.kind === kind).map(toFound))
  }
  const matched = (['company', 'places', 'actions'] as const).map((group) => [group, matching(group)] as const)
  if (filter === null) for (const [group, options] of matched) add(group, options)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)

  const inList = () => onGo(`${paths.solicitudes()}?q=${encodeURIComponent(q)}`)
  const last = { id: 'in-list', label: texts.inList(q), icon: <Search />, run: inList }
  const inUsers = () => onGo(paths.findUser(q))
  const people = { id: 'in-users', label: texts.inUsers(q), icon: <UsersRound />, run: inUsers }
  const lists = { id: 'in-list', label: '', options: keepsPeople ? [people, last] : [last] }
  // Where nothing matches, Enter searches the list.
  if (count === 0) groups.push(lists)
  if (filter === null && matched.every(([, options]) => options.length === 0)) {
    const person = results.find(({ kind }) => kind === 'person')
    const suggested = commands.filter((one) => one.suggested === true)
    add('actions', person === undefined ? suggested : [toAsk(person), ...suggested])
  }
  if (count > 0) groups.push(lists)
  return {
    groups,
    count,
    chips: several
      ? [
          { value: 'all' as const, label: texts.everything, count: counted(results, foundKinds) },
          ...foundKinds.map((kind) => ({ value: kind, label: texts.groups[kind], count: counted(results, [kind]) })),
        ]
      : [],
    filter,
    searching: q !== settled || found.isFetching,
    failed: found.isError,
  }
}
