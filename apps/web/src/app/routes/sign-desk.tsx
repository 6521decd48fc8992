import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { signerQuery } from '../../features/signing/api/signer.ts'
import { BatchForm } from '../../features/signing/batch/batch-form.tsx'
import type { SignMany } from '../../features/signing/batch/use-sign-many.ts'
import { FileColumn, FileModal } from '../../features/signing/files/file-column.tsx'
import type { PdfFiles } from '../../features/signing/files/use-pdf-files.ts'
import type { StampPlaces } from '../../features/signing/files/use-stamp-places.ts'
import { needsPlace } from '../../features/signing/sign-draft.ts'
import { useSignManyTexts } from '../../features/signing/texts/sign-many.ts'
import { useSignFilesTexts } from '../../features/signing/texts/sign-files.ts'
import { useSigningTexts } from '../../features/signing/texts/signing.ts'
import type { Rect } from '../../lib/files/geometry.ts'
import { SidePanel } from '../../shared/side-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { textLink } from '../../ui/link.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { AppPage } from '../app-page.tsx'
import { SignCanvas } from './sign-canvas.tsx'
import { SignHeader } from './sign-header.tsx'

const Preview = lazyPart(
  async () => (await import('../../features/signing/components/appearance-preview.tsx')).AppearancePreview,
  'quiet',
)

/** Without a stored certificate the key comes from a file, in this browser where it can be opened. */
function useFirstSource({ change }: SignMany) {
  const signer = useQuery(signerQuery).data
  const chosen = useRef(false)
  useEffect(() => {
    if (signer === undefined || chosen.current) return
    chosen.current = true
    if (signer.certificate === null) change({ source: window.isSecureContext ? 'browser' : 'once' })
  }, [signer, change])
  return signer?.certificate ?? null
}

type DeskProps = {
  files: PdfFiles
  places: StampPlaces
  many: SignMany
  onCertificate: () => void
  onClose: () => void
}

/** Files, pages and key, once there is a file. */
export function SignDesk({ files, places, many, onCertificate, onClose }: DeskProps) {
  const texts = useSignFilesTexts()
  const phone = useMedia(phoneQuery)
  const certificate = useFirstSource(many)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const [above, setAbove] = useState<HTMLElement | null>(null)
  const [sheet, setSheet] = useState(true)
  const [wanted, setWanted] = useState<string>()
  const [listed, setListed] = useState(false)
  const { documents } = files
  const shown = documents.find(({ id_documento }) => id_documento === wanted) ?? documents[0]
  const stamped = needsPlace(many.defaults.appearance, null)
  const { draft, defaults } = many
  const preview = (rect: Rect) => (
    <Preview
      appearance={defaults.appearance}
      certificate={draft.source === 'stored' ? certificate : null}
      reason={draft.reason}
      location={draft.location}
      rect={rect}
    />
  )
  const missing = useMissing(files, places, stamped, () => setListed(true))
  const at = shown === undefined ? -1 : documents.indexOf(shown)
  const next = documents[(at + 1) % Math.max(1, documents.length)]
  const list = { files, places, stamped, shown: shown?.id_documento, onShow: setWanted }
  const slot = <span ref={setTools} className="contents" />
  const step = documents.length === 0 ? 0 : missing !== null ? 1 : many.password === '' ? 2 : 3
  return (
    <AppPage
      rail
      hideTabs
      header={
        <SignHeader
          step={step}
          at={at}
          total={documents.length}
          files={files.rows}
          name={phone ? shown?.nombre : undefined}
          onFiles={() => setListed(true)}
          onClose={onClose}
        />
      }
      tools={slot}
      phoneTools={
        <>
          {slot}
          {documents.length > 1 && (
            <IconButton label={texts.next} onClick={() => setWanted(next?.id_documento)}>
              <ChevronRight />
            </IconButton>
          )}
        </>
      }
    >
      <div className="flex h-[calc(100dvh-3.5rem)] min-w-0 flex-1">
        <FileColumn {...list} />
        <div className="flex min-h-0 min-w-0 flex-1">
          {shown === undefined ? (
            <div className="flex-1 bg-muted dark:bg-canvas" />
          ) : (
            <SignCanvas
              key={`${shown.id_documento} ${places.mode}`}
              document={shown}
              places={places}
              stamped={stamped}
              phone={phone}
              tools={tools}
              above={above}
              preview={preview}
            />
          )}
        </div>
        <SidePanel
          label={texts.panel}
          openLabel={texts.openPanel}
          open={sheet || many.wrong.password !== null || many.wrong.files !== null}
          onOpen={setSheet}
          above={<span ref={setAbove} className="contents" />}
          className="max-md:max-h-[80dvh]"
        >
          <BatchForm panel many={many} documents={documents} missing={missing} onCertificate={onCertificate} />
        </SidePanel>
      </div>
      {listed && <FileModal {...list} onClose={() => setListed(false)} />}
    </AppPage>
  )
}

/** What has to be done before signing besides the key, in words. */
function useMissing(
  { rows, documents }: PdfFiles,
  places: StampPlaces,
  stamped: boolean,
  onFiles: () => void,
): ReactNode {
  const texts = useSignFilesTexts()
  const many = useSignManyTexts()
  const signing = useSigningTexts()
  if (rows.length === 0) return many.choose
  if (rows.some(({ state }) => state === 'failed'))
    return (
      <>
        {texts.someFailed}{' '}
        <button type="button" onClick={onFiles} className={`${textLink} lg:hidden`}>
          {texts.seeFiles}
        </button>
      </>
    )
  if (rows.some(({ state }) => state !== 'ready')) return texts.stillSending
  return stamped && documents.some(({ id_documento }) => places.isMissing(id_documento)) ? signing.placeFirst : null
}
