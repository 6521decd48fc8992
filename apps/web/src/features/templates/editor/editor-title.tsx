import { ArrowLeft, Cloud, CloudAlert, CloudCheck, Pencil } from 'lucide-react'
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { SaveState } from './use-status.ts'
import { touchRoom } from './touch-room.ts'

type Props = {
  name: string
  /** The save state in words. */
  status: { state: SaveState; text: string } | null
  /** Undefined if the user may not rename. */
  onRename?: ((name: string) => Promise<boolean>) | undefined
  onBack: () => void
}

const icons = {
  saved: <CloudCheck className="size-3.5 text-on-soft-success" />,
  unsaved: <Cloud className="size-3.5" />,
  saving: <Spinner label={null} className="size-3.5" />,
  failed: <CloudAlert className="size-3.5 text-error-ink" />,
}

/** Back link, name with inline rename, and save state. */
export function EditorTitle({ name, status, onRename, onBack }: Props) {
  const words = useTemplateEditorTexts()
  const [editing, setEditing] = useState(false)
  return (
    <>
      <div className={cn('flex', touchRoom)}>
        <IconButton label={words.back} onClick={onBack} className="-ml-1">
          <ArrowLeft />
        </IconButton>
      </div>
      {/* On touch devices the pencil is beside both lines and as high as they are. */}
      <div className={cn('editor-title grid min-w-0 items-center', touchRoom)}>
        {editing && onRename !== undefined ? (
          <div className="col-span-full">
            <NameForm name={name} onRename={onRename} onDone={() => setEditing(false)} />
          </div>
        ) : (
          <>
            <h1 className="truncate font-semibold">{name}</h1>
            {onRename !== undefined && (
              <IconButton size="sm" label={words.rename} onClick={() => setEditing(true)} className="editor-rename">
                <Pencil />
              </IconButton>
            )}
          </>
        )}
        {status !== null && (
          <p className="editor-status flex items-center gap-1.5 text-meta text-ink-muted">
            <span aria-hidden className="flex">
              {icons[status.state]}
            </span>
            <output className="truncate">{status.text}</output>
          </p>
        )}
      </div>
    </>
  )
}

type FormProps = { name: string; onRename: (name: string) => Promise<boolean>; onDone: () => void }

function NameForm({ name, onRename, onDone }: FormProps) {
  const words = useTemplateEditorTexts()
  const [text, setText] = useState(name)
  const [busy, setBusy] = useState(false)
  // Enter submits, and the blur that follows must not submit again.
  const sent = useRef(false)
  const send = async () => {
    const wanted = text.trim()
    if (sent.current) return
    if (wanted === '' || wanted === name) return onDone()
    sent.current = true
    setBusy(true)
    if (await onRename(wanted)) return onDone()
    sent.current = false
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    sent.current = true
    onDone()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Input
        autoFocus
        size="sm"
        aria-label={words.name}
        maxLength={120}
        readOnly={busy}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void send()}
        onKeyDown={onKeyDown}
      />
    </form>
  )
}
