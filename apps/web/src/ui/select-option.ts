import type { ReactNode } from 'react'

/** One of the choices of a select. */
export type SelectOption<V extends string = string> = {
  value: V
  label: string
  icon?: ReactNode
  disabled?: boolean
}
