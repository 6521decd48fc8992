import type { SignatureReport } from '@foja/contracts/verification'
import type { verdict } from './texts/verdict.ts'
import type { Verdict } from '../ui/verdict-badge.tsx'
import type { ShownChange } from './describe-changes.ts'
import { badgeOf, verdictOf } from './describe-signature.ts'
import { shortName } from './person-name.ts'
import type { Mark, PageSource } from './verdict-pages.tsx'
import type { Past } from './verdict-viewer.tsx'

const tones: Record<Verdict, Mark['tone']> = {
  passed: 'success',
  changed: 'warning',
  indeterminate: 'warning',
  failed: 'error',
  none: 'warning',
}

/** The visible signature stamps with their verdict. */
export function stampMarks(signatures: readonly SignatureReport[], texts: typeof verdict): Mark[] {
  return signatures.flatMap((signature) => {
    const { field, page, rectangle } = signature
    if (page === null || rectangle === null) return []
    const verdict = verdictOf(signature)
    return [{ key: field, page, rectangle, tone: tones[verdict], label: { verdict, text: badgeOf(signature, texts) } }]
  })
}

/** The changes with a known position, with their number. */
export function changeMarks(changes: readonly ShownChange[]): Mark[] {
  return changes.flatMap(({ page, rectangle, permitted, number }) =>
    page === null || rectangle === null
      ? []
      : [{ key: `change-${number}`, page, rectangle, tone: permitted ? 'warning' : 'error', number } as const],
  )
}

/** The state before the first change, if pages of earlier revisions can be shown. */
export function pastOf(
  changes: readonly ShownChange[],
  names: readonly string[],
  source: PageSource,
  texts: typeof verdict,
): Past | null {
  const sizes = changes.filter(({ signature }) => signature.integrity).map(({ signature }) => signature)
  const [first] = sizes.toSorted((a, b) => (a.signed_bytes ?? Infinity) - (b.signed_bytes ?? Infinity))
  if (!source.hasRevisions || first === undefined || first.signed_bytes === null) return null
  const label = first.signer === null ? texts.thenSigned : texts.thenBy(shortName(first.signer.name, names))
  return { label, signedBytes: first.signed_bytes, marks: changeMarks(changes) }
}
