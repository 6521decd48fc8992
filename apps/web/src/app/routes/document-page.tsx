import type { DocumentDetails } from '@foja/contracts/documents'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { pagesQuery } from '../../shared/pages.ts'
import { verificationQuery } from '../../features/documents/api/verification.ts'
import { Reader } from '../../shared/reader.tsx'
import { ReaderHeader } from '../../features/documents/components/reader-header.tsx'
import { SearchField } from '../../features/documents/components/search-field.tsx'
import { ThumbnailColumn } from './thumbnail-column.tsx'
import { useCurrentPage } from '../../shared/use-current-page.ts'
import { useReaderControls } from '../../shared/use-reader-controls.ts'
import { useReaderSearch } from '../../features/documents/use-reader-search.ts'
import { usePagesPrint } from '../../features/documents/use-pages-print.ts'
import { useZoom } from '../../shared/use-zoom.ts'
import { PlacementHint } from '../../features/signing/components/placement-hint.tsx'
import { signerQuery } from '../../features/signing/api/signer.ts'
import { useSigning, type Signing } from '../../features/signing/use-signing.ts'
import { ActiveContentAlert } from '../../shared/lazy-active-content.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { useDownload } from '../../shared/use-download.ts'
import { isSideways, type PageOf, type Turn } from '../../shared/page-image.tsx'
import { paths } from '../../lib/router/paths.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { AppPage } from '../app-page.tsx'
import type { DocumentTab } from '../route-search.ts'
import type { DocumentModal } from './document-modals.tsx'
import { DocumentOverlay } from './document-overlay.tsx'
import { DocumentPanel } from './document-panel.tsx'
import { DocumentTools } from './document-tools.tsx'
import { useDocumentPlacing, type DocumentPlacing } from './use-document-placing.ts'

// Parts that most visits do not need at first, or that load beside the pages.
const PhoneZoom = lazyPart(
  async () => (await import('../../features/signing/components/phone-zoom.tsx')).PhoneZoom,
  'quiet',
)
const ReaderSearch = lazyPart(
  async () => (await import('../../features/documents/components/reader-search.tsx')).ReaderSearch,
)
const DocumentModals = lazyPart(async () => (await import('./document-modals.tsx')).DocumentModals)
const AttachmentView = lazyPart(
  async () => (await import('../../features/documents/components/attachment-view.tsx')).AttachmentView,
)
const OldVersionNotice = lazyPart(
  async () => (await import('../../features/documents/components/old-version-notice.tsx')).OldVersionNotice,
)

type Props = {
  document: DocumentDetails
  tab: DocumentTab | undefined
  /** The version to show; by default the newest. */
  version: number | undefined
  onTab: (tab: DocumentTab) => void
  onVersion: (version: number | undefined) => void
  onBack: () => void
  /** The document was moved to the recycle bin. */
  onDeleted: () => Promise<void>
}

const nextTurn: Record<Turn, Turn> = { 0: 90, 90: 180, 180: 270, 270: 0 }

/** The shown version, and the document with only the actions possible for it: old versions cannot be signed. */
function useVersion(document: DocumentDetails, wanted: number | undefined) {
  const found = document.versions.find(({ version }) => version === wanted)
  const old = found !== undefined && found.version !== document.version
  const shown: DocumentDetails = old
    ? { ...document, actions: document.actions.filter((action) => action !== 'sign') }
    : document
  return { old, shown, version: found?.version ?? document.version, path: found?.pdf_path ?? document.pdf_path }
}

/** The tab that is open: the one of the address if the document has it, else the first that it has. */
function openTabOf(tab: DocumentTab | undefined, maySign: boolean, isPdf: boolean): DocumentTab {
  const closed = (tab === 'firmar' && !maySign) || (tab === 'firmas' && !isPdf)
  if (tab !== undefined && !closed) return tab
  return maySign ? 'firmar' : isPdf ? 'firmas' : 'versiones'
}

/** The signatures of a document with their current verdict. */
function useSignatures(document: DocumentDetails) {
  // The list caches the verdict from the time of signing; authorities may have been added since.
  const { count } = document.signatures
  const verified = useQuery({ ...verificationQuery(document.id_documento, document.sha256), enabled: count > 0 })
  const summary = verified.data?.summary
  return summary === undefined || summary === 'unsigned' ? document.signatures : { count, verdict: summary }
}

/** The images of a version in the reader, with zoom, turn, print, current page, search and keys. */
function useReader(document: DocumentDetails, path: string) {
  const ref = useRef<HTMLDivElement>(null)
  const pages = useQuery({ ...pagesQuery(path), enabled: document.paginas !== null })
  const images = pages.data
  const sizes = images?.pages ?? []
  const [turn, setTurn] = useState<Turn>(0)
  const width = Math.max(0, ...sizes.map((size) => size.width))
  const height = Math.max(0, ...sizes.map((size) => size.height))
  const zoom = useZoom(ref, isSideways(turn) ? { width: height, height: width } : { width, height })
  const { print, printing } = usePagesPrint(ref)
  const { current, goTo } = useCurrentPage(ref, images?.paginas ?? 0)
  const finder = useReaderSearch(ref)
  const total = images?.paginas ?? document.paginas ?? 0
  useReaderControls(ref, { ...zoom, page: current, pages: total, goTo, search: finder.ask }, images !== undefined)
  return { ref, pages, images, zoom, turn, setTurn, print, printing, current, goTo, finder, total }
}

