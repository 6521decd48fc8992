import { Eraser } from 'lucide-react'
import SignaturePad from 'signature_pad'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'

type Props = { busy: boolean; onDrawn: (image: File) => void; onClose: () => void }

/** So fine that the strokes stay smooth when the stamp is printed. */
const density = 3

/** Signing by finger, pen or mouse on a white sheet; what comes out is a PNG with a transparent ground. */
export function DrawModal({ busy, onDrawn, onClose }: Props) {
  const { ui, mySignature } = useTexts()
  const [sheet, setSheet] = useState<Drawn | null>(null)
  const [blank, setBlank] = useState(true)
  const save = () =>
    sheet?.canvas.toBlob((image) => {
      if (image !== null) onDrawn(new File([image], 'firma.png', { type: 'image/png' }))
    }, 'image/png')
  return (
    <Modal
      open
      busy={busy}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      variant="wide"
      title={mySignature.drawTitle}
      description={mySignature.drawText}
      footer={
        <>
          <Button
            variant="ghost"
            icon={<Eraser />}
            disabled={blank || busy}
            onClick={() => {
              sheet?.pad.clear()
              setBlank(true)
            }}
          >
            {mySignature.drawClear}
          </Button>
          <Button disabled={busy} onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button variant="primary" disabled={blank} loading={busy} onClick={save}>
            {mySignature.drawSave}
          </Button>
        </>
      }
    >
      <Sheet onSheet={setSheet} onStroke={() => setBlank(false)} />
    </Modal>
  )
}

type Drawn = { pad: SignaturePad; canvas: HTMLCanvasElement }
type SheetProps = { onSheet: (sheet: Drawn) => void; onStroke: () => void }

function Sheet({ onSheet, onStroke }: SheetProps) {
  const { mySignature } = useTexts()
  const canvas = useRef<HTMLCanvasElement>(null)
  const told = useRef(onStroke)
  useEffect(() => {
    told.current = onStroke
  }, [onStroke])
  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    element.width = element.offsetWidth * density
    element.height = element.offsetHeight * density
    element.getContext('2d')?.scale(density, density)
    const pad = new SignaturePad(element, { penColor: '#16243a', minWidth: 0.8, maxWidth: 2.6 })
    const end = () => told.current()
    pad.addEventListener('endStroke', end)
    onSheet({ pad, canvas: element })
    return () => {
      pad.removeEventListener('endStroke', end)
      pad.off()
    }
  }, [onSheet])
  return (
    // The paper is white in both modes: so is the page that the drawing will stand on.
    <div className="relative overflow-hidden rounded-lg border border-control bg-white">
      <canvas ref={canvas} aria-label={mySignature.drawSheet} role="img" className="block h-56 w-full touch-none" />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-x-8 bottom-14 border-b border-dashed border-[#9aa5b1]"
      />
    </div>
  )
}
