import { ArrowRight, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useVerdictTexts } from './texts/verdict.ts'
import { saveBlob } from '../lib/files/download.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { cn } from '../ui/cn.ts'
import { changeText, hasValues, type ShownChange } from './describe-changes.ts'
import { shortName } from './person-name.ts'

/** Changes beyond this number are only counted. */
const most = 20

/** A file in the browser, from which the signed part can be cut. */
export type HeldFile = { content: Blob; name: string }

type Props = {
  changes: readonly ShownChange[]
  /** The names of all signers, to tell apart those with the same first name. */
  names: readonly string[]
  file: HeldFile | undefined
  /** Scrolls to the change; missing if there are no pages. */
  onShow?: ((change: ShownChange) => void) | undefined
  /** Above the changes: a strip of the page. */
  strip?: ReactNode
}

/** The changes after signing: number, values before and after, and whether the signature permits them. */
export function ChangesCard({ changes, names, file, onShow, strip }: Props) {
  const verdict = useVerdictTexts()
  const [first] = changes
  if (first === undefined) return null
  const isBroken = changes.some(({ permitted }) => !permitted)
  const isOne = changes.length === 1
  return (
    <Card tone={isBroken ? 'error' : 'warning'} aria-labelledby="changes-title" className="overflow-hidden">
      {strip !== undefined && strip !== false && <div className="border-b border-line">{strip}</div>}
      <header className="flex min-h-13 items-center gap-3 border-b border-line px-5 py-1.5 max-sm:px-4">
        {isOne && <NumberDisc change={first} />}
        <h2 id="changes-title" className="text-section font-semibold">
          {verdict.whatChanged}
        </h2>
        {isOne && <PageButton change={first} onShow={onShow} />}
      </header>
      <ol className="divide-y divide-line">
        {changes.slice(0, most).map((change) => (
          <li key={change.number} className="flex flex-col gap-3 px-5 py-4 max-sm:px-4">
            {!isOne && (
              <div className="flex items-center gap-3">
                <NumberDisc change={change} />
                <h3 className="min-w-0 font-semibold wrap-anywhere">{change.field ?? changeText(change, verdict)}</h3>
                <PageButton change={change} onShow={onShow} />
              </div>
            )}
            {hasValues(change) ? (
              <Values change={change} names={names} />
            ) : (
              isOne && <p className="font-medium">{changeText(change, verdict)}</p>
            )}
            <ChangeText change={change} />
          </li>
        ))}
      </ol>
      <div className="px-5 pb-4 max-sm:px-4">
        {changes.length > most && <p className="pb-3 text-ink-muted">{verdict.moreChanges(changes.length - most)}</p>}
        <DownloadSigned change={first} names={names} file={file} />
      </div>
    </Card>
  )
}

export function NumberDisc({ change }: { change: ShownChange }) {
  const verdict = useVerdictTexts()
  return (
    <span className="flex size-5.5 shrink-0 items-center justify-center rounded-full bg-ink text-meta font-semibold text-panel figures">
      <span className="sr-only">{verdict.changeNumber(change.number)}</span>
      <span aria-hidden>{change.number}</span>
    </span>
  )
}

function PageButton({ change, onShow }: { change: ShownChange; onShow: Props['onShow'] }) {
  const verdict = useVerdictTexts()
  if (change.page === null) return null
  const text = verdict.page(change.page)
  if (onShow === undefined) return <span className="ml-auto shrink-0 text-small text-ink-muted">{text}</span>
  return (
    <button
      type="button"
      onClick={() => onShow(change)}
      className="touch-target ml-auto shrink-0 rounded-md text-small text-ink-muted hover:text-ink hover:underline"
    >
      {text}
    </button>
  )
}

/** The value when it was signed and now, side by side. */
function Values({ change, names }: { change: ShownChange; names: readonly string[] }) {
  const verdict = useVerdictTexts()
  const { before, after, signature, permitted } = change
  const signer = signature.signer?.name
  const then = signer === undefined ? verdict.thenSigned : verdict.thenBy(shortName(signer, names))
  return (
    <dl className="flex gap-3">
      <div className="min-w-0 flex-1 rounded-lg border border-line px-3.5 py-2.5">
        <dt className="text-meta text-ink-muted">{then}</dt>
        <dd className="text-ink-muted">
          <Value text={before} struck />
        </dd>
      </div>
      <ArrowRight aria-hidden className="size-4.5 self-center text-ink-muted" />
      <div
        className={cn(
          'min-w-0 flex-1 rounded-lg px-3.5 py-2.5',
          permitted ? 'bg-soft-warning text-on-soft-warning' : 'bg-soft-error text-on-soft-error',
        )}
      >
        <dt className="text-meta">{verdict.now}</dt>
        <dd>
          <Value text={after} />
        </dd>
      </div>
    </dl>
  )
}

function Value({ text, struck = false }: { text: string | null; struck?: boolean }) {
  const verdict = useVerdictTexts()
  if (text === null || text === '') return <i>{verdict.empty}</i>
  const size = text.length > 24 ? 'text-body' : 'text-title-phone'
  const shown = text.length > 300 ? `${text.slice(0, 300)}…` : text
  return struck ? (
    <del className={cn('block font-semibold wrap-anywhere', size)}>{shown}</del>
  ) : (
    <span className={cn('block font-semibold wrap-anywhere', size)}>{shown}</span>
  )
}

/** Whether the signature permits the change, and who has signed since. */
export function useChangeText(): (change: ShownChange) => string {
  const verdict = useVerdictTexts()
  return ({ field, permitted, by, kind, isUnsigned }) => {
    const allowed = permitted
      ? field !== null && kind === 'field_filled'
        ? verdict.wasFillable(field)
        : verdict.allowed
      : field === null
        ? verdict.notAllowed
        : verdict.notFillable(field)
    const since = by !== null ? verdict.beforeSigning(shortName(by)) : isUnsigned ? verdict.afterSigning : ''
    return `${allowed} ${since}`.trim()
  }
}

function ChangeText({ change }: { change: ShownChange }) {
  return <p className="text-pretty text-ink-muted">{useChangeText()(change)}</p>
}

/** Downloads the file as it was signed, cut from the file in the browser. */
function DownloadSigned({ change, names, file }: { change: ShownChange } & Pick<Props, 'names' | 'file'>) {
  const verdict = useVerdictTexts()
  const { signer, signed_bytes: length, integrity } = change.signature
  if (file === undefined || length === null || !integrity) return null
  const name = signer === null ? null : shortName(signer.name, names)
  const label = name === null ? verdict.downloadFirst : verdict.downloadSigned(name)
  const title = file.name.replace(/\.pdf$/i, '')
  return (
    <Button
      size="sm"
      data-print="hide"
      icon={<Download />}
      className="max-w-full max-sm:w-full"
      onClick={() =>
        saveBlob(file.content.slice(0, length, 'application/pdf'), `${title} (${name ?? verdict.thenSigned}).pdf`)
      }
    >
      <span className="truncate">{label}</span>
    </Button>
  )
}
