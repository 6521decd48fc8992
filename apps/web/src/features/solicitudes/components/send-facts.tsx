import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { Alert } from '../../../ui/alert.tsx'

type Props = { lines: readonly string[] }

const Lines = ({ lines }: Props) => (
  <ul className="list-disc pl-4">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

/** What is missing before sending. */
export function Missing({ lines }: Props) {
  const { send } = useCaseFormsTexts()
  if (lines.length === 0) return null
  return (
    <Alert variant="warning" title={send.missing}>
      <Lines lines={lines} />
    </Alert>
  )
}

/** To whom sending goes, and what happens. */
export function Happens({ lines }: Props) {
  const { send } = useCaseFormsTexts()
  return (
    <section aria-labelledby="send-happens" className="rounded-lg bg-muted px-4 py-3">
      <h3 id="send-happens" className="mb-1 font-semibold">
        {send.happens}
      </h3>
      <Lines lines={lines} />
    </section>
  )
}
