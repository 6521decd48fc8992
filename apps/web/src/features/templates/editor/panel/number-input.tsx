import { useState, type KeyboardEvent, createContext, use } from 'react'
import { useFormat } from '../../../../lib/texts/texts.tsx'
import { Input } from '../../../../ui/input.tsx'

/** Counts undo, redo and replace: typed text is then replaced by the current value. */
export const RevisionContext = createContext(0)

type Typed = { text: string; error: string | null; revision: number }

/**
 * Text being typed, which may be invalid; on blur a valid text is replaced by the stored value. `take` receives every text and
 * returns its error, or null.
 */
export function useTypedText(value: string, take: (text: string) => string | null) {
  const revision = use(RevisionContext)
  const [typed, setTyped] = useState<Typed | null>(null)
  const now = typed?.revision === revision ? typed : null
  return {
    error: now?.error ?? null,
    bind: {
      value: now?.text ?? value,
      onChange: ({ target: { value: text } }: { target: { value: string } }) =>
        setTyped({ text, error: take(text), revision }),
      onBlur: () => setTyped((last) => (last?.error === null ? null : last)),
    },
  }
}

type Props = {
  /** `undefined`: no value, or different values. */
  value: number | undefined
  onValue: (value: number) => void
  /** Called when the value is removed, if that is allowed. */
  onEmpty?: () => void
  /** A short text inside the box. */
  prefix?: string
  /** The label, if there is no Field around it. */
  label?: string
  unit?: string
  placeholder?: string
  minimum: number
  maximum: number
  /** Integers only. */
  whole?: boolean
}

/** Parses a number with decimal comma or point; undefined if invalid. */
function readNumber(text: string): number | undefined {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number
}

/** A number applied on blur or Enter; arrow keys step by one, with Shift by ten. */
export function NumberInput(props: Props) {
  const { value, onValue, onEmpty, prefix, label, unit, placeholder, minimum, maximum, whole = false } = props
  const format = useFormat()
  const [text, setText] = useState<string | null>(null)
  const shown = value === undefined ? '' : format.number(value, { maximumFractionDigits: 2, useGrouping: false })

  const take = (wanted: number) => {
    const rounded = whole ? Math.round(wanted) : Math.round(wanted * 100) / 100
    const limited = Math.min(maximum, Math.max(minimum, rounded))
    if (limited !== value) onValue(limited)
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
