import { Scale } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useHelpTexts } from '../texts/help.ts'

const EvidenceSheetModal = lazyPart(async () => (await import('./evidence-sheet.tsx')).EvidenceSheetModal)

/** Opens the sheet for judges, which loads then. */
export function EvidenceCard() {
  const { judge } = useHelpTexts()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  return (
    <Card className="mt-4 flex items-center gap-4 p-4 max-sm:flex-wrap" aria-labelledby="help-evidence">
      <span
        aria-hidden
        className="flex size-10 shrink-0 items-center justify-center rounded-full bg-soft-primary text-on-soft-primary [&_svg]:size-5"
      >
        <Scale />
      </span>
      <div className="min-w-0 flex-1">
        <h2 id="help-evidence" className="font-semibold">
          {judge.title}
        </h2>
        <p className="text-small text-ink-muted">{judge.text}</p>
      </div>
      <Button
        aria-haspopup="dialog"
        aria-describedby="help-evidence"
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        {judge.open}
      </Button>
      {wanted && <EvidenceSheetModal open={open} onOpenChange={setOpen} />}
    </Card>
  )
}