/** The document reader: pages, placement of the signature, and the side panel. */
export function DocumentPage({ document, tab, version: wanted, onTab, onVersion, onBack, onDeleted }: Props) {
  const phone = useMedia(phoneQuery)
  const navigate = useNavigate()
  const isPdf = document.paginas !== null
  const { old, shown, version, path } = useVersion(document, wanted)
  const maySign = shown.actions.includes('sign') && isPdf
  const open = openTabOf(tab, maySign, isPdf)
  const reader = useReader(document, path)
  const { images, current, goTo, total, zoom, turn, setTurn, finder } = reader
  const [sheet, setSheet] = useState(tab !== undefined)
  const [modal, setModal] = useState<DocumentModal | null>(null)
  const signer = useQuery({ ...signerQuery, enabled: maySign })
  const download = useDownload()
  const signatures = useSignatures(document)
  const openTab = (next: DocumentTab) => {
    onTab(next)
    setSheet(true)
  }
  const signing = useSigning(document, open === 'firmar', () => openTab('firmas'))
  const placing = useDocumentPlacing({
    reader: reader.ref,
    images,
    current,
    phone,
    signs: open === 'firmar',
    signing,
    stored: signer.data?.certificate,
    zoom,
    upright: turn === 0,
  })
  const stamp = placing.placing ? signing.placement.placed : null
  const actions = (
    <DocumentTools
      actions={shown.actions}
      zoom={zoom}
      page={current}
      pages={isPdf ? total : 0}
      phone={phone}
      undo={placing.ready ? signing.placement : null}
      onGo={goTo}
      on={{
        download: () => download.mutate({ ...document, version }),
        ask: () => void navigate({ href: paths.askForDocument(document.id_documento) }),
        email: () => setModal('email'),
        share: () => setModal('share'),
        search: finder.ask,
        print: () => void reader.print(),
        turn: () => setTurn(nextTurn[turn]),
        versions: () => openTab('versiones'),
        delete: () => setModal('delete'),
      }}
    />
  )
  return (
    <AppPage
      rail
      hideTabs
      header={
        <ReaderHeader
          document={{ ...document, version, signatures }}
          page={current}
          pages={isPdf ? total : 0}
          onBack={onBack}
        />
      }
      tools={actions}
      phoneTools={actions}
    >
      <div data-print="flow" className="flex h-[calc(100dvh-3.5rem)] min-w-0 flex-1">
        {isPdf && <ThumbnailColumn images={images} current={current} onGo={goTo} />}
        <div data-print="flow" className="flex min-w-0 flex-1 flex-col">
          {old && <OldVersionNotice version={version} onNewest={() => onVersion(undefined)} />}
          {(document.active_content ?? []).length > 0 && (
            <div data-print="hide">
              <ActiveContentAlert kinds={document.active_content} className="rounded-none" />
            </div>
          )}
          {isPdf ? (
            <Pages id={document.id_documento} version={version} reader={reader} signing={signing} placing={placing} />
          ) : (
            <AttachmentView document={document} version={version} />
          )}
        </div>
        <DocumentPanel
          document={shown}
          tab={open}
          onTab={onTab}
          version={version}
          onVersion={onVersion}
          onEmail={() => setModal('email')}
          signing={signing}
          onPlace={() => {
            setTurn(0)
            placing.placeHere()
          }}
          sheet={sheet}
          onSheet={setSheet}
          above={
            phone && isPdf && (stamp !== null || !sheet) ? (
              <PhoneZoom zoom={zoom} onStamp={stamp === null ? undefined : () => placing.near(stamp)} />
            ) : undefined
          }
        />
      </div>
      {modal !== null && (
        <DocumentModals document={document} open={modal} onClose={() => setModal(null)} onDeleted={onDeleted} />
      )}
    </AppPage>
  )
}

type PagesProps = {
  id: string
  version: number
  reader: ReturnType<typeof useReader>
  signing: Signing
  placing: DocumentPlacing
}

/** The pages with what lies over them: search, and the placement of the signature. */
function Pages({ id, version, reader, signing, placing }: PagesProps) {
  const { ref, pages, images, current, finder } = reader
  const { search } = finder
  if (pages.isLoadingError)
    return (
      <div className="flex flex-1 items-center justify-center bg-muted dark:bg-canvas">
        <LoadFailed error={pages.error} onRetry={() => void pages.refetch()} />
      </div>
    )
  const overlay = (page: PageOf) => (
    <DocumentOverlay page={page} current={current} search={search} signing={signing} placing={placing} />
  )
  return (
    <div data-print="flow" className="flex min-h-0 flex-1">
      <Reader
        ref={ref}
        images={images}
        current={current}
        scale={reader.zoom.scale}
        turn={reader.turn}
        printed={reader.printing}
        onBroken={() => void pages.refetch()}
        overlay={placing.placing || placing.waiting || search !== null ? overlay : undefined}
      >
        {(placing.ready || placing.turned) && images !== undefined && !signing.busy && (
          <PlacementHint placed={signing.placement.placed !== null} turned={placing.turned} />
        )}
        {search !== null && (
          <SearchField search={search} onType={finder.type} onStep={finder.step} onClose={finder.close}>
            <ReaderSearch
              id={id}
              version={version}
              page={current}
              search={search}
              onFound={finder.find}
              onStep={finder.step}
            />
          </SearchField>
        )}
      </Reader>
    </div>
  )
}
