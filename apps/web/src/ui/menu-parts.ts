import type * as Radix from 'radix-ui/dropdown-menu'
import { createContext, use } from 'react'

type Parts = Pick<typeof Radix, 'Item' | 'ItemIndicator' | 'Label' | 'RadioGroup' | 'RadioItem' | 'Separator'>

/** The parts of the library, for what stands inside an open menu: the module that has them comes with the menu. */
export const MenuPartsContext = createContext<Parts | null>(null)

export function useMenuParts(): Parts {
  const parts = use(MenuPartsContext)
  if (parts === null) throw new Error('The lines of a menu go inside a Menu')
  return parts
}
