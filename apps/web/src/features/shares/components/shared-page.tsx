import type { getDocumentShare } from '@foja/contracts/shares'
import { useQuery } from '@tanstack/react-query'
import { Download, FileX, Hourglass } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSharesTexts } from '../texts/shares.ts'
import { useVerdictTexts } from '../../../shared/texts/verdict.ts'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { ProblemError, type ReplyOf } from '../../../lib/api/call.ts'
import { ActiveContentAlert } from '../../../shared/lazy-active-content.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { PageImage, useTextTurn } from '../../../shared/page-image.tsx'
import { SignatureRepair } from '../../../shared/signature-repair.tsx'
import { useWidth } from '../../../shared/use-width.ts'
import { VerdictView } from '../../../shared/verdict-view.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Facts } from '../../../ui/details.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton, SkeletonList } from '../../../ui/skeleton.tsx'
import { documentShareQuery } from '../api/document-share.ts'
import { PasswordCard } from '../../../shared/password-card.tsx'

type Shared = ReplyOf<typeof getDocumentShare>

/** The public page of a share link, with or without a session. */
export function SharedPage({ share, mayTrust = false }: { share: string; mayTrust?: boolean }) {
  const shares = useSharesTexts()
  const [password, setPassword] = useState('')
  const query = useQuery({ ...documentShareQuery(share, password), enabled: share !== '' })
  const { error, data } = query
  if (data !== undefined) {
    return (
      <SharedDocument
        shared={data}
        onAgain={() => void query.refetch()}
        asking={query.isFetching}
        mayTrust={mayTrust}
      />
    )
  }
  const problem = error instanceof ProblemError ? error : null
  const code = problem?.problem.code
  if (share === '' || problem?.status === 404 || code === 'validation_failed') {
    return (
      <Card className="mx-auto w-full max-w-112">
        <EmptyState icon={<FileX />} tone="warning" title={shares.goneTitle} level={1}>
          {shares.goneText}
        </EmptyState>
      </Card>
    )
  }
  if (problem?.status === 429) {
    return (
      <Card className="mx-auto w-full max-w-112">
        <EmptyState icon={<Hourglass />} tone="warning" title={shares.slowTitle} level={1}>
          {problem.problem.detail === '' ? shares.slowText : problem.problem.detail}
        </EmptyState>
      </Card>
    )
  }
  // The form stays mounted while the password is being checked, to keep what was typed.
  const onItsWay = password !== '' && query.isPending
  if (code === 'password_required' || code === 'password_wrong' || onItsWay) {
    return (
      <PasswordCard
        title={shares.passwordTitle}
        text={shares.passwordText}
        label={shares.password}
        submit={shares.passwordButton}
        missing={shares.passwordMissing}
        wrong={() => (code === 'password_wrong' ? (problem?.problem.detail ?? null) : null)}
        busy={query.isFetching}
        onPassword={setPassword}
      />
    )
  }
  if (query.isLoadingError) {
    return (
      <Card className="mx-auto w-full max-w-112">
        <LoadFailed error={error} onRetry={() => void query.refetch()} level={1} />
      </Card>
    )
  }
  return (
    <Card>
      <SkeletonList rows={4} header />
    </Card>
  )
}

type SharedProps = { shared: Shared; onAgain: () => void; asking: boolean; mayTrust: boolean }

function SharedDocument({ shared, onAgain, asking, mayTrust }: SharedProps) {
  const shares = useSharesTexts()
  const { date } = useFormat()
  const { verification, images } = shared
  const isSigned = verification !== null && verification.summary !== 'unsigned'
  return (
    <>
      <header
        {...(isSigned ? { 'data-print': 'hide' } : {})}
        className="mb-5 flex flex-wrap items-start justify-between gap-4"
      >
        <div className="min-w-0">
          <h1 className="text-title-phone font-semibold wrap-anywhere md:text-title">{shared.nombre}</h1>
          <p className="text-ink-muted">
            {shares.sharedBy(shared.shared_by, shared.company)}
            {shared.expires_at !== null && ` · ${shares.until(date(shared.expires_at))}`}
          </p>
        </div>
        {!isSigned && <DownloadLink shared={shared} />}
        {!shared.allow_download && images !== null && (
          <p className="text-small text-ink-muted" data-print="hide">
            {shares.noDownload}
          </p>
        )}
      </header>
      <ActiveContentAlert kinds={shared.active_content} className="mb-5" />
      {isSigned ? (
        <SharedVerdict
          shared={shared}
          verification={verification}
          onAgain={onAgain}
          asking={asking}
          mayTrust={mayTrust}
        />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
          <div className="flex min-w-0 flex-col gap-3 lg:order-last">
            {verification !== null && <Unsigned />}
            <FileFacts shared={shared} />
          </div>
          {images === null ? (
            <Card>
              <EmptyState icon={<FileX />} title={shared.nombre}>
                {shared.allow_download ? shares.noPreview : shares.noPreviewLocked}
              </EmptyState>
            </Card>
          ) : (
            <SharedPages images={images} onBroken={onAgain} />
          )}
        </div>
      )}
    </>
  )
}

