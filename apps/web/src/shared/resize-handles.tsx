import type { HTMLAttributes } from 'react'
import { handles, type Handle } from '../lib/files/geometry.ts'
import { cn } from '../ui/cn.ts'

const places: Record<Handle, string> = {
  nw: 'top-0 left-0 cursor-nwse-resize',
  n: 'top-0 left-1/2 cursor-ns-resize',
  ne: 'top-0 left-full cursor-nesw-resize',
  e: 'top-1/2 left-full cursor-ew-resize',
  se: 'top-full left-full cursor-nwse-resize',
  s: 'top-full left-1/2 cursor-ns-resize',
  sw: 'top-full left-0 cursor-nesw-resize',
  w: 'top-1/2 left-0 cursor-ew-resize',
}

type Props = {
  /** Event handlers; without them the handles have `data-handle` for a parent that handles events. */
  on?: (handle: Handle) => HTMLAttributes<HTMLElement>
  /** On touch screens only the corners, as targets of 44 px. */
  corners?: boolean
}

/** The eight resize handles of a box. Keyboard users have shortcuts instead. */
export function ResizeHandles({ on, corners = false }: Props) {
  return handles.map((handle) => (
    <span
      key={handle}
      aria-hidden
      data-handle={handle}
      {...on?.(handle)}
      className={cn(
        'absolute size-2.5 -translate-1/2 touch-none rounded-[2px] border-[1.5px] border-[color:var(--signer,var(--gold-ink))] bg-white',
        'before:absolute before:-inset-2 before:content-[""]',
        !corners
          ? 'pointer-coarse:before:-inset-4'
          : handle.length === 1
            ? 'pointer-coarse:hidden'
            : 'pointer-coarse:size-5 pointer-coarse:rounded-full pointer-coarse:before:inset-1/2 pointer-coarse:before:size-11 pointer-coarse:before:-translate-1/2',
        places[handle],
      )}
    />
  ))
}
