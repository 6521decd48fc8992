import type { SignatureReport } from '@foja/contracts/verification'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isVisible, type Mark } from '../../../shared/verdict-pages.tsx'
import { signerName } from '../../../shared/describe-signature.ts'
import { useVerdictTexts } from '../../../shared/texts/verdict.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useVerifyTexts } from '../texts/verify.ts'
import { Card, CardHeader } from '../../../ui/card.tsx'
import type { FoundByCode } from '../api/verify.ts'
import { groupCode } from '../verification-code.ts'

/** Index of the stamps in the list. */
const stampItem = 3

const stamped = ({ signatures }: FoundByCode['verification']) =>
  signatures.flatMap((signature) => {
    const { page, rectangle } = signature
    return page === null || rectangle === null || !isVisible({ rectangle }) ? [] : [{ ...signature, page, rectangle }]
  })

/** The stamps, numbered in the margin as in the list. */
export const compareMarks = ({ verification }: FoundByCode): Mark[] =>
  stamped(verification).map(({ field, page, rectangle }) => ({
    key: field,
    page,
    rectangle,
    tone: 'success',
    number: stampItem,
    inMargin: true,
  }))

/** What to compare on the paper, in general terms: Foja does not know which values matter. */
export function CompareCard({ found }: { found: FoundByCode }) {
  const verify = useVerifyTexts()
  const verdict = useVerdictTexts()
  const { dateTime } = useFormat()
  const stamps = stamped(found.verification)
  const describe = (signature: SignatureReport) => {
    const { signed_at } = signature
    const name = signerName(signature, verdict)
    return [...(name === null ? [] : [name]), ...(signed_at === null ? [] : [dateTime(signed_at)])].join(', ')
  }
  return (
    <Card aria-labelledby="compare-title" className="overflow-hidden">
      <CardHeader titleId="compare-title" title={verify.compareList} />
      <ol className="divide-y divide-line">
        <Item number={1} title={verify.sameTitle}>
          {verify.sameTitleText(found.paginas)}
        </Item>
        <Item number={2} title={verify.sameValues}>
          {verify.sameValuesText}
        </Item>
        {stamps.length > 0 && (
          <Item number={stampItem} title={verify.sameStamps(stamps.length)}>
            {stamps.map(describe).join(' · ')}
          </Item>
        )}
        <Item number={stamps.length > 0 ? 4 : 3} title={verify.sameCode}>
          <span className="code text-ink">{groupCode(found.codigo)}</span>
        </Item>
      </ol>
      <p className="flex items-start gap-3 bg-soft-warning px-5 py-4 text-on-soft-warning max-sm:px-4">
        <TriangleAlert aria-hidden className="size-5" />
        <span className="min-w-0">
          <strong>{verify.different}</strong> {verify.differentText}
        </span>
      </p>
    </Card>
  )
}

function Item({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 px-5 py-3.5 max-sm:px-4">
      <span
        aria-hidden
        className="flex size-5.5 shrink-0 items-center justify-center rounded-full bg-on-soft-success text-meta font-semibold text-panel figures"
      >
        {number}
      </span>
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-ink-muted wrap-anywhere">{children}</p>
      </div>
    </li>
  )
}
