import { Search } from 'lucide-react'
import { Input } from './input.tsx'

type Props = { label: string; placeholder?: string; value: string; onValueChange: (text: string) => void }

/** A search field without a visible label; the placeholder repeats its name. */
export function SearchInput({ label, placeholder = label, value, onValueChange }: Props) {
  return (
    <Input
      type="search"
      icon={<Search />}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
    />
  )
}
