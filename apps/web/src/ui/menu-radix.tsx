import * as Radix from 'radix-ui/dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import { MenuPartsContext } from './menu-parts.ts'
import { menuSurface } from './menu-styles.ts'

type Props = {
  trigger: ReactElement
  align: 'start' | 'center' | 'end'
  side: 'top' | 'bottom' | 'right'
  children: ReactNode
}

/** A dialog that an entry opened keeps the focus: the button that opened the menu is behind it. */
const leaveToDialog = (event: Event) => {
  if (document.activeElement?.closest('[role=dialog],[role=alertdialog]')) event.preventDefault()
}

/** The menu itself. It weighs more than most pages, so it comes when it is first wanted, and opens at once. */
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
