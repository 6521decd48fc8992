import { Images } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCaseFileTexts } from '../texts/case-file.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { phoneQuery, touchQuery, useMedia } from '../../../ui/use-media.ts'
import type { Attaching } from '../use-attach.ts'
import { accept, fileLimit } from '../wizard/check-file.ts'
import { CameraButton } from '../../../shared/photos/camera-button.tsx'

type Props = {
  now: Attaching | null
  onFiles: (files: readonly File[]) => void
  onRetry: () => void
  onStop: () => void
  onDismiss: () => void
}

/** Adds files to a case by drop, paste, file dialog or camera. */
export function AttachRow({ now, onFiles, onRetry, onStop, onDismiss }: Props) {
  const caseFile = useCaseFileTexts()
  const ui = useUiTexts()
  const { bytes } = useFormat()
  const touch = useMedia(touchQuery)
  const phone = useMedia(phoneQuery)
  const done = now?.progress !== null && now?.progress !== undefined && now.progress.loaded >= now.progress.total
  return (
    <div data-print="hide">
      {now === null ? (
        <div className="flex flex-wrap items-center">
          {!phone && (
            <Dropzone
              variant="row"
              paste
              accept={accept}
              onFiles={onFiles}
              title={caseFile.dropMore(fileLimit)}
              hint={null}
              className="min-w-0 flex-1"
            />
          )}
          {touch && (
            <span className="border-t border-line px-2 py-1.5 max-md:w-full">
              <CameraButton size="sm" variant="ghost" onFiles={onFiles}>
                {caseFile.camera}
              </CameraButton>
            </span>
          )}
        </div>
      ) : now.error === null ? (
        <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3 max-sm:px-4">
          <Images aria-hidden className="size-5 text-ink-muted" />
          <Progress
            label={caseFile.uploading(now.files.length)}
            value={done ? undefined : now.progress?.loaded}
            max={now.progress?.total ?? 1}
            before={done ? caseFile.saving : caseFile.uploading(now.files.length)}
            after={
              now.progress === null || done ? undefined : `${bytes(now.progress.loaded)} / ${bytes(now.progress.total)}`
            }
            className="min-w-48 flex-1"
          />
          {!done && (
            <Button size="sm" onClick={onStop}>
              {caseFile.stop}
            </Button>
          )}
        </div>
      ) : (
        <div className="border-t border-line p-4">
          <Alert
            variant="error"
            title={caseFile.attachFailedTitle}
            action={
              <span className="flex gap-2">
                <Button size="sm" variant="ghost" onClick={onDismiss}>
                  {ui.cancel}
                </Button>
                <Button size="sm" onClick={onRetry}>
                  {caseFile.attachRetry}
                </Button>
              </span>
            }
          >
            {now.error}
          </Alert>
        </div>
      )}
    </div>
  )
}
