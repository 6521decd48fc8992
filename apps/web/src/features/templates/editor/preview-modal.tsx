import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo, useRef, type ReactNode } from 'react'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { PageImage } from '../../../shared/page-image.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { useWidth } from '../../../shared/use-width.ts'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { previewDraft } from '../api/templates.ts'
import { toWire, type EditorDocument } from './model/document.ts'
import { sampleData } from './model/shown-value.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

type Props = { name: string; pdfPath: string; document: EditorDocument; today: string; onClose: () => void }

/** Preview of the document, rendered by the server from the PDF that it would create. */
export function PreviewModal({ name, pdfPath, document, today, onClose }: Props) {
  const words = useTemplateEditorTexts()
  const fields = useMemo(() => toWire(document), [document])
  const { locale } = document
  const draft = { pdf_path: pdfPath, fields, locale }
  const values = sampleData(fields, locale, today)
  const download = useToastMutation({
    mutationFn: async () => (await import('../api/template-pdfs.ts')).saveDraftPdf(draft, values, name),
  })
  const { data, isLoadingError, error, refetch } = useQuery({
    queryKey: queryKeys.templatePreview(pdfPath, locale, fields),
    queryFn: ({ signal }) => previewDraft(draft, values, signal),
    staleTime: 4 * 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Modal
      open
      variant="wide"
      onOpenChange={onClose}
      title={words.previewTitle}
      description={words.previewText}
      footer={
        <Button
          icon={<Download />}
          disabled={data === undefined}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {words.downloadPdf}
        </Button>
      }
    >
      {isLoadingError ? (
        <LoadFailed error={error} level={3} onRetry={() => void refetch()} />
      ) : (
        <Pages label={words.pages}>
          {(width) =>
            data === undefined ? (
              <div className="bg-white p-16" style={{ width, height: width * Math.SQRT2 }} data-mode="light" aria-busy>
                <Skeleton className="h-4 w-1/2" />
              </div>
            ) : (
              data.pages.map((page) => (
                <PageImage
                  key={page.page}
                  page={page}
                  width={width}
                  alt={words.pageAlt(page.page, data.paginas)}
                  eager={page.page <= 2}
                  onBroken={() => void refetch()}
                />
              ))
            )
          }
        </Pages>
      )}
    </Modal>
  )
}

/** As wide as the container, including the scroll bar. */
function Pages({ label, children }: { label: string; children: (width: number) => ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
      tabIndex={0}
      className="-mx-5 bg-muted px-5 py-4 focus-visible:-outline-offset-2 dark:bg-canvas"
    >
      <div ref={box} className="flex flex-col items-center gap-4">
        {width > 0 && children(Math.min(width, 720))}
      </div>
    </div>
  )
}
