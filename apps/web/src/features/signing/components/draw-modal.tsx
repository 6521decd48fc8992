import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { useMySignatureTexts } from '../texts/my-signature.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { DrawSheet, type Drawn } from '../../../shared/draw-sheet.tsx'

type Props = {
  busy: boolean
  /** Why the last image was not stored. */
  failure: string | null
  onDrawn: (image: File) => void
  onClose: () => void
}

/** Draws a signature by finger, pen or mouse; the result is a PNG with a transparent background. */
export function DrawModal({ busy, failure, onDrawn, onClose }: Props) {
  const ui = useUiTexts()
  const mySignature = useMySignatureTexts()
  const [sheet, setSheet] = useState<Drawn | null>(null)
  const [blank, setBlank] = useState(true)
  const save = () =>
    sheet?.picture()?.toBlob((image) => {
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
              sheet?.clear()
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
      {failure !== null && <Alert variant="error" title={failure} className="mb-3" />}
      <DrawSheet label={mySignature.drawSheet} onSheet={setSheet} onStroke={() => setBlank(false)} />
    </Modal>
  )
}
