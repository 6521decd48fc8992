import { FileLock2, Plus, RotateCcw, Signature, TriangleAlert, X } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { SignaturesBadge } from '../../../shared/signatures-badge.tsx'
import { useUnlockTexts } from '../../../shared/texts/unlock.ts'
import { Button } from '../../../ui/button.tsx'
import { Count } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Modal } from '../../../ui/modal.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'
import type { Signable } from '../api/signable.ts'
import { useSignFilesTexts } from '../texts/sign-files.ts'
import { PageThumbnail } from './page-thumbnail.tsx'
import { sizeLimit, type PdfFile, type PdfFiles } from './use-pdf-files.ts'
import type { StampPlaces } from './use-stamp-places.ts'

// Only for a file with a password.
const UnlockFile = lazyPart(async () => (await import('../../../shared/unlock-file.tsx')).UnlockFile)

type Props = {
  files: PdfFiles
  places: StampPlaces
  /** The stamp has a place on the page. */
  stamped: boolean
  /** The id of the document on the screen. */
  shown: string | undefined
  onShow: (id: string) => void
}

function useAdd({ add }: PdfFiles) {
  const texts = useSignFilesTexts()
  return useFilePicker({ onFiles: add, accept: '.pdf', multiple: true, label: texts.add })
}

/** The files at the left: add, open, remove, and whether the stamp is in the same place in all. */
export function FileColumn(props: Props) {
  const { files } = props
  const texts = useSignFilesTexts()
  const { number } = useFormat()
  const { input, open } = useAdd(files)
  return (
    <section
      aria-labelledby="files-title"
      className="flex w-76 shrink-0 flex-col border-r border-line bg-panel max-xl:w-64 max-lg:hidden"
    >
      <header className="flex h-13 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 id="files-title" className="text-section font-semibold">
          {texts.files}
        </h2>
        <Count>{number(files.rows.length)}</Count>
        {input}
        <Button size="sm" variant="ghost" icon={<Plus />} onClick={open} className="ml-auto">
          {texts.add}
        </Button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <FileRows {...props} />
        <div className="p-4">
          <Dropzone
            variant="tall"
            accept=".pdf"
            paste
            onFiles={files.add}
            title={texts.dropMore}
            hint={texts.limit(sizeLimit)}
          />
        </div>
      </div>
      <PlaceModes {...props} className="border-t border-line p-4" />
    </section>
  )
}

/** The same files in a dialog, where there is no room for the column. */
export function FileModal({ onClose, ...props }: Props & { onClose: () => void }) {
  const texts = useSignFilesTexts()
  const { input, open } = useAdd(props.files)
  return (
    <Modal
      open
      onOpenChange={onClose}
      title={texts.files}
      footer={
        <Button icon={<Plus />} onClick={open}>
          {texts.add}
        </Button>
      }
    >
      {input}
      <div className="-mx-5 border-t border-line">
        <FileRows
          {...props}
          onShow={(id) => {
            props.onShow(id)
            onClose()
          }}
        />
      </div>
      <PlaceModes {...props} className="pt-4" />
    </Modal>
  )
}

function FileRows({ files, places, stamped, shown, onShow }: Props) {
  return (
    <ul className="divide-y divide-line border-b border-line">
      {files.rows.map((row) => (
        <FileRow
          key={row.key}
          row={row}
          current={row.key === shown}
          onShow={() => onShow(row.key)}
          onRemove={() => files.remove(row.key)}
          onRetry={() => files.retry(row.key)}
          onUnlocked={(copy) => files.replace(row.key, copy)}
          places={stamped ? places : null}
        />
      ))}
    </ul>
  )
}

/** The same place in all documents, or one by one. */
function PlaceModes({ files, places, stamped, className }: Props & { className: string }) {
  const texts = useSignFilesTexts()
  const { length } = files.documents
  if (length < 2 || !stamped) return null
  return (
    <div className={className}>
      <Field label={texts.place} group hint={places.mode === 'same' ? texts.sameHint : texts.eachHint}>
        <SegmentedControl
          block
          value={places.mode}
          onValueChange={places.setMode}
          options={[
            { value: 'same', label: texts.same(length) },
            { value: 'each', label: texts.each },
          ]}
        />
      </Field>
    </div>
  )
}

