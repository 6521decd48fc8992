import { CircleAlert, X } from 'lucide-react'
import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
} from 'react'
import { useEmailsTexts } from '../texts/emails.ts'
import { useFieldProps } from '../../../ui/field.tsx'
import { cn } from '../../../ui/cn.ts'
import { addRecipients, parseRecipients, recipientOf, type Recipient } from '../recipients.ts'

type Props = {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Called with typed text that is not a chip yet. */
  onPending?: (text: string) => void
  label: string
  autoFocus?: boolean
}

/**
 * Email addresses as chips. A comma, a space, Enter, blur or paste turns text into chips; Backspace removes the last
 * one.
 */
export function RecipientsField({ value, onChange, onPending, label, autoFocus = false }: Props) {
  const emails = useEmailsTexts()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const tied = useFieldProps<ComponentProps<'input'>>({})
  useEffect(() => {
    if (!autoFocus) return undefined
    // Runs after the surrounding dialog, which must first record where the focus came from.
    const timer = setTimeout(() => input.current?.focus())
    return () => clearTimeout(timer)
  }, [autoFocus])
  const type = (next: string) => {
    setText(next)
    onPending?.(next)
  }
  const take = (written: string) => {
    const found = parseRecipients(written)
    type('')
    if (found.length > 0) onChange(addRecipients(value, found))
  }
  const replace = (address: string, next: string) =>
    onChange([...new Set(value.map((one) => (one === address ? next : one)))])
  const remove = (address: string) => {
    onChange(value.filter((one) => one !== address))
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const ends = event.key === ',' || event.key === ';' || event.key === ' ' || event.key === 'Enter'
    if (ends && text.trim() !== '') {
      event.preventDefault()
      take(text)
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1))
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[,;\s<]/.test(pasted.trim())) return
    event.preventDefault()
    take(`${text}${pasted}`)
  }
  const onBlur = ({ currentTarget, relatedTarget: to }: FocusEvent<HTMLInputElement>) => {
    if (text.trim() === '') return
    // Creating a chip on blur could move the submit button away from under the pointer, so it waits for the click.
    const sends = to instanceof HTMLButtonElement && to.type === 'submit' && to.form === currentTarget.form
    if (sends) to.addEventListener('click', () => take(currentTarget.value), { once: true })
    else take(text)
  }
  const chips = value.map(recipientOf)
  const mistyped = chips.filter(({ suggestion }) => suggestion !== null)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the input inside takes the keys */}
      <div
        onClick={(event) => {
          if (event.target === event.currentTarget) input.current?.focus()
        }}
        className={cn(
          'flex min-h-9 w-full flex-wrap items-center gap-1.5 rounded-lg border bg-panel px-3 py-1.5 max-sm:min-h-11',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          tied['aria-invalid'] === true ? 'border-error-ink' : 'border-control',
        )}
      >
        {chips.length > 0 && (
          <ul aria-label={label} className="contents">
            {chips.map((chip) => (
              <Chip key={chip.address} chip={chip} onRemove={() => remove(chip.address)} />
            ))}
          </ul>
        )}
        <input
          {...tied}
          ref={input}
          value={text}
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={onBlur}
          className="h-6 min-w-40 flex-1 text-body outline-none max-sm:text-[1rem]"
        />
      </div>
      {mistyped.map(({ address, suggestion }) => (
        <p key={address} className="flex flex-wrap items-center gap-2 text-small text-on-soft-warning">
          {emails.didYouMean(suggestion ?? '')}
          <button
            type="button"
            aria-label={`${emails.correct}: ${suggestion}`}
            onClick={() => replace(address, suggestion ?? address)}
            className="touch-target font-semibold text-gold-ink hover:underline"
          >
            {emails.correct}
          </button>
        </p>
      ))}
    </>
  )
}

function Chip({ chip: { address, valid }, onRemove }: { chip: Recipient; onRemove: () => void }) {
  const emails = useEmailsTexts()
  return (
    <li
      className={cn(
        'inline-flex h-6 max-w-full items-center gap-1.5 rounded-full px-2.5 text-meta font-medium',
        valid ? 'bg-muted text-ink' : 'bg-soft-error text-on-soft-error',
      )}
    >
      {!valid && <CircleAlert aria-hidden className="size-3.5" />}
      <span className="truncate">{address}</span>
      {!valid && <span className="sr-only">{emails.wrongAddress}</span>}
      <button
        type="button"
        aria-label={emails.removeAddress(address)}
        onClick={onRemove}
        className="touch-target rounded-full hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  )
}
