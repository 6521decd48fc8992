import type { Document } from '@foja/contracts/documents'
import type { Verdict } from '@foja/contracts/verification'
import { useFormat } from '../lib/texts/texts.tsx'
import { useDomainTexts } from './texts/domain.ts'
import { VerdictBadge, type Verdict as VerdictName } from '../ui/verdict-badge.tsx'

/** The API's verdicts mapped to those of ETSI EN 319 102-1. */
const verdictNames: Record<Verdict, VerdictName> = {
  valid: 'passed',
  indeterminate: 'indeterminate',
  invalid: 'failed',
}

/** The worst verdict of a document's signatures. */
export function SignaturesBadge({ signatures }: { signatures: Document['signatures'] }) {
  const domain = useDomainTexts()
  const { number, plural } = useFormat()
  const { count, verdict, simple = 0 } = signatures
  if (count === 0 || verdict === null) return <VerdictBadge verdict="none">{domain.signed.none}</VerdictBadge>
  const { signed } = domain
  const words = plural(count, simple === count ? signed.simple : signed[verdict === 'invalid' ? 'valid' : verdict])
  const some = simple > 0 && simple < count
  return (
    <VerdictBadge verdict={verdictNames[verdict]}>
      {verdict === 'invalid' ? signed.invalid : some ? signed.someSimple(words, number(simple)) : words}
    </VerdictBadge>
  )
}
