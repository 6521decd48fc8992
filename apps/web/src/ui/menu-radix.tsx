import * as Radix from 'radix-ui/dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import { focusFirstField } from './focus-first-field.ts'
import { MenuPartsContext } from './menu-parts.ts'
import { menuSurface } from './menu-styles.ts'

type Props = {
  trigger: ReactElement
  align: 'start' | 'center' | 'end'
  side: 'top' | 'bottom' | 'right'
  children: ReactNode
}

/**
 * A dialog opened by a menu item keeps the focus, although Radix returns it to the menu's trigger. A pointer over the
 * closing menu takes the focus from the dialog once more.
 */
const leaveToDialog = (event: Event) => {
  const menu = event.currentTarget instanceof Element ? event.currentTarget : null
  const opener = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  const dialog = Array.from(document.querySelectorAll('[role=dialog],[role=alertdialog]')).at(-1)
  if (dialog === undefined || dialog.contains(opener)) return
  event.preventDefault()
  const now = document.activeElement
  if (now === dialog || !dialog.contains(now)) focusFirstField(dialog)
}

/** The menu itself. Radix is larger than most pages, so it is loaded on demand. */
export function RadixMenu({ trigger, align, side, children }: Props) {
  return (
    <Radix.Root defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={leaveToDialog}
          className={`${menuSurface} max-h-(--radix-dropdown-menu-content-available-height) min-w-48`}
        >
          <MenuPartsContext value={Radix}>{children}</MenuPartsContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
