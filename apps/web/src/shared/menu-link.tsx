import type { ReactNode } from 'react'
import { MenuLinkItem } from '../ui/menu.tsx'
import { AppLink } from './app-link.tsx'

/** A menu item that opens a page of the product. */
export function MenuLink({ to, icon, label }: { to: string; icon: ReactNode; label: string }) {
  return (
    <MenuLinkItem>
      <AppLink to={to}>
        {icon} {label}
      </AppLink>
    </MenuLinkItem>
  )
}
