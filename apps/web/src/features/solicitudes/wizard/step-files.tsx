import { Images } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useWizardTexts } from '../texts/wizard.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { cn } from '../../../ui/cn.ts'
import { touchQuery, useMedia } from '../../../ui/use-media.ts'
import { CameraButton } from '../../../shared/photos/camera-button.tsx'
import { mostInRequest, mostRequests } from './arrange.ts'
import { accept, isImage, limits } from './check-file.ts'
import { filesOf, isSeparate } from './draft.ts'
import { RequestRows } from './request-rows.tsx'
import type { Wizard } from './use-wizard.ts'

const PhotosModal = lazyPart(async () => (await import('../../../shared/photos/photos-modal.tsx')).PhotosModal)

/** Images to combine into a PDF: ids of draft files, or new files from the camera. */
type Joining = { ids: readonly string[]; files: readonly File[] }

/** Step 2: the files, their arrangement in requests, and their errors. */
export function StepFiles(props: Wizard) {
  const { draft, addFiles, joinFiles, fileOf, notice, kept, ready } = props
  const wizard = useWizardTexts()
  const touch = useMedia(touchQuery)
  const [joining, setJoining] = useState<Joining | null>(null)
  const files = filesOf(draft)
  const images = files.filter((file) => isImage(file.name) && fileOf(file.id) !== undefined)
  const full = !ready || files.length >= limits.files
  const join = () => {
    const ids = images.map((image) => image.id)
    setJoining({ ids, files: ids.flatMap((id) => fileOf(id) ?? []) })
  }
  const joined = (result: File[]) => {
    const [only] = result
    if (joining !== null && joining.ids.length > 0) {
      if (only !== undefined && only.type === 'application/pdf') joinFiles(joining.ids, only)
    } else addFiles(result)
    setJoining(null)
  }
  return (
    <div className="flex flex-col gap-4">
      <LayoutChoice {...props} />
      <Dropzone onFiles={(chosen) => addFiles(chosen)} accept={accept} paste disabled={full} />
      {touch && (
        <CameraButton disabled={full} onFiles={(taken) => setJoining({ ids: [], files: taken })}>
          {wizard.camera}
        </CameraButton>
      )}
      {notice !== null && <Alert variant="warning" title={notice} />}
      {!kept && files.length > 0 && <Alert variant="info">{wizard.memoryOnly}</Alert>}
      {images.length > 0 && (
        <Alert
          variant="info"
          icon={<Images />}
          title={wizard.imagesTitle(images.length)}
          button={{ label: wizard.imagesJoin, onClick: join }}
        >
          {wizard.imagesText}
        </Alert>
      )}
      {files.length > 0 && <RequestRows {...props} />}
      {joining !== null && <PhotosModal files={joining.files} onDone={joined} onClose={() => setJoining(null)} />}
    </div>
  )
}

/** All files in one request, or one request per file. */
function LayoutChoice({ draft, setSeparate }: Wizard) {
  const wizard = useWizardTexts()
  const separate = isSeparate(draft)
  const count = filesOf(draft).length
  return (
    <div role="radiogroup" aria-label={wizard.layout} className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
      {([false, true] as const).map((value) => {
        const { title, text } = wizard.layouts[value ? 'each' : 'one']
        return (
          <label
            key={title}
            className={cn(
              'flex min-h-13.5 items-start gap-3 rounded-lg border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              value === separate ? 'border-gold-ink bg-selected' : 'border-control',
            )}
          >
            <input
              type="radio"
              name="layout"
              aria-label={title}
              checked={value === separate}
              disabled={count > (value ? mostRequests : mostInRequest)}
              onChange={() => setSeparate(value)}
              className="mt-1 accent-gold-ink outline-none"
            />
            <span className="min-w-0">
              <span className="block font-medium">{title}</span>
              <span className="block text-small text-ink-muted">{text}</span>
            </span>
          </label>
        )
      })}
    </div>
  )
}
