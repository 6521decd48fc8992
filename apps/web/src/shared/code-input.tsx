import type { ComponentProps } from 'react'
import { Input } from '../ui/input.tsx'

type Props = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'type' | 'code'> & {
  value: string
  onCode: (digits: string) => void
}

/** The six digits of a second factor; a pasted code may contain spaces or dashes. */
export function CodeInput({ onCode, ...rest }: Props) {
  return (
    <Input
      {...rest}
      code
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      onChange={(event) => onCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
    />
  )
}

export const isWholeCode = (digits: string): boolean => digits.length === 6
