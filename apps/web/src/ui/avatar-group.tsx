import { useFormat } from '../lib/texts/texts.tsx'
import { useUiTexts } from './texts/ui.ts'
import { Avatar, avatarSizes } from './avatar.tsx'
import { cn } from './cn.ts'

type GroupProps = { names: readonly string[]; max?: number; size?: keyof typeof avatarSizes }

/** Overlapping avatars; the rest is shown as +3. */
export function AvatarGroup({ names, max = 3, size = 'md' }: GroupProps) {
  const ui = useUiTexts()
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
            avatarSizes[size],
          )}
        >
          +{rest + 1}
        </span>
      )}
    </span>
  )
}
