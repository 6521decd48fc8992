import { ImageUp } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { decodeQR } from 'qr/decode.js'
import { useVerifyTexts } from '../texts/verify.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'
import { codeInQr } from '../verification-code.ts'

/** Larger pictures only take longer: a QR code that fills a tenth of this is still readable. */
const mostPixels = 1600

function drawn(source: CanvasImageSource, width: number, height: number): ImageData | null {
  const scale = Math.min(1, mostPixels / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null || canvas.width === 0 || canvas.height === 0) return null
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** The text of a QR code in a picture, or null. */
function readQr(source: CanvasImageSource, width: number, height: number): string | null {
  const image = drawn(source, width, height)
  if (image === null) return null
  try {
    return decodeQR(image)
  } catch {
    // The decoder throws if it finds no QR code.
    return null
  }
}

/** The text of a QR code in a photo; null if there is none or the file is not an image. */
async function readQrOfPhoto(photo: Blob): Promise<string | null> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(photo)
  } catch {
    return null
  }
  try {
    return readQr(bitmap, bitmap.width, bitmap.height)
  } finally {
    bitmap.close()
  }
}

type Props = { onCode: (code: string) => void; onClose: () => void }

type Camera = 'starting' | 'running' | 'none'

/** Scan interval in ms: fast enough for a hand, slow enough for an old phone. */
const pauseMs = 250

type Running = { stop: () => void }

/**
 * Shows the rear camera in `video` and passes on the text of each QR code. Rejects if the camera is denied or missing,
 * or the page is not served over https.
 */
async function runCamera(video: HTMLVideoElement, onText: (text: string) => void): Promise<Running> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  let timer: number | undefined
  const stop = () => {
    window.clearTimeout(timer)
    for (const track of stream.getTracks()) track.stop()
  }
  const look = () => {
    const text = readQr(video, video.videoWidth, video.videoHeight)
    if (text !== null) onText(text)
    timer = window.setTimeout(look, pauseMs)
  }
  video.srcObject = stream
  try {
    await video.play()
  } catch (error) {
    stop()
    throw error
  }
  look()
  return { stop }
}

/** Reads the code from a stamp's QR code, by camera or from a photo. */
export function ScanModal({ onCode, onClose }: Props) {
  const verify = useVerifyTexts()
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
  const verify = useVerifyTexts()
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<Camera>('starting')
  const [trouble, setTrouble] = useState<'nothing' | 'foreign' | null>(null)
  const take = useCallback(
    (text: string | null) => {
      const code = text === null ? null : codeInQr(text)
      if (code !== null) onCode(code)
      else setTrouble(text === null ? 'nothing' : 'foreign')
    },
    [onCode],
  )

  const photo = useFilePicker({
    onFiles: ([file]) => file !== undefined && void readQrOfPhoto(file).then(take),
    accept: 'image/*',
    label: verify.scanPhoto,
  })

  useEffect(() => {
    if (video.current === null) return undefined
    const starting = runCamera(video.current, take)
    starting.then(
      () => setCamera('running'),
      () => setCamera('none'),
    )
    return () =>
      void starting.then(
        ({ stop }) => stop(),
        () => {},
      )
  }, [take])

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
      {trouble !== null && (
        <Alert variant="warning">{trouble === 'nothing' ? verify.scanNothing : verify.scanForeign}</Alert>
      )}
      {photo.input}
      <Button size="lg" block icon={<ImageUp />} onClick={photo.open}>
        {verify.scanPhoto}
      </Button>
    </div>
  )
}
