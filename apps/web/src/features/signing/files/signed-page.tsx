import { CheckCheck, CircleAlert, Download, Eye, Files, Plus } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { SignaturesBadge } from '../../../shared/signatures-badge.tsx'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useDownload } from '../../../shared/use-download.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardFooter, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { textLink } from '../../../ui/link.ts'
import type { Signable } from '../api/signable.ts'
import type { Outcome } from '../batch/run-batch.ts'
import { describeFailure } from '../describe-failure.ts'
import { useDownloadAll } from '../use-download-all.ts'
import { useBatchTexts } from '../texts/batch.ts'
import { useSignedFilesTexts } from '../texts/signed-files.ts'
import { useSignFailureTexts } from '../texts/sign-failure.ts'
import { useSigningTexts } from '../texts/signing.ts'
import { PageThumbnail } from './page-thumbnail.tsx'
import type { StampPlaces } from './use-stamp-places.ts'

type Props = {
  /** The documents as they are now. */
  documents: readonly Signable[]
  outcomes: ReadonlyMap<string, Outcome>
  places: StampPlaces | null
  /** Sign other files. */
  onMore: () => void
  /** Back to the same files, without those that are signed. */
  onAgain: () => void
  /** At the right: what to do with the documents. */
  rail: ReactNode
}

/** What was signed, and what was not, worst first. */
export function SignedPage({ documents, outcomes, places, onMore, onAgain, rail }: Props) {
  const texts = useSignedFilesTexts()
  const batch = useBatchTexts()
  const { number } = useFormat()
  const download = useDownload()
  const all = useDownloadAll()
  const title = useRef<HTMLHeadingElement>(null)
  // The pressed button has disappeared.
  useEffect(() => title.current?.focus(), [])
  const isSigned = ({ id_documento }: Signable) => outcomes.get(id_documento)?.state === 'signed'
  const signed = documents.filter(isSigned)
  const failed = documents.length - signed.length
  const rows = documents.toSorted((a, b) => rankOf(a, isSigned(a)) - rankOf(b, isSigned(b)))
  const note = failed > 0 ? texts.someNotSigned(failed) : documents.length === 1 ? texts.oneSigned : texts.allSigned
  const [only] = signed
  return (
    <div className="max-w-280">
      <header className="mb-5 flex flex-wrap items-center gap-4">
        <span
          aria-hidden
          className={cn(
            'flex size-13 shrink-0 items-center justify-center rounded-full [&_svg]:size-6',
            failed > 0 ? 'bg-soft-warning text-on-soft-warning' : 'bg-soft-success text-on-soft-success',
          )}
        >
          {failed > 0 ? <CircleAlert /> : <CheckCheck />}
        </span>
        <div className="min-w-0 flex-1">
          <h1 ref={title} tabIndex={-1} className="text-title-phone font-semibold outline-none md:text-title">
            {signed.length === 0 ? texts.notSigned : texts.signed(signed.length)}
          </h1>
          <p className="text-ink-muted">{note}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:grow">
          {failed > 0 ? (
            <Button onClick={onAgain}>{texts.again}</Button>
          ) : (
            <Button icon={<Plus />} onClick={onMore}>
              {texts.more}
            </Button>
          )}
          {signed.length > 1 ? (
            <Button
              variant="primary"
              icon={<Download />}
              loading={all.isPending}
              onClick={() => all.mutate(signed.map(({ id_documento }) => id_documento))}
            >
              {batch.downloadAll}
            </Button>
          ) : (
            only !== undefined && (
              <Button
                variant="primary"
                icon={<Download />}
                loading={download.isPending}
                onClick={() => download.mutate(only)}
              >
                {texts.download}
              </Button>
            )
          )}
        </div>
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Card>
          <CardHeader title={texts.documents} count={number(documents.length)} />
          <CardList>
            {rows.map((document) => (
              <SignedRow
                key={document.id_documento}
                document={document}
                outcome={outcomes.get(document.id_documento)}
                places={places}
                onDownload={signed.length > 1 ? () => download.mutate(document) : null}
              />
            ))}
          </CardList>
          {documents.some(({ titulo }) => titulo === null) && (
            <CardFooter className="justify-between! text-small text-ink-muted">
              <span className="flex items-center gap-2">
                <Files aria-hidden className="size-4 shrink-0" /> {texts.loose(documents.length)}
              </span>
              <AppLink to={paths.looseDocuments()} className={textLink}>
                {texts.seeLoose}
              </AppLink>
            </CardFooter>
          )}
        </Card>
        {rail}
      </div>
    </div>
  )
}

const verdictRank = { invalid: 1, indeterminate: 2, valid: 3 }

const rankOf = ({ signatures }: Signable, signed: boolean) =>
  signed ? (signatures.verdict === null ? 2 : verdictRank[signatures.verdict]) : 0

type RowProps = {
  document: Signable
  outcome: Outcome | undefined
  places: StampPlaces | null
  onDownload: (() => void) | null
}

function SignedRow({ document, outcome, places, onDownload }: RowProps) {
  const texts = useSignedFilesTexts()
  const domain = useDomainTexts()
  const signing = useSigningTexts()
  const signFailure = useSignFailureTexts()
  const { plural, bytes } = useFormat()
  const { id_documento, nombre, signatures } = document
  const signed = outcome?.state === 'signed'
  const facts = [
    ...(document.paginas === null ? [] : [plural(document.paginas, domain.pages)]),
    bytes(document.size),
    ...(signed && outcome.level !== 'B-B' ? [texts.timestamped] : []),
  ]
  return (
    <CardRow className="items-start! gap-4! py-4!">
      <span className="max-sm:hidden">
        <PageThumbnail
          document={document}
          width={92}
          {...(places === null || !signed ? {} : { placeIn: (pages) => places.placeOf(id_documento, pages) })}
        />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="font-semibold wrap-anywhere">{nombre}</h2>
          {signed && <SignaturesBadge signatures={signatures} />}
        </div>
        <p className="text-small text-ink-muted">{facts.join(' · ')}</p>
        <p className={cn('mt-1.5 text-pretty', !signed && 'text-error-ink')}>
          {signed
            ? signatures.verdict !== null && texts.verdicts[signatures.verdict]
            : outcome?.state === 'failed'
              ? describeFailure(outcome.problem, outcome.keyCode, signFailure)
              : texts.notReached}
        </p>
        {signed && outcome.repaired && <p className="text-small text-ink-muted">{signing.repaired}</p>}
        <div className="mt-2 -ml-3 flex flex-wrap gap-1">
          <Button asChild size="sm" variant="ghost" icon={<Eye />}>
            <AppLink to={paths.document(id_documento)} aria-label={`${texts.view} ${nombre}`}>
              {texts.view}
            </AppLink>
          </Button>
          {signed && onDownload !== null && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Download />}
              onClick={onDownload}
              aria-label={`${texts.download} ${nombre}`}
            >
              {texts.download}
            </Button>
          )}
        </div>
      </div>
    </CardRow>
  )
}
