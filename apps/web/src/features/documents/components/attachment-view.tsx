import type { DocumentDetails } from '@foja/contracts/documents'
import { useQuery } from '@tanstack/react-query'
import { Download, FileImage, FileSpreadsheet, FileText, File as FileIcon, Maximize, Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useReaderTexts } from '../texts/reader.ts'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useDownload } from '../../../shared/use-download.ts'
import { fetchDocumentFile } from '../../../lib/files/download.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/details.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useZoom } from '../../../shared/use-zoom.ts'
import { useReaderControls } from '../../../shared/use-reader-controls.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

type Props = { document: DocumentDetails; version: number }
type Kind = 'image' | 'word' | 'sheet' | 'text' | 'other'

/** Image types that every browser shows. SVG is a document that can load resources, so it is offered as a file. */
const drawable = /^image\/(png|jpeg|gif|webp|avif|bmp)$/

function kindOf(mime: string): Kind {
  if (drawable.test(mime)) return 'image'
  if (/wordprocessing|msword|opendocument\.text|rtf/.test(mime)) return 'word'
  if (/spreadsheet|ms-excel|csv/.test(mime)) return 'sheet'
  return mime.startsWith('text/') ? 'text' : 'other'
}

/** Shows a document that is not a PDF. */
export function AttachmentView({ document, version }: Props) {
  return kindOf(document.mime) === 'image' ? (
    <ImageView key={version} document={document} version={version} />
  ) : (
    <FileView document={document} version={version} />
  )
}

const icons: Record<Kind, ReactNode> = {
  image: <FileImage />,
  word: <FileText />,
  sheet: <FileSpreadsheet />,
  text: <FileText />,
  other: <FileIcon />,
}

function FileView({ document, version }: Props) {
  const reader = useReaderTexts()
  const documents = useDocumentsTexts()
  const { bytes, dateTime } = useFormat()
  const download = useDownload()
  const kind = kindOf(document.mime)
  const chosen = document.versions.find((one) => one.version === version) ?? document
  return (
    <div className="flex flex-1 items-start justify-center overflow-y-auto bg-muted p-6 dark:bg-canvas">
      <Card className="w-full max-w-112 p-6">
        <span
          aria-hidden
          className="mb-4 inline-flex size-13 items-center justify-center rounded-full bg-soft-primary text-on-soft-primary [&_svg]:size-6"
        >
          {icons[kind]}
        </span>
        <h2 className="text-section font-semibold wrap-anywhere">{document.nombre}</h2>
        <p className="mt-1 mb-5 text-ink-muted">{reader.fileText}</p>
        <Facts
          items={[
            { label: reader.kind, value: reader.kinds[kind] },
            { label: reader.size, value: bytes(chosen.size) },
            { label: reader.uploaded, value: dateTime(chosen.created_at) },
          ]}
        />
        {document.actions.includes('download') && (
          <Button
            block
            className="mt-5"
            icon={<Download />}
            loading={download.isPending}
            onClick={() => download.mutate({ ...document, version })}
          >
            {documents.download}
          </Button>
        )}
      </Card>
    </div>
  )
}

/** A blob URL for the image: an image tag cannot send the bearer token. */
function useBlobUrl(id: string, version: number) {
  const query = useQuery({
    queryKey: queryKeys.documentFile(id, version),
    queryFn: () => fetchDocumentFile(id, version),
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const [url, setUrl] = useState<string | null>(null)
  const { data } = query
  useEffect(() => {
    if (data === undefined) return undefined
    const blobUrl = URL.createObjectURL(data)
    setUrl(blobUrl)
    return () => URL.revokeObjectURL(blobUrl)
  }, [data])
  return { ...query, url }
}

/** PDF points per CSS pixel. */
const points = 72 / 96

function ImageView({ document, version }: Props) {
  const reader = useReaderTexts()
  const documents = useDocumentsTexts()
  const { percent } = useFormat()
  const frame = useRef<HTMLDivElement>(null)
  const { url, isLoadingError, error, refetch } = useBlobUrl(document.id_documento, version)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const zoom = useZoom(frame, { width: size.width * points, height: size.height * points })
  const once = () => {}
  useReaderControls(
    frame,
    { ...zoom, fit: zoom.fitPage, page: 1, pages: 1, goTo: once, search: once },
    url !== null && size.width > 0,
  )
  if (isLoadingError) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return (
    <div className="relative flex min-w-0 flex-1 flex-col bg-muted dark:bg-canvas" data-print="flow">
      <div
        ref={frame}
        role="region"
        aria-label={document.nombre}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
        tabIndex={0}
        style={{ touchAction: 'pan-x pan-y' }}
        data-print="flow"
        className="min-h-0 flex-1 overflow-auto p-5 max-md:px-3 max-md:pt-18 focus-visible:-outline-offset-2"
      >
        {url === null ? (
          <Skeleton className="mx-auto h-200 w-full max-w-112" />
        ) : (
          <div
            data-page={1}
            className="mx-auto bg-white shadow-lift"
            style={size.width === 0 ? undefined : { width: size.width * zoom.zoom, height: size.height * zoom.zoom }}
          >
            <img
              src={url}
              alt={reader.image(document.nombre)}
              className="size-full"
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
            />
          </div>
        )}
      </div>
      <div
        data-print="hide"
        className="absolute bottom-4 left-1/2 z-10 flex -translate-x-1/2 items-center gap-1 rounded-lg border border-line bg-panel p-1 shadow-float max-md:top-3 max-md:bottom-auto"
      >
        <IconButton label={documents.zoomOut} onClick={zoom.zoomOut}>
          <Minus />
        </IconButton>
        <span className="min-w-14 text-center font-medium figures">{percent(zoom.zoom)}</span>
        <IconButton label={documents.zoomIn} onClick={zoom.zoomIn}>
          <Plus />
        </IconButton>
        <IconButton label={reader.fitImage} onClick={zoom.fitPage}>
          <Maximize />
        </IconButton>
      </div>
    </div>
  )
}
