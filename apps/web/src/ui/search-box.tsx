import { useEffect, useRef, useState } from 'react'
import { SearchInput } from './search-input.tsx'

type Props = {
  value: string
  onChange: (q: string | undefined) => void
  /** The accessible name. */
  label: string
  placeholder: string
}

/** A search field that reports its value when typing pauses. */
export function SearchBox({ value, onChange, label, placeholder }: Props) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    // A late echo of an earlier value must not overwrite newer input.
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
  return <SearchInput label={label} placeholder={placeholder} value={text} onValueChange={setText} />
}