function Unsigned() {
  const verdict = useVerdictTexts()
  return (
    <div>
      <h2 className="text-section font-semibold">{verdict.headings.unsigned}</h2>
      <p className="text-small text-ink-muted">{verdict.unsignedText}</p>
    </div>
  )
}

function DownloadLink({ shared }: { shared: Shared }) {
  const shares = useSharesTexts()
  if (shared.download_url === null) return null
  return (
    <Button asChild variant="primary" icon={<Download />} className="max-sm:w-full" data-print="hide">
      <a href={shared.download_url} download={shared.nombre}>
        {shares.downloadButton}
      </a>
    </Button>
  )
}

/** The verification result of a signed document, beside its pages. */
function SharedVerdict({
  shared,
  verification,
  onAgain,
  asking,
  mayTrust,
}: SharedProps & { verification: NonNullable<Shared['verification']> }) {
  const verdict = useVerdictTexts()
  const { images, nombre, size } = shared
  return (
    <VerdictView
      level={2}
      verification={verification}
      file={{ name: nombre, size, pages: images?.paginas ?? null }}
      source={
        images === null
          ? null
          : {
              pages: images.pages,
              address: (page) => images.pages[page - 1]?.url ?? '',
              hasRevisions: false,
              onGone: onAgain,
              gone: verdict.imagesGoneReload,
            }
      }
      primary={shared.download_url === null ? null : <DownloadLink shared={shared} />}
      repair={(signature) => (
        <SignatureRepair signature={signature} onAskAgain={onAgain} asking={asking} mayTrust={mayTrust} />
      )}
    />
  )
}

function FileFacts({ shared }: { shared: Shared }) {
  const shares = useSharesTexts()
  const verdict = useVerdictTexts()
  const { number, bytes, dateTime } = useFormat()
  const { verification, images } = shared
  return (
    <Card>
      <CardHeader title={shares.publicTitle} />
      <CardBody>
        <Facts
          items={[
            ...(images === null ? [] : [{ label: shares.pages, value: number(images.paginas) }]),
            { label: shares.size, value: bytes(shared.size) },
            ...(verification === null
              ? []
              : [{ label: shares.signatures, value: verdict.checkedAt(dateTime(verification.checked_at)) }]),
          ]}
        />
        <p className="mt-3 flex items-center gap-1 border-t border-line pt-3 text-small text-ink-muted">
          {verdict.sha256}
          <span className="code ml-auto text-ink" title={shared.sha256}>
            {shared.sha256.slice(0, 8)}…{shared.sha256.slice(-8)}
          </span>
          <CopyButton text={shared.sha256} label={verdict.copySha256} />
        </p>
      </CardBody>
    </Card>
  )
}

function SharedPages({ images, onBroken }: { images: NonNullable<Shared['images']>; onBroken: () => void }) {
  const documents = useDocumentsTexts()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const text = useTextTurn()
  return (
    <div ref={frame} className="flex min-w-0 flex-col gap-5">
      {width === 0 ? (
        <Skeleton className="h-200 w-full" />
      ) : (
        images.pages.map((page) => (
          <PageImage
            key={page.page}
            page={page}
            width={width}
            alt={documents.pageAlt(page.page, images.paginas)}
            eager={page.page === 1}
            onBroken={onBroken}
            text={text}
          />
        ))
      )}
    </div>
  )
}
