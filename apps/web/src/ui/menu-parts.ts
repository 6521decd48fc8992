import type * as Radix from 'radix-ui/dropdown-menu'
import { createContext, use } from 'react'

type Parts = Pick<typeof Radix, 'Item' | 'ItemIndicator' | 'Label' | 'RadioGroup' | 'RadioItem' | 'Separator'>

/** Parts of Radix for the items of an open menu, loaded together with the menu. */
export const MenuPartsContext = createContext<Parts | null>(null)

export function useMenuParts(): Parts {
  const parts = use(MenuPartsContext)
  if (parts === null) throw new Error('Menu items must be inside a Menu')
  return parts
}
