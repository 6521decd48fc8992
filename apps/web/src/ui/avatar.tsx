import { useFormat, useTexts } from '../i18n/texts.tsx'
import { cn } from './cn.ts'

const sizes = { sm: 'size-6 text-tiny', md: 'size-7 text-tiny', lg: 'size-9 text-meta' }

/** Words that join names rather than being one. */
const particle = /^(de|del|da|do|dos|la|las|los|el|y|e|of|the|and)$/i

/** Íñigo Núñez Íñiguez → ÍN; Centro de Mediación → CM; one word gives its first two letters. */
export function initials(name: string): string {
  const all = name.trim().split(/\s+/).filter(Boolean)
  const named = all.filter((word) => !particle.test(word))
  const words = named.length > 0 ? named : all
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => Array.from(word)[0]) : Array.from(words[0] ?? '?')
  return letters.slice(0, 2).join('').toLocaleUpperCase()
}

type Props = {
  name: string
  size?: keyof typeof sizes
  /** A square for a company, a circle for a person. */
  square?: boolean
  /** True where the name is written beside it. */
  silent?: boolean
  className?: string
}

/** A person by the initials. */
export function Avatar({ name, size = 'md', square = false, silent = false, className }: Props) {
  const face = (
    <span
      aria-hidden
      title={silent ? undefined : name}
      className={cn(
        'inline-flex shrink-0 items-center justify-center bg-muted font-semibold text-ink select-none',
        square ? 'rounded-md' : 'rounded-full',
        sizes[size],
        className,
      )}
    >
      {initials(name)}
    </span>
  )
  if (silent) return face
  return (
    <span className="inline-flex">
      {face}
      <span className="sr-only">{name}</span>
    </span>
  )
}

type GroupProps = { names: readonly string[]; max?: number; size?: keyof typeof sizes }

/** Several people, overlapping; the rest as +3. */
export function AvatarGroup({ names, max = 3, size = 'md' }: GroupProps) {
  const { ui } = useTexts()
  const format = useFormat()
  const rest = names.length - max
  const shown = rest > 0 ? names.slice(0, max - 1) : names
  return (
    <span className="inline-flex" title={names.join(', ')}>
      <span className="sr-only">{ui.people(format.list(names))}</span>
      {shown.map((name, at) => (
        <Avatar
          key={`${at}-${name}`}
          name={name}
          size={size}
          silent
          className={cn('outline-2 outline-panel', at > 0 && '-ml-1')}
        />
      ))}
      {rest > 0 && (
        <span
          aria-hidden
          className={cn(
            '-ml-1 inline-flex items-center justify-center rounded-full bg-muted font-semibold text-ink outline-2 outline-panel',
            sizes[size],
          )}
        >
          +{rest + 1}
        </span>
      )}
    </span>
  )
}
