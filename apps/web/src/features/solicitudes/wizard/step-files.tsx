import { Images } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useWizardTexts } from '../texts/wizard.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { Field } from '../../../ui/field.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { touchQuery, useMedia } from '../../../ui/use-media.ts'
import { CameraButton } from '../components/camera-button.tsx'
import { joinAll, layoutOf, mostInRequest, mostRequests, splitAll } from './arrange.ts'
import { accept, isImage, limits } from './check-file.ts'
import { filesOf } from './draft.ts'
import { RequestRows } from './request-rows.tsx'
import type { Wizard } from './use-wizard.ts'

const PhotosModal = lazyPart(async () => (await import('../photos/photos-modal.tsx')).PhotosModal)

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
          action={
            <Button size="sm" onClick={join}>
              {wizard.imagesJoin}
            </Button>
          }
        >
          {wizard.imagesText}
        </Alert>
      )}
      {files.length > 1 && <LayoutChoice {...props} />}
      {files.length > 0 && <RequestRows {...props} />}
      {joining !== null && (
        <Suspense fallback={null}>
          <PhotosModal files={joining.files} onDone={joined} onClose={() => setJoining(null)} />
        </Suspense>
      )}
    </div>
  )
}

function LayoutChoice({ draft, setRequests }: Wizard) {
  const wizard = useWizardTexts()
  const layout = layoutOf(draft.requests)
  const count = filesOf(draft).length
  const options = [
    ...(count <= mostRequests ? (['each'] as const) : []),
    ...(count <= mostInRequest ? (['one'] as const) : []),
  ]
  if (options.length < 2) return null
  return (
    <Field label={wizard.layout} hint={wizard.layoutHint} group>
      <SegmentedControl<string>
        block
        className="max-w-120"
        value={layout}
        onValueChange={(value) => setRequests(value === 'one' ? joinAll(draft.requests) : splitAll(draft.requests))}
        options={options.map((value) => ({ value, label: wizard.layouts[value] }))}
      />
    </Field>
  )
}
