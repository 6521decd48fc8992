import { Check, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Reader } from '../../../shared/reader.tsx'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { useCurrentPage } from '../../../shared/use-current-page.ts'
import { useReaderControls } from '../../../shared/use-reader-controls.ts'
import { useZoom } from '../../../shared/use-zoom.ts'
import { ZoomTools } from '../../../shared/zoom-tools.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { textLink } from '../../../ui/link.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import { signingPageOf } from '../words.ts'
import type { DocumentsProps } from './document-column.tsx'
import { showSignHere, SignHere } from './sign-here.tsx'

/** The documents on a wide screen: a tab each, and the reader with zoom, keys and pages. */
export function DocumentDesk({ view, shown, onShow, copies, onBroken }: DocumentsProps) {
  const texts = useRecipientTexts()
  const documents = useDocumentsTexts()
  const ref = useRef<HTMLDivElement>(null)
  const { images, id_documento } = shown
  const zoom = useZoom(
    ref,
    {
      width: Math.max(0, ...images.pages.map(({ width }) => width)),
      height: Math.max(0, ...images.pages.map(({ height }) => height)),
    },
    'page',
  )
  const { current, goTo } = useCurrentPage(ref, images.paginas)
  useReaderControls(ref, { ...zoom, page: current, pages: images.paginas, goTo, search: null }, true)
  useEffect(() => {
    if (ref.current !== null) ref.current.scrollTop = 0
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another document begins at its first page
  }, [id_documento])
  const page = signingPageOf(shown)
  return (
    <Tabs
      label={texts.choose}
      value={id_documento}
      onValueChange={onShow}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-panel"
      tabs={view.documents.map(({ id_documento: value, nombre, signed }) => ({
        value,
        label: (
          <>
            {signed && <Check aria-label={texts.signedByYou} className="size-4 text-on-soft-success" />}
            <span className="max-w-56 truncate">{nombre}</span>
          </>
        ),
      }))}
      action={
        <span className="flex items-center">
          {page !== null && (
            <button type="button" onClick={showSignHere} className={`${textLink} mr-3 max-xl:hidden`}>
              {texts.signHere} · {documents.page(page, images.paginas)}
            </button>
          )}
          <ZoomTools zoom={zoom} page={current} pages={images.paginas} onGo={goTo} />
          <IconButton asChild label={texts.download(shown.nombre)} className="ml-1">
            <a {...copies.linkOf(shown)}>
              <Download />
            </a>
          </IconButton>
        </span>
      }
    >
      <TabPanel value={id_documento} className="flex min-h-0 flex-1">
        <Reader
          ref={ref}
          images={images}
          current={current}
          scale={zoom.scale}
          onBroken={onBroken}
          overlay={(one) => <SignHere document={shown} page={one} />}
        />
      </TabPanel>
    </Tabs>
  )
}
