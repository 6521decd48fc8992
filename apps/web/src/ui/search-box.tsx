import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Input } from './input.tsx'

type Props = {
  value: string
  onChange: (q: string | undefined) => void
  /** The name of the field. */
  label: string
  placeholder: string
}

/** A search that is sent when the typing pauses. */
export function SearchBox({ value, onChange, label, placeholder }: Props) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    // What comes back of one's own typing must not undo what was typed since.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    const q = text.trim()
    if (q === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = q
      onChange(q === '' ? undefined : q)
    }, 300)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <Input
      type="search"
      icon={<Search />}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
