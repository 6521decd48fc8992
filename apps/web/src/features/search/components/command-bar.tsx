import { Search } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useCommandsTexts } from '../texts/commands.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { takeTyped } from '../../../lib/typed-ahead.ts'
import { useCloseOnBack } from '../../../lib/router/use-close-on-back.ts'
import { cn } from '../../../ui/cn.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useFocusReturn } from '../../../ui/use-focus-return.ts'
import { highlight } from '../highlight.ts'
import { useGroups, type Kind, type Option, type Sources } from '../use-groups.tsx'

type Props = Sources & { open: boolean; onOpenChange: (open: boolean) => void }

/** Ctrl+K: finds cases, documents and users, and goes to any page. A combobox with a listbox (ARIA APG). */
export function CommandBar(props: Props) {
  const { open, onOpenChange } = props
  const texts = useCommandsTexts()
  const focus = useFocusReturn()
  useCloseOnBack(open, () => onOpenChange(false))
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-[rgb(18_23_30/0.55)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.keep}
          onCloseAutoFocus={focus.give}
          className="fixed inset-x-4 top-16 z-40 mx-auto flex max-h-[calc(100dvh-8rem)] max-w-180 animate-in flex-col overflow-hidden rounded-xl border border-line bg-panel text-ink shadow-float focus:outline-none max-sm:inset-x-0 max-sm:top-0 max-sm:max-h-dvh max-sm:rounded-none"
        >
          <Dialog.Title className="sr-only">{texts.title}</Dialog.Title>
          <Finder {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder(props: Props) {
  const texts = useCommandsTexts()
  const ui = useUiTexts()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [only, setOnly] = useState<Kind | null>(null)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const q = text.trim()
  const { groups, count, chips, filter, searching, failed } = useGroups(q, only, props)
  const options = groups.flatMap((group) => group.options)
  const active = options[Math.min(at, options.length - 1)]
  const optionId = (option: Option) => `${id}-${option.id}`

  const choose = (option: Option | undefined) => {
    if (option === undefined) return
    props.onOpenChange(false)
    option.run()
  }
  const move = (to: number) => {
    const next = (to + options.length) % options.length
    setAt(next)
    const option = options[next]
    if (option !== undefined) document.getElementById(optionId(option))?.scrollIntoView({ block: 'nearest' })
  }
  const toTop = () => {
    setAt(0)
    list.current?.scrollTo?.({ top: 0 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const now = Math.min(at, options.length - 1)
    if (event.key === 'ArrowDown') move(now + 1)
    else if (event.key === 'ArrowUp') move(now - 1)
    else if (event.key === 'PageDown') move(Math.min(now + 6, options.length - 1))
    else if (event.key === 'PageUp') move(Math.max(now - 6, 0))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(active)
    else return
    event.preventDefault()
  }
  /** Left and right choose a chip; every other key is for the list or the text. */
  const onChipKey = (event: KeyboardEvent) => {
    if (['ArrowLeft', 'ArrowRight', 'Tab', 'Shift', 'Escape', ' '].includes(event.key)) return
    input.current?.focus()
    onKeyDown(event)
  }
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line pr-22 pl-4">
        <Search aria-hidden className="size-4.5 text-ink-muted" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={active === undefined ? undefined : optionId(active)}
          aria-autocomplete="list"
          aria-label={texts.title}
          placeholder={texts.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onFocus={() => {
            const ahead = takeTyped()
            setText((before) => before + ahead)
          }}
          onChange={(event) => {
            setText(event.target.value)
            toTop()
          }}
          onKeyDown={onKeyDown}
          className="h-15 min-w-0 flex-1 bg-panel text-[1rem] outline-none"
        />
        {searching && <Spinner label={null} className="size-4 text-ink-muted" />}
      </div>
      {chips.length > 0 && (
        // Its radio buttons handle the keys.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div onKeyDown={onChipKey} className="px-4 pt-3">
          <SegmentedControl
            variant="chips"
            label={texts.filter}
            value={filter ?? 'all'}
            onValueChange={(next) => {
              setOnly(next === 'all' ? null : next)
              toTop()
            }}
            options={chips}
          />
        </div>
      )}
      <output className="sr-only">{q === '' || searching ? '' : texts.found(count)}</output>
      {failed && <p className="px-4 pt-3 text-small text-error-ink">{texts.failed}</p>}
      {q !== '' && !searching && !failed && count === 0 && (
        <p className="px-4 pt-3 text-small text-ink-muted">{texts.nothing(q)}</p>
      )}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={texts.results}
        tabIndex={-1}
        className="min-h-0 overflow-y-auto p-2"
      >
        {groups.map((group) => (
          <div key={group.id} role="group" aria-label={group.label === '' ? texts.results : group.label}>
            {group.label !== '' && (
              <div aria-hidden className="px-2 pt-2 pb-1 text-meta font-medium text-ink-muted">
                {group.label}
              </div>
            )}
            {group.options.map((option) => (
              <OptionRow
                key={option.id}
                id={optionId(option)}
                option={option}
                q={q}
                active={option === active}
                onPoint={() => setAt(options.indexOf(option))}
                onChoose={() => choose(option)}
              />
            ))}
          </div>
        ))}
      </div>
      <footer
        aria-hidden
        className="flex gap-4 border-t border-line px-4 py-2.5 text-meta text-ink-muted max-sm:hidden"
      >
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {texts.keys.move}
        </span>
        <span>
          <Kbd>Enter</Kbd> {texts.keys.open}
        </span>
        {chips.length > 0 && (
          <span>
            <Kbd>Tab</Kbd> {texts.keys.filter}
          </span>
        )}
      </footer>
      {/* After the chips, so that Tab goes from the text to them. */}
      <Dialog.Close className="absolute top-0 right-4 flex h-15 items-center text-small font-medium text-ink-muted hover:text-ink">
        <span className="sm:hidden">{ui.close}</span>
        <span className="max-sm:hidden">
          <span className="sr-only">{ui.close} </span>
          <Kbd>Esc</Kbd>
        </span>
      </Dialog.Close>
    </>
  )
}

type RowProps = { id: string; option: Option; q: string; active: boolean; onPoint: () => void; onChoose: () => void }

function OptionRow({ id, option, q, active, onPoint, onChoose }: RowProps) {
  const isTall = option.note !== undefined && option.note !== ''
  return (
    // Keyboard events go to the text field, which has aria-activedescendant.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onPointerMove={active ? undefined : onPoint}
      onClick={onChoose}
      className={cn(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 [&>svg]:size-4.5 [&>svg]:text-ink-muted',
        isTall && 'min-h-12.5',
        active && 'bg-muted',
      )}
    >
      {option.icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <Marked text={option.label} q={q} />
        </span>
        {isTall && (
          <span className="flex items-center gap-1.5 text-meta text-ink-muted [&>svg]:size-3.5 [&>svg]:shrink-0">
            {option.noteIcon}
            <span className="truncate">
              <Marked text={option.note ?? ''} q={q} />
            </span>
          </span>
        )}
      </span>
      {option.end}
    </div>
  )
}

/** Marks the matches in bold. */
function Marked({ text, q }: { text: string; q: string }) {
  return highlight(text, q).map((piece, at) =>
    piece.hit ? (
      // The pieces never change order, so the index is a stable key.
      // oxlint-disable-next-line react/no-array-index-key
      <strong key={at} className="font-semibold text-gold-ink">
        {piece.text}
      </strong>
    ) : (
      piece.text
    ),
  )
}
