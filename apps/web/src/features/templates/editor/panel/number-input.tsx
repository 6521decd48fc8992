import { useState, type KeyboardEvent } from 'react'
import { useFormat } from '../../../../i18n/texts.tsx'
import { Input } from '../../../../ui/input.tsx'

type Props = {
  /** `undefined`: nothing, or several values. */
  value: number | undefined
  onValue: (value: number) => void
  /** Taken away, where that is possible. */
  onEmpty?: () => void
  /** A short word inside the box. */
  prefix?: string
  /** The name, where there is no Field round it. */
  label?: string
  unit?: string
  placeholder?: string
  minimum: number
  maximum: number
  /** Whole numbers alone. */
  whole?: boolean
}

/** The number that a text says, with a decimal comma or point; undefined when it says none. */
function readNumber(text: string): number | undefined {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number
}

/** A number that is taken when it is left or at Enter; arrow keys count up and down, ten by ten with shift. */
export function NumberInput(props: Props) {
  const { value, onValue, onEmpty, prefix, label, unit, placeholder, minimum, maximum, whole = false } = props
  const format = useFormat()
  const [text, setText] = useState<string | null>(null)
  const shown = value === undefined ? '' : format.number(value, { maximumFractionDigits: 2, useGrouping: false })

  const take = (wanted: number) => {
    const rounded = whole ? Math.round(wanted) : Math.round(wanted * 100) / 100
    const held = Math.min(maximum, Math.max(minimum, rounded))
    if (held !== value) onValue(held)
  }
  const commit = () => {
    if (text === null) return
    const number = readNumber(text)
    setText(null)
    if (number !== undefined) take(number)
    else if (text.trim() === '' && value !== undefined) onEmpty?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit()
    if (event.key === 'Escape' && text !== null) {
      event.stopPropagation()
      setText(null)
    }
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    setText(null)
    take((readNumber(text ?? '') ?? value ?? minimum) + by * (event.shiftKey ? 10 : 1))
  }

  return (
    <Input
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(prefix === undefined ? { className: 'figures' } : { prefix })}
      {...(unit === undefined ? {} : { suffix: <span className="pr-2 text-meta">{unit}</span> })}
      {...(placeholder === undefined ? {} : { placeholder })}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text ?? shown}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}
