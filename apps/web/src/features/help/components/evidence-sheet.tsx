import { Printer } from 'lucide-react'
import { useRef } from 'react'
import { printSheet } from '../../../shared/print-sheet.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useEvidenceSheetTexts } from '../texts/evidence-sheet.ts'

/** What each result, term and law means, as plain elements: the printed copy has no styles of the page. */
function Sheet() {
  const sheet = useEvidenceSheetTexts()
  const heading = 'mt-6 mb-2 font-semibold'
  return (
    <>
      <p>{sheet.intro}</p>
      <h3 className={heading}>{sheet.verdictsTitle}</h3>
      <ul className="flex flex-col gap-3">
        {sheet.verdicts.map(({ name, proves, adobe, act }) => (
          <li key={name} className="rounded-lg border border-line p-4">
            <h4 className="font-semibold">{name}</h4>
            <p className="mt-1">{proves}</p>
            <p className="mt-2 text-small">
              <strong>{sheet.adobe}:</strong> {adobe}
            </p>
            <p className="text-small">
              <strong>{sheet.act}:</strong> {act}
            </p>
          </li>
        ))}
      </ul>
      <h3 className={heading}>{sheet.checkTitle}</h3>
      <ul className="flex flex-col gap-1">
        {sheet.check.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
      <h3 className={heading}>{sheet.termsTitle}</h3>
      <Rows rows={sheet.terms} />
      <h3 className={heading}>{sheet.lawsTitle}</h3>
      <p className="mb-2 text-small text-ink-muted">{sheet.lawsText}</p>
      <Rows rows={sheet.laws} />
    </>
  )
}

const Rows = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <dl className="divide-y divide-line">
    {rows.map(([name, text]) => (
      <div key={name} className="py-2">
        <dt className="font-medium">{name}</dt>
        <dd className="text-small text-ink-muted">{text}</dd>
      </div>
    ))}
  </dl>
)

type ModalProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** What a signature proves, for a judge: a sheet to read and to print. */
export function EvidenceSheetModal({ open, onOpenChange }: ModalProps) {
  const sheet = useEvidenceSheetTexts()
  const content = useRef<HTMLDivElement>(null)
  const print = () => {
    const { current } = content
    if (current === null) return
    printSheet(sheet.title, sheet.note, (page) => {
      const copy = page.importNode(current, true)
      copy.style.cssText = 'font:10pt sans-serif;overflow-wrap:anywhere'
      return copy
    })
  }
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={sheet.title}
      footer={
        <Button variant="primary" icon={<Printer />} onClick={print}>
          {sheet.print}
        </Button>
      }
    >
      <div
        ref={content}
        role="region"
        aria-label={sheet.title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what is around it
        tabIndex={0}
        className="pb-2"
      >
        <Sheet />
      </div>
    </Modal>
  )
}
