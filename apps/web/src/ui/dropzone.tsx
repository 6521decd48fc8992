import { CloudUpload, FileUp, FolderOpen } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { useDropTarget, useFilePicker } from './use-file-picker.tsx'

type Props = {
  /** Receives dropped, chosen or pasted files without validation: `accept` only filters the file dialog. */
  onFiles: (files: File[]) => void
  /** The `accept` attribute of the input: `.pdf,image/*`. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
  /** `area` with a button beside it; `tall` for a narrow column; `row` under a list. */
  variant?: 'area' | 'tall' | 'row'
  title?: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  /** Label of the button, which is then the primary one of the page. */
  button?: ReactNode
  /** Accepts files pasted anywhere in the page while it is visible. */
  paste?: boolean
  className?: string
}

function usePaste(onFiles: (files: File[]) => void, on: boolean) {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    if (!on) return undefined
    const take = (event: ClipboardEvent) => {
      const files = Array.from(event.clipboardData?.files ?? [])
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [on])
}

/** Selects files by drag and drop, paste, or a button for keyboard and touch. */
export function Dropzone(props: Props) {
  const {
    onFiles,
    accept,
    multiple = true,
    disabled = false,
    variant = 'area',
    title,
    hint,
    button,
    paste = false,
  } = props
  const ui = useUiTexts()
  const [depth, setDepth] = useState(0)
  usePaste(onFiles, paste && !disabled)
  const over = depth > 0 && !disabled
  const take = (files: File[]) => {
    const list = files.slice(0, multiple ? undefined : 1)
    if (list.length > 0 && !disabled) onFiles(list)
  }
  useDropTarget(take, !disabled && (accept === undefined || accept.includes('.pdf')))
  const { input, open } = useFilePicker({ onFiles: take, accept, multiple })
  const drag = (change: 1 | -1) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setDepth((at) => Math.max(0, at + change))
  }
  const Icon = variant === 'area' ? CloudUpload : FileUp
  return (
    <div
      onDragEnter={drag(1)}
      onDragLeave={drag(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        setDepth(0)
        take(Array.from(event.dataTransfer.files))
      }}
      className={cn(looks[variant], over && 'border-gold-ink! bg-selected!', props.className)}
    >
      {input}
      <span aria-hidden className={variant === 'area' ? tile : 'flex text-ink-muted [&_svg]:size-5'}>
        {props.icon ?? <Icon />}
      </span>
      {/* Touch devices have neither drop nor paste, so a text about them is only for larger screens. */}
      <div className={title === undefined ? 'min-w-0 flex-1 max-sm:hidden' : 'min-w-0 flex-1'}>
        <p className={variant === 'row' ? 'text-ink-muted' : 'font-semibold'}>{title ?? ui.dropHere}</p>
        {(hint !== undefined || paste) && <p className="text-small text-ink-muted">{hint ?? ui.orPaste}</p>}
      </div>
      <Button
        size={variant === 'row' ? 'sm' : 'md'}
        variant={button !== undefined ? 'primary' : variant === 'row' ? 'ghost' : 'secondary'}
        icon={<FolderOpen />}
        disabled={disabled}
        onClick={open}
      >
        {button ?? (multiple ? ui.chooseFiles : ui.chooseFile)}
      </Button>
    </div>
  )
}

const tile =
  'flex size-11 shrink-0 items-center justify-center rounded-lg bg-soft-primary text-on-soft-primary [&_svg]:size-5'

const looks = {
  area: 'flex items-center gap-4 rounded-lg border border-dashed border-gold-ink bg-selected p-5 transition-colors max-sm:flex-col max-sm:items-stretch max-sm:text-center max-sm:[&>span]:self-center',
  tall: 'flex flex-col items-center gap-3 rounded-lg border border-dashed border-control px-5 py-6 text-center transition-colors',
  row: 'flex min-h-12 items-center gap-3 border-t border-line px-5 py-1.5 transition-colors max-sm:px-4',
}
