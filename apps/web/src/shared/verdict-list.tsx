import type { SignatureReport, Verification } from '@foja/contracts/verification'
import type { ReactNode } from 'react'
import { VerdictCard } from './verdict-card.tsx'
import { worstFirst } from './describe-signature.ts'

type Props = {
  verification: Verification
  repair?: (signature: SignatureReport) => ReactNode
  wide?: boolean
}

/** The signatures of a document, worst first. */
export function VerdictList({ verification, repair, wide }: Props) {
  return (
    <ul className="flex flex-col gap-3">
      {worstFirst(verification.signatures).map((signature) => (
        <li key={signature.field}>
          <VerdictCard signature={signature} repair={repair?.(signature)} {...(wide === true ? { wide } : {})} />
        </li>
      ))}
    </ul>
  )
}