type RowProps = {
  row: PdfFile
  current: boolean
  onShow: () => void
  onRemove: () => void
  onRetry: () => void
  onUnlocked: (copy: File) => void
  /** null: the stamp has no place on the page. */
  places: StampPlaces | null
}

function FileRow({ row, current, onShow, onRemove, places, ...acts }: RowProps) {
  const texts = useSignFilesTexts()
  const remove = (
    <IconButton size="sm" label={texts.remove(row.name)} onClick={onRemove} className="relative">
      <X />
    </IconButton>
  )
  if (row.state === 'ready')
    return (
      <li
        className={cn(
          'relative flex items-start gap-3 py-3.5 pr-2 pl-4',
          current && 'bg-selected shadow-[inset_3px_0_0_var(--color-primary)]',
        )}
      >
        <PageThumbnail
          document={row.document}
          width={44}
          {...(places === null ? {} : { placeIn: (pages) => places.placeOf(row.key, pages) })}
        />
        <div className="min-w-0 flex-1">
          <button
            type="button"
            aria-current={current ? 'true' : undefined}
            onClick={onShow}
            className="line-clamp-2 text-left font-medium wrap-anywhere after:absolute after:inset-0 after:content-['']"
          >
            {row.name}
          </button>
          <FileFacts document={row.document} />
        </div>
        {remove}
      </li>
    )
  return (
    <li className="flex items-start gap-3 py-3.5 pr-2 pl-4">
      <span
        aria-hidden
        className={cn(
          'flex h-15 w-11 shrink-0 items-center justify-center rounded-sm [&_svg]:size-5',
          tileTones[row.state],
        )}
      >
        {row.state === 'failed' ? <TriangleAlert /> : row.state === 'locked' ? <FileLock2 /> : <Signature />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 font-medium wrap-anywhere">{row.name}</p>
        <FileState row={row} {...acts} />
      </div>
      {remove}
    </li>
  )
}

const tileTones = {
  failed: 'bg-soft-error text-on-soft-error',
  locked: 'bg-soft-primary text-on-soft-primary',
  loading: 'bg-muted text-ink-muted',
  sending: 'bg-muted text-ink-muted',
}

/** The state of a file that cannot be signed yet. */
function FileState({ row, onRetry, onUnlocked }: Pick<RowProps, 'row' | 'onRetry' | 'onUnlocked'>) {
  const texts = useSignFilesTexts()
  const unlock = useUnlockTexts()
  const { percent, bytes } = useFormat()
  if (row.state === 'locked')
    return (
      <>
        <p role="status" className="text-small text-ink-muted">
          {bytes(row.file.size)} · {unlock.needed}
        </p>
        <UnlockFile file={row.file} onUnlocked={onUnlocked} />
      </>
    )
  if (row.state === 'failed')
    return (
      <>
        <p role="alert" className="text-small text-pretty text-error-ink">
          {row.error}
        </p>
        {row.retry && (
          <Button size="sm" icon={<RotateCcw />} onClick={onRetry} className="mt-2">
            {texts.retry}
          </Button>
        )}
      </>
    )
  return (
    <Progress
      label={row.name}
      value={row.state === 'sending' ? row.share : undefined}
      max={1}
      {...(row.state === 'sending' ? { after: percent(row.share) } : {})}
      className="mt-1.5"
    />
  )
}

/** Pages, size and earlier signatures of a document. */
function FileFacts({ document }: { document: Signable }) {
  const domain = useDomainTexts()
  const { plural, bytes } = useFormat()
  return (
    <>
      <p className="text-small text-ink-muted">
        {document.paginas !== null && `${plural(document.paginas, domain.pages)} · `}
        {bytes(document.size)}
      </p>
      {document.signatures.count > 0 && (
        <p className="mt-1">
          <SignaturesBadge signatures={document.signatures} />
        </p>
      )}
    </>
  )
}
