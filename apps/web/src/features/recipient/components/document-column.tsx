import { Check, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { PageImage, useTextTurn } from '../../../shared/page-image.tsx'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { pageAbove } from '../../../shared/use-current-page.ts'
import { useWidth } from '../../../shared/use-width.ts'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { RecipientDocument, View } from '../api/recipient.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import type { Copies } from '../use-copies.ts'
import { describeDocument, signingPageOf } from '../words.ts'
import { showSignHere, SignHere } from './sign-here.tsx'

export type DocumentsProps = {
  view: View
  shown: RecipientDocument
  onShow: (id: string) => void
  copies: Copies
  onBroken: () => void
}

/** The documents on a phone: a button each, and the pages of one below each other as wide as the screen. */
export function DocumentColumn({ view, shown, onShow, copies, onBroken }: DocumentsProps) {
  const texts = useRecipientTexts()
  const format = useFormat()
  const { documents } = view
  const words = describeDocument(shown, texts, format)
  return (
    <div className="flex flex-1 flex-col gap-3 bg-canvas px-4 pt-3 pb-4">
      {documents.length > 1 && (
        <div
          role="group"
          aria-label={texts.choose}
          className="-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none]"
        >
          {documents.map(({ id_documento, nombre, signed }) => (
            <button
              key={id_documento}
              type="button"
              aria-pressed={id_documento === shown.id_documento}
              onClick={() => onShow(id_documento)}
              className={cn(
                'flex h-11 max-w-64 min-w-40 flex-1 items-center justify-center gap-1.5 rounded-lg border border-line bg-panel px-3',
                'font-medium aria-pressed:border-gold-ink aria-pressed:bg-selected',
              )}
            >
              {signed && <Check aria-hidden className="size-4 text-on-soft-success" />}
              <span className="truncate">{nombre}</span>
            </button>
          ))}
        </div>
      )}
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          {documents.length === 1 && <h2 className="truncate font-semibold">{shown.nombre}</h2>}
          {signingPageOf(shown) === null ? (
            <p className="text-small text-ink-muted">{words}</p>
          ) : (
            <button
              type="button"
              onClick={showSignHere}
              className="touch-target text-small font-medium text-gold-ink underline-offset-4 hover:underline"
            >
              {words}
            </button>
          )}
        </div>
        <IconButton asChild size="lg" tooltip={false} label={texts.download(shown.nombre)} className="-mr-2.5">
          <a {...copies.linkOf(shown)}>
            <Download />
          </a>
        </IconButton>
      </div>
      <Pages key={shown.id_documento} document={shown} onBroken={onBroken} />
    </div>
  )
}

function Pages({ document, onBroken }: { document: RecipientDocument; onBroken: () => void }) {
  const texts = useDocumentsTexts()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const text = useTextTurn()
  const { images } = document
  return (
    <div ref={frame} role="region" aria-label={texts.pages} className="flex min-w-0 flex-col gap-4">
      {width === 0 ? (
        <Skeleton className="h-120 w-full" />
      ) : (
        images.pages.map((page) => (
          <PageImage
            key={page.page}
            page={page}
            width={width}
            alt={texts.pageAlt(page.page, images.paginas)}
            eager={page.page === 1}
            onBroken={onBroken}
            text={text}
          >
            <SignHere document={document} page={page} />
          </PageImage>
        ))
      )}
      {images.paginas > 1 && <PageNumber total={images.paginas} frame={frame} />}
    </div>
  )
}

/** The page in the middle of the screen, over the pages. */
function PageNumber({ total, frame }: { total: number; frame: { current: HTMLElement | null } }) {
  const texts = useDocumentsTexts()
  const [page, setPage] = useState(1)
  useEffect(() => {
    const read = () => {
      const pages = Array.from(frame.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])
      setPage(Number(pageAbove(pages, window.innerHeight / 2)?.dataset['page'] ?? 1))
    }
    window.addEventListener('scroll', read, { passive: true })
    return () => window.removeEventListener('scroll', read)
  }, [frame])
  return (
    <p
      aria-hidden
      className="figures pointer-events-none sticky bottom-36 z-10 mx-auto w-fit rounded-full bg-float px-3 py-1 text-meta text-on-dark"
    >
      {texts.page(page, total)}
    </p>
  )
}
