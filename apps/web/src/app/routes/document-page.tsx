import type { DocumentDetails } from '@foja/contracts/documents'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { pagesQuery } from '../../features/documents/api/pages.ts'
import { verificationQuery } from '../../features/documents/api/verification.ts'
import { Highlights } from '../../features/documents/components/highlights.tsx'
import { Reader } from '../../features/documents/components/reader.tsx'
import { ReaderHeader } from '../../features/documents/components/reader-header.tsx'
import { SearchField } from '../../features/documents/components/search-field.tsx'
import { Thumbnails } from '../../features/documents/components/thumbnails.tsx'
import { useCurrentPage } from '../../shared/use-current-page.ts'
import { useReaderControls } from '../../features/documents/use-reader-controls.ts'
import { useReaderSearch } from '../../features/documents/use-reader-search.ts'
import { useZoom } from '../../shared/use-zoom.ts'
import { signerQuery } from '../../features/signing/api/signer.ts'
import { PlacementLayer } from '../../features/signing/components/placement-layer.tsx'
import { lastPlace } from '../../features/signing/last-place.ts'
import { useSigning } from '../../features/signing/use-signing.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { useDownload } from '../../shared/use-download.ts'
import { around, defaultSize } from '../../lib/files/geometry.ts'
import type { PageOf } from '../../shared/page-image.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { AppPage } from '../app-page.tsx'
import type { DocumentTab } from '../document-tab.ts'
import { DocumentModals, type DocumentModal } from './document-modals.tsx'
import { DocumentPanel } from './document-panel.tsx'
import { DocumentTools } from './document-tools.tsx'

// Parts that most visits do not need at first, or that load beside the pages.
const FieldMark = lazyPart(async () => (await import('./document-placing.tsx')).FieldMark, 'quiet')
const Preview = lazyPart(async () => (await import('./document-placing.tsx')).Preview, 'quiet')
const PlacementHint = lazyPart(async () => (await import('./document-placing.tsx')).PlacementHint, 'quiet')
const ReaderSearch = lazyPart(
  async () => (await import('../../features/documents/components/reader-search.tsx')).ReaderSearch,
)
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

/** The shown version, and the document with only the actions possible for it: old versions cannot be signed. */
function useVersion(document: DocumentDetails, wanted: number | undefined) {
  const found = document.versions.find(({ version }) => version === wanted)
  const old = found !== undefined && found.version !== document.version
  const shown: DocumentDetails = old
    ? { ...document, actions: document.actions.filter((action) => action !== 'sign') }
    : document
  return { old, shown, version: found?.version ?? document.version, path: found?.pdf_path ?? document.pdf_path }
}

