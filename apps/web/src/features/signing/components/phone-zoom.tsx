import { Minus, Plus, Scan } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import type { Zoom } from '../../../shared/use-zoom.ts'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useSigningTexts } from '../texts/signing.ts'

const pill = 'flex h-11 items-center rounded-full border border-line bg-panel shadow-float'

type Props = {
  zoom: Zoom
  /** Shows the stamp; without it there is none. */
  onStamp: (() => void) | undefined
}

/** On phones, above the sheet: the zoom, and a switch between the stamp and the page. */
export function PhoneZoom({ zoom, onStamp }: Props) {
  const documents = useDocumentsTexts()
  const signing = useSigningTexts()
  const { percent } = useFormat()
  const near = typeof zoom.mode === 'number'
  const other = near ? zoom.fit : onStamp
  return (
    <>
      <div className={pill}>
        <IconButton label={documents.zoomOut} tooltip={false} onClick={zoom.zoomOut} className="rounded-full">
          <Minus />
        </IconButton>
        <span className="min-w-12 text-center font-medium figures">{percent(zoom.zoom)}</span>
        <IconButton label={documents.zoomIn} tooltip={false} onClick={zoom.zoomIn} className="rounded-full">
          <Plus />
        </IconButton>
      </div>
      {other !== undefined && (
        <button type="button" onClick={other} className={`${pill} gap-2 px-4 font-semibold`}>
          <Scan aria-hidden className="size-4.5" /> {near ? signing.seePage : signing.seeStamp}
        </button>
      )}
    </>
  )
}
