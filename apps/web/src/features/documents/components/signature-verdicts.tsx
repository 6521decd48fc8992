import type { SignatureReport, Verification } from '@foja/contracts/verification'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { storyOf } from '../../../shared/describe-verification.ts'
import { useVerdictTexts } from '../../../shared/texts/verdict.ts'
import { VerdictList } from '../../../shared/verdict-list.tsx'

type Props = {
  verification: Verification
  repair: (signature: SignatureReport) => ReactNode
  /** Below the signatures. */
  children: ReactNode
}

/** The verdict in words, each signature, and when they were verified. */
export function SignatureVerdicts({ verification, repair, children }: Props) {
  const verdict = useVerdictTexts()
  const format = useFormat()
  const { heading, certain, rest } = storyOf(verification, { texts: verdict, format })
  return (
    <>
      <div>
        <h2 className="text-section font-semibold">{heading}</h2>
        <p className="text-small text-pretty text-ink-muted">{`${certain} ${rest}`.trim()}</p>
      </div>
      <VerdictList verification={verification} repair={repair} />
      {children}
      <p className="text-meta text-ink-muted">{verdict.checkedAt(format.relative(verification.checked_at))}</p>
    </>
  )
}