/** The document reader: pages, placement of the signature, and the side panel. */
export function DocumentPage({ document, tab, version: wanted, onTab, onVersion, onBack, onDeleted }: Props) {
  const phone = useMedia(phoneQuery)
  const reader = useRef<HTMLDivElement>(null)
  const isPdf = document.paginas !== null
  const { old, shown, version, path } = useVersion(document, wanted)
  const maySign = shown.actions.includes('sign') && isPdf
  const closed = (tab === 'firmar' && !maySign) || (tab === 'firmas' && !isPdf)
  const open: DocumentTab = tab !== undefined && !closed ? tab : maySign ? 'firmar' : isPdf ? 'firmas' : 'versiones'
  const pages = useQuery({ ...pagesQuery(path), enabled: isPdf })
  const images = pages.data
  const sizes = images?.pages ?? []
  const zoom = useZoom(reader, {
    width: Math.max(0, ...sizes.map(({ width }) => width)),
    height: Math.max(0, ...sizes.map(({ height }) => height)),
  })
  const { current, goTo } = useCurrentPage(reader, images?.paginas ?? 0)
  const [sheet, setSheet] = useState(tab !== undefined)
  const [modal, setModal] = useState<DocumentModal | null>(null)
  const signer = useQuery({ ...signerQuery, enabled: maySign })
  const download = useDownload()
  const finder = useReaderSearch(reader)
  const { search } = finder
  // The list caches the verdict from the time of signing; authorities may have been added since.
  const { count } = document.signatures
  const verified = useQuery({ ...verificationQuery(document.id_documento, document.sha256), enabled: count > 0 })
  const summary = verified.data?.summary
  const signatures = summary === undefined || summary === 'unsigned' ? document.signatures : { count, verdict: summary }
  const total = images?.paginas ?? document.paginas ?? 0

  const openTab = (next: DocumentTab) => {
    onTab(next)
    setSheet(true)
  }
  const signing = useSigning(document, open === 'firmar', () => openTab('firmas'))
  const { placement, draft } = signing
  const certificate = draft.source === 'stored' ? (signer.data?.certificate ?? null) : null
  // While it is unknown whether there is a certificate, placing is allowed; the position is kept.
  const unsure = draft.source === 'stored' && signer.data === undefined
  const placing =
    open === 'firmar' && signing.mustPlace && (draft.source !== 'stored' || unsure || certificate !== null)

  // Loads the preview before the first position is chosen.
  useEffect(() => {
    if (placing) Preview.fetchAhead()
  }, [placing])

  useReaderControls(reader, { ...zoom, page: current, pages: total, goTo, search: finder.ask }, images !== undefined)

  // Suggests the user's last signature position; Escape removes it.
  const { commit } = placement
  const untouched = placing && !unsure && placement.placed === null && !placement.canUndo
  useEffect(() => {
    const place = untouched && images !== undefined ? lastPlace(images.pages) : null
    if (place !== null) commit(place)
  }, [untouched, images, commit])

  const placeHere = () => {
    const page = images?.pages[current - 1]
    if (page === undefined) return
    const middle = { x: page.width - defaultSize.width / 2 - 56, y: page.height - defaultSize.height / 2 - 72 }
    placement.commit({ page: current, rect: around(middle, page) })
    // Keyboard shortcuts act on the focused element; on phones the sheet covers the bottom of the reader.
    requestAnimationFrame(() => {
      const box = reader.current?.querySelector<HTMLElement>('[role=application]')
      box?.focus({ preventScroll: true })
      box?.scrollIntoView({ block: phone ? 'start' : 'center' })
    })
  }

  const waiting = open === 'firmar' && draft.field !== null
  const overlay = (page: PageOf) => (
    <>
      {search !== null && <Highlights page={page} hits={search.hits} current={search.hits?.[search.at]} />}
      {Math.abs(page.page - current) >= 6 ? null : placing ? (
        <PlacementLayer
          page={page}
          placement={placement}
          disabled={signing.busy}
          preview={(rect) => (
            <Suspense fallback={null}>
              <Preview signing={signing} certificate={certificate} rect={rect} />
            </Suspense>
          )}
        />
      ) : (
        waiting && (
          <Suspense fallback={null}>
            <FieldMark at={draft.fieldAt} page={page} />
          </Suspense>
        )
      )}
    </>
  )

  const actions = (
    <DocumentTools
      actions={shown.actions}
      zoom={zoom}
      page={current}
      pages={isPdf ? total : 0}
      phone={phone}
      undo={placing && !unsure ? placement : null}
      onGo={goTo}
      on={{
        download: () => download.mutate({ ...document, version }),
        email: () => setModal('email'),
        share: () => setModal('share'),
        search: finder.ask,
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
        {isPdf && <Thumbnails images={images} current={current} onGo={goTo} />}
        <div data-print="flow" className="flex min-w-0 flex-1 flex-col">
          {old && (
            <Suspense fallback={null}>
              <OldVersionNotice version={version} onNewest={() => onVersion(undefined)} />
            </Suspense>
          )}
          {!isPdf ? (
            <Suspense fallback={null}>
              <AttachmentView document={document} version={version} />
            </Suspense>
          ) : pages.isError ? (
            <div className="flex flex-1 items-center justify-center bg-muted dark:bg-canvas">
              <LoadFailed error={pages.error} onRetry={() => void pages.refetch()} />
            </div>
          ) : (
            <div data-print="flow" className="flex min-h-0 flex-1">
              <Reader
                ref={reader}
                images={images}
                current={current}
                scale={zoom.scale}
                onBroken={() => void pages.refetch()}
                overlay={placing || waiting || search !== null ? overlay : undefined}
              >
                {placing && !unsure && images !== undefined && !signing.busy && (
                  <Suspense fallback={null}>
                    <PlacementHint placed={placement.placed !== null} />
                  </Suspense>
                )}
                {search !== null && (
                  <SearchField search={search} onType={finder.type} onStep={finder.step} onClose={finder.close}>
                    <Suspense fallback={null}>
                      <ReaderSearch
                        id={document.id_documento}
                        version={version}
                        page={current}
                        search={search}
                        onFound={finder.find}
                        onStep={finder.step}
                      />
                    </Suspense>
                  </SearchField>
                )}
              </Reader>
            </div>
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
          onPlace={placeHere}
          sheet={sheet}
          onSheet={setSheet}
        />
      </div>
      <DocumentModals document={document} open={modal} onClose={() => setModal(null)} onDeleted={onDeleted} />
    </AppPage>
  )
}
