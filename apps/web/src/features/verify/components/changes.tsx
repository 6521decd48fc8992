import type { SignatureReport } from '@foja/contracts/verification'
import { useTexts } from '../../../i18n/texts.tsx'
import { Disclosure } from '../../../ui/details.tsx'

/** What was changed after a signature, in words, each change once. */
export function Changes({ signature }: { signature: SignatureReport }) {
  const { verify } = useTexts()
  const told = signature.modifications.map(({ kind, page }) => {
    const text = verify.changes[kind] ?? verify.changes['other'] ?? ''
    return page === null ? text : verify.onPage(text, page)
  })
  if (told.length === 0) return null
  return (
    <Disclosure summary={verify.whatChanged}>
      <ul className="flex list-disc flex-col gap-1 pl-6 text-small">
        {[...new Set(told)].slice(0, 20).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Disclosure>
  )
}
