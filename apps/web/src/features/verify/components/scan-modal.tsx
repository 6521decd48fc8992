import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { readQr, readQrOfPhoto } from '../read-qr.ts'
import { codeInQr } from '../verification-code.ts'

type Props = { onCode: (code: string) => void; onClose: () => void }
type Camera = 'starting' | 'running' | 'none'

/** Looks a few times a second: often enough for a hand, seldom enough for an old phone. */
const pauseMs = 250

/** Shows the camera behind the phone in `video` and hands over the text of each QR that it sees. */
function useCamera(video: RefObject<HTMLVideoElement | null>, onText: (text: string) => void): Camera {
  const [camera, setCamera] = useState<Camera>('starting')
  const told = useRef(onText)
  told.current = onText
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: number | undefined
    let over = false
    const look = () => {
      const element = video.current
      const text = element === null ? null : readQr(element, element.videoWidth, element.videoHeight)
      if (text !== null) told.current(text)
      timer = window.setTimeout(look, pauseMs)
    }
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
        const element = video.current
        if (over || element === null) throw new Error('closed meanwhile')
        element.srcObject = stream
        await element.play()
        setCamera('running')
        look()
      } catch {
        // refused, absent, or a page without https: a photo does as well
        stop()
        if (!over) setCamera('none')
      }
    }
    const stop = () => {
      window.clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void start()
    return () => {
      over = true
      stop()
    }
  }, [video])
  return camera
}

/** Reads the code out of a stamp's QR, by camera or out of a photo. */
export function ScanModal({ onCode, onClose }: Props) {
  const { verify } = useTexts()
  return (
    <Modal
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={verify.scanTitle}
      description={verify.scanText}
    >
      <Scanner onCode={onCode} />
    </Modal>
  )
}

function Scanner({ onCode }: Pick<Props, 'onCode'>) {
  const { verify } = useTexts()
  const video = useRef<HTMLVideoElement>(null)
  const photo = useRef<HTMLInputElement>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const take = (text: string | null) => {
    const code = text === null ? null : codeInQr(text)
    if (code !== null) onCode(code)
    else setTrouble(text === null ? verify.scanNothing : verify.scanForeign)
  }
  const camera = useCamera(video, take)
  return (
    <div className="flex flex-col gap-4 pb-2">
      {camera === 'none' ? (
        <Alert variant="info">{verify.scanNoCamera}</Alert>
      ) : (
        <div className="relative overflow-hidden rounded-lg bg-muted">
          <video ref={video} muted playsInline className="aspect-square w-full object-cover" />
          <span aria-hidden className="absolute inset-[18%] rounded-xl border-2 border-gold" />
        </div>
      )}
      {trouble !== null && <Alert variant="warning">{trouble}</Alert>}
      <input
        ref={photo}
        type="file"
        hidden
        accept="image/*"
        aria-label={verify.scanPhoto}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) void readQrOfPhoto(file).then(take)
        }}
      />
      <Button size="lg" block icon={<ImageUp />} onClick={() => photo.current?.click()}>
        {verify.scanPhoto}
      </Button>
    </div>
  )
}
