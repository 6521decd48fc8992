import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'

type Props = {
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that can take the focus. */
  children: ReactNode
}

/** A short name on hover and on focus; never the only place where something is said. */
export function Tooltip({ text, side = 'bottom', children }: Props) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={200}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-fade rounded-md bg-float px-2 py-1 text-meta font-medium text-on-dark shadow-lift"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
