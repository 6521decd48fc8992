import type { SignatureReport, Verification } from '@foja/contracts/verification'
import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormat } from '../lib/texts/texts.tsx'
import { useVerdictTexts } from './texts/verdict.ts'
import { useShellTexts } from './texts/shell.ts'
import { paths } from '../lib/router/paths.ts'
import { VerdictBadge, VerdictIcon } from '../ui/verdict-badge.tsx'
import { changeText, hasValues, type ShownChange } from './describe-changes.ts'
import { badgeOf, sentenceOf, signerName, verdictOf, worstFirst } from './describe-signature.ts'
import type { Story } from './describe-verification.ts'
import { NumberDisc, useChangeText } from './verdict-changes.tsx'
import { isVisible, MarkedPage, type Mark, type PageSource } from './verdict-pages.tsx'

export type ShownFile = { name: string; size: number; pages: number | null }

/** Renders the sheet while printing, also when started from the browser's menu. */
export function usePrinting(): { is: boolean; print: () => void } {
  const [is, setIs] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setIs(true))
    const end = () => setIs(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  const print = useCallback(() => {
    flushSync(() => setIs(true))
    const image = document.querySelector<HTMLImageElement>('[data-sheet] img')
    // An image that is not loaded would be printed blank; if it fails, the text is printed.
    const come = image === null ? Promise.resolve() : image.decode().catch(() => {})
    void come.then(() => window.print())
  }, [])
  return { is, print }
}

type Props = {
  story: Story
  verification: Verification
  file: ShownFile
  changes: readonly ShownChange[]
  marks: readonly Mark[]
  /** The mark that determines the page. */
  center: Mark | undefined
  source: PageSource | null
}

/** The result on one A4 sheet: verdict, page, changes, signatures and file. */
export function VerdictSheet({ story, verification, file, changes, marks, center, source }: Props) {
  const verdict = useVerdictTexts()
  const shell = useShellTexts()
  const { dateTime, bytes } = useFormat()
  const { sha256, checked_at, signatures } = verification
  const page = source?.pages[(center?.page ?? 1) - 1]
  const facts = [
    ...(file.pages === null ? [] : [verdict.pageCount(file.pages)]),
    bytes(file.size),
    verdict.sheetFoot(dateTime(checked_at)),
  ]
  return (
    <article data-sheet className="hidden text-small print:block" style={{ printColorAdjust: 'exact' }}>
      <p className="mb-3 border-b border-line pb-2 text-meta text-ink-muted">
        {shell.product} · {verdict.sheetTitle} · {verdict.sheetAgain(`${window.location.host}${paths.verify()}`)}
      </p>
      <header className="flex items-start gap-3">
        <VerdictIcon verdict={story.verdict} />
        <div className="min-w-0">
          <h1 className="text-title-phone font-semibold">{story.heading}</h1>
          <p className="mt-1 text-body">
            {story.certain !== '' && <strong>{story.certain} </strong>}
            {story.rest}
          </p>
        </div>
      </header>
      <div className="mt-4 flex items-start gap-5">
        {page !== undefined && source !== null && (
          <div className="shrink-0 border border-line" style={{ width: 240 }}>
            <MarkedPage
              page={page}
              address={source.address(page.page)}
              alt={verdict.pageAlt(page.page, source.pages.length)}
              marks={marks.filter((mark) => mark.page === page.page && isVisible(mark))}
              hideLabels
              onBroken={() => {}}
            />
          </div>
        )}
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <div>
            <p className="font-semibold wrap-anywhere">{file.name}</p>
            <p className="text-ink-muted">{facts.join(' · ')}</p>
            <p className="mt-1 text-ink-muted">{verdict.sha256}</p>
            <p className="code wrap-anywhere">{sha256}</p>
          </div>
          {changes.length > 0 && <SheetChanges changes={changes} />}
        </div>
      </div>
      <ul className="mt-4 divide-y divide-line border-t border-line">
        {worstFirst(signatures).map((signature) => (
          <SheetSignature key={signature.field} signature={signature} />
        ))}
      </ul>
    </article>
  )
}

/** Changes beyond this number are only counted. */
const most = 8

function SheetChanges({ changes }: { changes: readonly ShownChange[] }) {
  const verdict = useVerdictTexts()
  const textOf = useChangeText()
  return (
    <div>
      <h2 className="mb-1 font-semibold">{verdict.whatChanged}</h2>
      <ol className="flex flex-col gap-2">
        {changes.slice(0, most).map((change) => (
          <li key={change.number} className="flex items-start gap-2">
            <NumberDisc change={change} />
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                {[
                  change.field ?? changeText(change, verdict),
                  ...(change.page === null ? [] : [verdict.page(change.page)]),
                ].join(' · ')}
              </p>
              {hasValues(change) && (
                <p className="wrap-anywhere">
                  {verdict.thenSigned}: <del>{change.before ?? verdict.empty}</del> → {verdict.now}:{' '}
                  <strong>{change.after ?? verdict.empty}</strong>
                </p>
              )}
              <p className="text-ink-muted">{textOf(change)}</p>
            </div>
          </li>
        ))}
      </ol>
      {changes.length > most && <p>{verdict.moreChanges(changes.length - most)}</p>}
    </div>
  )
}

function SheetSignature({ signature }: { signature: SignatureReport }) {
  const verdict = useVerdictTexts()
  const format = useFormat()
  const { signer } = signature
  return (
    <li className="py-2.5" style={{ breakInside: 'avoid' }}>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <strong>{signerName(signature, verdict) ?? verdict.unknownSigner}</strong>
        <VerdictBadge verdict={verdictOf(signature)} size="sm">
          {badgeOf(signature, verdict)}
        </VerdictBadge>
      </p>
      <p className="mt-0.5">{sentenceOf(signature, verdict, format)}</p>
      <p className="text-meta text-ink-muted">
        {[
          ...(signer === null ? [] : [signer.issuer, `${verdict.serial} ${signer.serial}`]),
          verdict.levels[signature.level] ?? signature.level,
          verdict.result(signature.indication, signature.subindication),
        ].join(' · ')}
      </p>
    </li>
  )
}
