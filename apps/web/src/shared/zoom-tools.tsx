import { Minus, Plus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useFormat } from '../lib/texts/texts.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useDocumentsTexts } from './texts/documents.ts'
import type { Zoom } from './use-zoom.ts'

type Props = { zoom: Zoom } & (FieldProps | { page?: never; pages?: never; onGo?: never })

/** Zoom out, percentage (click fits the width), zoom in, and with `onGo` the page number. */
export function ZoomTools({ zoom, page, pages, onGo }: Props) {
  const documents = useDocumentsTexts()
  const { percent } = useFormat()
  return (
    <>
      <IconButton label={documents.zoomOut} onClick={zoom.zoomOut}>
        <Minus />
      </IconButton>
      <button
        type="button"
        title={documents.zoomFit}
        onClick={zoom.fit}
        className="h-9 min-w-14 rounded-lg text-center font-medium figures hover:bg-muted"
      >
        {percent(zoom.zoom)}
      </button>
      <IconButton label={documents.zoomIn} onClick={zoom.zoomIn}>
        <Plus />
      </IconButton>
      {onGo !== undefined && (
        <>
          <span aria-hidden className="mx-2 h-5 w-px bg-line" />
          <PageField page={page} pages={pages} onGo={onGo} />
        </>
      )}
    </>
  )
}

type FieldProps = { page: number; pages: number; onGo: (page: number) => void }

/** The current page; typing a number and Enter jumps to it. */
function PageField({ page, pages, onGo }: FieldProps) {
  const documents = useDocumentsTexts()
  const [text, setText] = useState<string | null>(null)
  const go = (event: FormEvent) => {
    event.preventDefault()
    const wanted = Number(text)
    if (Number.isInteger(wanted) && wanted > 0) onGo(Math.min(pages, wanted))
    setText(null)
  }
  return (
    <form onSubmit={go} className="flex items-center gap-1 px-1 font-medium whitespace-nowrap figures">
      {documents.pageShort}
      <input
        aria-label={documents.pageField}
        inputMode="numeric"
        value={text ?? page}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setText(null)}
        className="h-8 w-9 rounded-md border border-line text-center"
      />
      {documents.ofPages(pages)}
    </form>
  )
}
