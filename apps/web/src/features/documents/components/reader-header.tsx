import type { DocumentDetails } from '@foja/contracts/documents'
import { ArrowLeft, Minus, Plus } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { SignaturesBadge } from '../../../shared/signatures-badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useState, type FormEvent } from 'react'
import type { Zoom } from '../../../shared/use-zoom.ts'

type Props = { document: DocumentDetails | undefined; page: number; pages: number; onBack: () => void }

/** Back link, name, case file and verdict of a document. */
export function ReaderHeader({ document, page, pages, onBack }: Props) {
  const documents = useDocumentsTexts()
  const domain = useDomainTexts()
  const { plural } = useFormat()
  const { count, verdict } = document?.signatures ?? { count: 0, verdict: null }
  const signed =
    count === 0 || verdict === null
      ? domain.signed.none
      : verdict === 'invalid'
        ? domain.signed.invalid
        : plural(count, domain.signed[verdict])
  const note =
    document === undefined
      ? ''
      : [...(document.titulo === null ? [] : [document.titulo]), documents.version(document.version)].join(' · ')
  return (
    <>
      <IconButton label={documents.back} onClick={onBack} className="-ml-4 max-md:-ml-2">
        <ArrowLeft />
      </IconButton>
      <div className="min-w-0">
        {document === undefined ? (
          <Skeleton className="h-4 w-48" />
        ) : (
          <>
            <h1 className="truncate font-semibold">{document.nombre}</h1>
            <p className="truncate text-meta text-ink-muted max-md:hidden">{note}</p>
            {pages > 0 && (
              <p className="truncate text-meta text-ink-muted md:hidden">
                {documents.page(page, pages)} · {signed}
              </p>
            )}
          </>
        )}
      </div>
      {document !== undefined && document.paginas !== null && (
        <span className="ml-1 max-sm:hidden">
          <SignaturesBadge signatures={document.signatures} />
        </span>
      )}
    </>
  )
}

/** Zoom out, percentage (click fits the width), zoom in, and page number. */
export function ZoomTools({ zoom, page, pages, onGo }: FieldProps & { zoom: Zoom }) {
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
      <span aria-hidden className="mx-2 h-5 w-px bg-line" />
      <PageField page={page} pages={pages} onGo={onGo} />
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
