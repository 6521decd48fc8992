import type { DocumentDetails } from '@foja/contracts/documents'
import { useQuery } from '@tanstack/react-query'
import { Download, Ellipsis, FileX, Redo2, Share2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { pagesQuery } from '../../features/documents/api/pages.ts'
import { verificationQuery } from '../../features/documents/api/verification.ts'
import { Reader } from '../../features/documents/components/reader.tsx'
import { ReaderHeader, ZoomTools } from '../../features/documents/components/reader-header.tsx'
import { Thumbnails } from '../../features/documents/components/thumbnails.tsx'
import { useCurrentPage } from '../../features/documents/use-current-page.ts'
import { useZoom } from '../../features/documents/use-zoom.ts'
import { signerQuery } from '../../features/signing/api/signer.ts'
import { AppearancePreview } from '../../features/signing/components/appearance-preview.tsx'
import { FieldMark } from '../../features/signing/components/field-mark.tsx'
import { PlacementHint } from '../../features/signing/components/placement-hint.tsx'
import { PlacementLayer } from '../../features/signing/components/placement-layer.tsx'
import { lastPlace } from '../../features/signing/last-place.ts'
import { useSigning } from '../../features/signing/use-signing.ts'
import { useTexts } from '../../i18n/texts.tsx'
import { LoadFailed } from '../../domain/load-failed.tsx'
import { useDownload } from '../../domain/use-download.ts'
import { around, defaultSize } from '../../lib/geometry.ts'
import type { PageOf } from '../../domain/page-image.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { AppPage } from '../app-page.tsx'
import { LazyShareModal } from './lazy-share-modal.tsx'
import type { DocumentTab } from '../document-tab.ts'
import { DocumentPanel } from './document-panel.tsx'

type Props = {
  document: DocumentDetails
  tab: DocumentTab | undefined
  onTab: (tab: DocumentTab) => void
  onBack: () => void
}

/** The reader: pages, where the signature goes, and the panel beside them. */
export function DocumentPage({ document, tab, onTab, onBack }: Props) {
  const { documents } = useTexts()
  const phone = useMedia(phoneQuery)
  const reader = useRef<HTMLDivElement>(null)
  const isPdf = document.paginas !== null
  const maySign = document.actions.includes('sign') && isPdf
  const open: DocumentTab = tab ?? (maySign ? 'firmar' : 'firmas')
  const pages = useQuery({ ...pagesQuery(document.pdf_path), enabled: isPdf })
  const images = pages.data
  const zoom = useZoom(reader, Math.max(0, ...(images?.pages ?? []).map((page) => page.width)))
  const { current, goTo } = useCurrentPage(reader, images?.paginas ?? 0)
  const [sheet, setSheet] = useState(tab !== undefined)
  const [sharing, setSharing] = useState(false)
  const signer = useQuery({ ...signerQuery, enabled: maySign })
  const download = useDownload()
  // The list keeps the verdict of when it was signed; authorities may have been added since.
  const { count } = document.signatures
  const verified = useQuery({ ...verificationQuery(document.id_documento, document.sha256), enabled: count > 0 })
  const summary = verified.data?.summary
  const signatures = summary === undefined || summary === 'unsigned' ? document.signatures : { count, verdict: summary }
  const total = images?.paginas ?? document.paginas ?? 0

  const signing = useSigning(document, open === 'firmar', () => {
    onTab('firmas')
    setSheet(true)
  })
  const { placement, draft, chosen } = signing
  const certificate = draft.source === 'stored' ? (signer.data?.certificate ?? null) : null
  const placing = open === 'firmar' && signing.mustPlace && (draft.source !== 'stored' || certificate !== null)

  // Where this person signed last is where they most often sign again; Escape takes it away.
  const { commit } = placement
  const untouched = placing && placement.placed === null && !placement.canUndo
  useEffect(() => {
    const place = untouched && images !== undefined ? lastPlace(images.pages) : null
    if (place !== null) commit(place)
  }, [untouched, images, commit])

  const placeHere = () => {
    const page = images?.pages[current - 1]
    if (page === undefined) return
    const middle = { x: page.width - defaultSize.width / 2 - 56, y: page.height - defaultSize.height / 2 - 72 }
    placement.commit({ page: current, rect: around(middle, page) })
    // The keys move what has the focus; on a phone the sheet covers the foot of the reader.
    requestAnimationFrame(() => {
      const box = reader.current?.querySelector<HTMLElement>('[role=application]')
      box?.focus({ preventScroll: true })
      box?.scrollIntoView({ block: phone ? 'start' : 'center' })
    })
  }

  const waiting = open === 'firmar' && draft.field !== null

  const overlay = (page: PageOf) => (
    <PlacementLayer
      page={page}
      placement={placement}
      disabled={signing.busy}
      preview={(rect) => (
        <AppearancePreview
          appearance={chosen.appearance}
          certificate={certificate}
          reason={draft.reason}
          location={draft.location}
          rect={rect}
        />
      )}
    />
  )

  const actions = (
    <Tools
      document={document}
      zoom={zoom}
      page={current}
      pages={total}
      phone={phone}
      undo={placing ? placement : null}
      onShare={() => setSharing(true)}
      onDownload={() => download.mutate(document)}
    />
  )

  return (
    <AppPage
      rail
      hideTabs
      header={<ReaderHeader document={{ ...document, signatures }} page={current} pages={total} onBack={onBack} />}
      tools={actions}
      phoneTools={actions}
    >
      <div data-print="flow" className="flex h-[calc(100dvh-3.5rem)] min-w-0 flex-1">
        {isPdf && <Thumbnails images={images} current={current} onGo={goTo} />}
        {!isPdf ? (
          <div className="flex flex-1 items-center justify-center bg-muted dark:bg-canvas">
            <EmptyState
              icon={<FileX />}
              title={documents.notPdfTitle}
              action={
                document.actions.includes('download') ? (
                  <Button icon={<Download />} onClick={() => download.mutate(document)}>
                    {documents.download}
                  </Button>
                ) : undefined
              }
            >
              {documents.notPdfText}
            </EmptyState>
          </div>
        ) : pages.isError ? (
          <div className="flex flex-1 items-center justify-center bg-muted dark:bg-canvas">
            <LoadFailed error={pages.error} onRetry={() => void pages.refetch()} />
          </div>
        ) : (
          <Reader
            ref={reader}
            images={images}
            scale={zoom.scale}
            onBroken={() => void pages.refetch()}
            overlay={placing ? overlay : waiting ? (page) => <FieldMark at={draft.fieldAt} page={page} /> : undefined}
          >
            {placing && images !== undefined && !signing.busy && <PlacementHint placed={placement.placed !== null} />}
          </Reader>
        )}
        <DocumentPanel
          document={document}
          tab={open}
          onTab={onTab}
          signing={signing}
          onPlace={placeHere}
          sheet={sheet}
          onSheet={setSheet}
        />
      </div>
      <LazyShareModal document={sharing ? document : null} onClose={() => setSharing(false)} />
    </AppPage>
  )
}

type ToolsProps = {
  document: DocumentDetails
  zoom: ReturnType<typeof useZoom>
  page: number
  pages: number
  phone: boolean
  undo: ReturnType<typeof useSigning>['placement'] | null
  onShare: () => void
  onDownload: () => void
}

function Tools({ document, zoom, page, pages, phone, undo, onShare, onDownload }: ToolsProps) {
  const { documents } = useTexts()
  const may = { share: document.actions.includes('share'), download: document.actions.includes('download') }
  const back = undo !== null && (
    <>
      <IconButton label={documents.undo} disabled={!undo.canUndo} onClick={undo.undo}>
        <Undo2 />
      </IconButton>
      {!phone && (
        <IconButton label={documents.redo} disabled={!undo.canRedo} onClick={undo.redo}>
          <Redo2 />
        </IconButton>
      )}
    </>
  )
  const line = <span aria-hidden className="mx-2 h-5 w-px bg-line" />
  if (phone) {
    return (
      <>
        {back}
        <Menu
          trigger={
            <IconButton label={documents.more}>
              <Ellipsis />
            </IconButton>
          }
        >
          {may.download && (
            <MenuItem icon={<Download />} onSelect={onDownload}>
              {documents.download}
            </MenuItem>
          )}
          {may.share && (
            <MenuItem icon={<Share2 />} onSelect={onShare}>
              {documents.share}
            </MenuItem>
          )}
          <MenuItem onSelect={zoom.zoomIn}>{documents.zoomIn}</MenuItem>
          <MenuItem onSelect={zoom.fit}>{documents.zoomFit}</MenuItem>
        </Menu>
      </>
    )
  }
  return (
    <>
      {pages > 0 && <ZoomTools zoom={zoom} page={page} pages={pages} />}
      {undo !== null && line}
      {back}
      {(may.download || may.share) && line}
      {may.download && (
        <IconButton label={documents.download} onClick={onDownload}>
          <Download />
        </IconButton>
      )}
      {may.share && (
        <IconButton label={documents.share} onClick={onShare}>
          <Share2 />
        </IconButton>
      )}
    </>
  )
}
