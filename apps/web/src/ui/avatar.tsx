import { cn } from './cn.ts'

export const avatarSizes = { sm: 'size-6 text-tiny', md: 'size-7 text-tiny', lg: 'size-9 text-meta' }

/** Particles of names, which give no initial. */
const particle = /^(de|del|da|do|dos|la|las|los|el|y|e|of|the|and)$/i

/** Íñigo Núñez Íñiguez → ÍN; Centro de Mediación → CM; a single word gives its first two letters. */
export function initials(name: string): string {
  const all = name.trim().split(/\s+/).filter(Boolean)
  const named = all.filter((word) => !particle.test(word))
  const words = named.length > 0 ? named : all
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => Array.from(word)[0]) : Array.from(words[0] ?? '?')
  return letters.slice(0, 2).join('').toLocaleUpperCase()
}

type Props = {
  name: string
  size?: keyof typeof avatarSizes
  /** A square for companies, a circle for users. */
  square?: boolean
  /** In the colour of an element of the class `signer`. */
  signer?: boolean
  /** Hidden from screen readers, because the name is written beside it. */
  silent?: boolean
  className?: string
}

/** The initials of a user or company. */
export function Avatar({ name, size = 'md', square = false, signer = false, silent = false, className }: Props) {
  const face = (
    <span
      aria-hidden
      title={silent ? undefined : name}
      className={cn(
        'inline-flex shrink-0 items-center justify-center font-semibold select-none',
        signer ? 'bg-(--signer) text-on-gold-ink' : 'bg-muted text-ink',
        square ? 'rounded-md' : 'rounded-full',
        avatarSizes[size],
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
