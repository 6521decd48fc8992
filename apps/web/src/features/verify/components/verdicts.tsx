import type { SignatureReport, Verification } from '@foja/contracts/verification'
import { Download, FileX, Lock, Printer, ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { summaryHeading, verdictOf } from '../../../domain/describe-signature.ts'
import { VerdictList } from '../../../domain/verdict-list.tsx'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { saveBlob } from '../../../lib/download.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Facts, type Fact } from '../../../ui/details.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Changes } from './changes.tsx'

type Props = {
  verification: Verification
  name: string
  size: number
  /** The file itself, where the reader has handed it in. */
  file?: File
  /** What else is known of the file, before its size. */
  facts?: readonly Fact[]
  /** Under the heading, before the count. */
  note?: ReactNode
  /** Beside printing. */
  action: ReactNode
  /** Under the file in the rail. */
  aside?: ReactNode
}

/** Paper has nothing to press: what is folded is opened before printing. */
function useUnfoldedPrint() {
  useEffect(() => {
    const unfold = () => {
      for (const details of document.querySelectorAll('details')) details.open = true
    }
    window.addEventListener('beforeprint', unfold)
    return () => window.removeEventListener('beforeprint', unfold)
  }, [])
}

function countOf(signatures: readonly SignatureReport[], count: (...of: [number, number, number, number]) => string) {
  const of = (verdict: string) => signatures.filter((signature) => verdictOf(signature) === verdict).length
  return count(signatures.length, of('passed'), of('indeterminate'), of('failed'))
}

/** The answer: what to do with the document, each signature, and which file it is about. */
export function Verdicts({ verification, name, size, file, facts = [], note, action, aside }: Props) {
  const { verify, verdict } = useTexts()
  const { signatures } = verification
  useUnfoldedPrint()
  return (
    <>
      <header className="mb-5 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-title-phone font-semibold md:text-title">{summaryHeading(verification, verdict)}</h1>
          <p className="text-ink-muted">
            {signatures.length === 0 ? verdict.advice[verification.summary] : countOf(signatures, verify.count)}
          </p>
          {note}
        </div>
        <div data-print="hide" className="flex gap-2 max-sm:w-full max-sm:*:min-w-0 max-sm:*:flex-1 max-sm:*:px-2!">
          <Button icon={<Printer />} onClick={() => window.print()}>
            {verify.print}
          </Button>
          {action}
        </div>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex min-w-0 flex-col gap-3">
          {signatures.length === 0 ? (
            <Card>
              <EmptyState icon={<FileX />} title={verdict.headings[verification.summary]}>
                {verify.unsignedText}
              </EmptyState>
            </Card>
          ) : (
            <>
              <h2 className="sr-only">{verify.signatures}</h2>
              <VerdictList
                verification={verification}
                wide
                repair={(signature) =>
                  signature.modifications.length === 0 ? undefined : (
                    <>
                      {file !== undefined && <DownloadSigned file={file} signature={signature} />}
                      <Changes signature={signature} />
                    </>
                  )
                }
              />
              <Legend />
            </>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <FileCard verification={verification} name={name} size={size} facts={facts} />
          {aside}
        </div>
      </div>
    </>
  )
}

/** The file as that person signed it, cut out of the one that was handed in. */
function DownloadSigned({ file, signature }: { file: File; signature: SignatureReport }) {
  const { verify } = useTexts()
  const { signer, signed_bytes: length, integrity } = signature
  if (signer === null || length === null || !integrity) return null
  const name = file.name.replace(/\.pdf$/i, '')
  return (
    <Button
      size="sm"
      data-print="hide"
      icon={<Download />}
      className="mb-2"
      onClick={() => saveBlob(file.slice(0, length, 'application/pdf'), `${name} (${signer.name}).pdf`)}
    >
      {verify.downloadSigned(signer.name)}
    </Button>
  )
}

function Legend() {
  const { verdict } = useTexts()
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 px-1 text-small text-ink-muted [&_svg]:size-4">
      <li className="flex items-center gap-1.5">
        <ShieldCheck aria-hidden className="text-on-soft-success" /> {verdict.legend.valid}
      </li>
      <li className="flex items-center gap-1.5">
        <ShieldQuestionMark aria-hidden className="text-on-soft-warning" /> {verdict.legend.indeterminate}
      </li>
      <li className="flex items-center gap-1.5">
        <ShieldAlert aria-hidden className="text-on-soft-error" /> {verdict.legend.invalid}
      </li>
    </ul>
  )
}

function FileCard({ verification, name, size, facts = [] }: Pick<Props, 'verification' | 'name' | 'size' | 'facts'>) {
  const { verify, verdict } = useTexts()
  const { bytes, dateTime } = useFormat()
  const { sha256, checked_at } = verification
  return (
    <Card>
      <CardHeader title={verify.file} />
      <CardBody>
        <p className="mb-3 font-medium wrap-anywhere">{name}</p>
        <Facts
          items={[
            ...facts,
            { label: verify.size, value: bytes(size) },
            { label: verify.checked, value: dateTime(checked_at) },
          ]}
        />
        <p className="mt-3 flex items-center gap-1 border-t border-line pt-3 text-small text-ink-muted">
          <span className="whitespace-nowrap">{verdict.sha256}</span>
          <span className="code ml-auto text-ink print:hidden" title={sha256}>
            {sha256.slice(0, 8)}…{sha256.slice(-8)}
          </span>
          <span className="code ml-4 hidden text-ink wrap-anywhere print:inline">{sha256}</span>
          <span data-print="hide">
            <CopyButton text={sha256} label={verdict.copySha256} />
          </span>
        </p>
      </CardBody>
    </Card>
  )
}

/** What happens to the file, for whoever hesitates to hand it over. */
export function Privacy() {
  const { verify } = useTexts()
  return (
    <p data-print="hide" className="flex items-center gap-2 text-small text-ink-muted">
      <Lock aria-hidden className="size-4 shrink-0" /> {verify.private}
    </p>
  )
}
